// Progress of long computations, and how to end them early.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace perceptron {

// `done` of `total` units of a stage.
struct Progress {
  std::string_view stage = {};  // what is being done, such as "training"; valid during the call
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // 0: not known
};

// Called now and then, from any thread but never from two at once. If it returns false, the
// computation ends with an Error of kind interrupted; an exception that it throws passes through.
using ProgressCallback = std::function<bool(const Progress& progress)>;

}  // namespace perceptron
