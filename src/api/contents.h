// The private members of the classes of the public API.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/model.h>
#include "api/spelling.h"
#include "base/listener.h"
#include "data/dataset.h"
#include "model/model.h"
#include "model/train.h"

namespace perceptron {

struct Dataset::Contents {
  core::Dataset rows;
  // How the file was read, for certificates; see core::Subject.
  std::vector<std::pair<std::string, std::string>> reading = {};
  std::vector<std::string> notes = {};
};

struct Model::Contents {
  core::Model model;
};

namespace api {

// Keeps the notes for the result.
class NoteTaker : public core::Listener {
 public:
  void note(const core::Message& sentence) override { notes.push_back(in_fields(sentence)); }

  std::vector<std::string> notes = {};
};

// The rows, of which there must be some.
const core::Dataset& rows_of(const Dataset& data);

void require_threads(std::uint64_t threads);

// The settings in the library's own types. Throws Error if a number is out of range.
core::TrainOptions checked(const TrainSettings& settings);

inline Dataset dataset(core::Dataset rows,
                       std::vector<std::pair<std::string, std::string>> reading = {},
                       std::vector<std::string> notes = {}) {
  return Dataset(std::make_shared<const Dataset::Contents>(
      Dataset::Contents{std::move(rows), std::move(reading), std::move(notes)}));
}
inline Model model(core::Model model) {
  return Model(std::make_shared<const Model::Contents>(Model::Contents{std::move(model)}));
}

}  // namespace api
}  // namespace perceptron
