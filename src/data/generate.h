// Synthetic datasets from a seed, the same bytes on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <perceptron/generate.h>
#include "base/options.h"
#include "data/dataset.h"
#include "data/writer.h"

namespace perceptron::core {

// Makes rows one at a time, so that any number of them can be written.
class Generator {
 public:
  Generator() = default;
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;
  virtual ~Generator() = default;

  virtual void next(TextRow& row) = 0;

  virtual bool sparse() const { return false; }
  virtual std::uint64_t features() const = 0;
  // An upper bound on ‖x‖, if the kind has one; otherwise 0.
  virtual double radius() const { return 0; }
  // The hidden plane through the origin, if there is one.
  virtual std::vector<double> plane() const { return {}; }
};

// What is true of a kind of data.
struct GeneratorTraits {
  GeneratorKind kind;
  std::string_view help;
  std::vector<std::string_view> settings;  // besides rows and seed
  std::unique_ptr<Generator> (*make)(const GenerateSettings&);

  bool uses(std::string_view setting) const {
    return setting == "rows" || setting == "seed" ||
           std::find(settings.begin(), settings.end(), setting) != settings.end();
  }
};

const std::vector<GeneratorTraits>& generators();
// Throws for a value that is none of the kinds.
const GeneratorTraits& traits_of(GeneratorKind kind);
const std::vector<Option<GenerateSettings>>& generate_options();

std::unique_ptr<Generator> make_generator(GeneratorKind kind, const GenerateSettings& settings);

// The rows of a generator as a dataset.
Dataset generate_dataset(GeneratorKind kind, const GenerateSettings& settings);

}  // namespace perceptron::core
