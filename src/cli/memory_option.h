// --memory of train: rows are streamed, in at most this much memory.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "data/dataset.h"
#include "learn/settings.h"

namespace perceptron::core {

class MemoryOption {
 public:
  void declare(CLI::App& app);

  bool is_given() const { return most_ > 0; }
  // Throws unless this much memory holds the program, the weights, and the rows in `bytes`.
  void require_enough(const LearnSettings& learn, std::uint64_t bytes, const Dataset& shape) const;

 private:
  std::uint64_t most_ = 0;
  std::string text_;
};

}  // namespace perceptron::core
