// How many examples each model has seen. Rows of classes that a model is not trained on do not
// count.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/targets.h"

namespace perceptron::core {

class Tally {
 public:
  // `before`: what each model saw in earlier runs; empty: nothing.
  Tally(const Targets& targets, std::vector<std::uint64_t> before)
      : targets_(targets),
        before_(std::move(before)),
        sees_all_(targets.models(), 1),
        rows_(targets.classes()) {
    before_.resize(targets.models());
    for (std::uint64_t c = 0; c < targets.classes(); ++c) {
      for (std::uint64_t m = 0; m < targets.models(); ++m) {
        if (targets.sign(c, m) == 0) sees_all_[m] = 0;
      }
    }
  }

  void count(std::uint32_t label) {
    ++rows_[label];
    ++all_;
  }
  std::uint64_t of(std::uint64_t model) const {
    return before_[model] + (sees_all_[model] != 0 ? all_ : sum(model, rows_));
  }
  // The count after `passes` passes, given the rows of each class in a pass.
  std::uint64_t after(std::uint64_t model, std::uint64_t passes,
                      std::span<const std::uint64_t> rows) const {
    return before_[model] + passes * sum(model, rows);
  }

 private:
  std::uint64_t sum(std::uint64_t model, std::span<const std::uint64_t> rows) const {
    std::uint64_t seen = 0;
    for (std::uint64_t c = 0; c < rows.size(); ++c) {
      if (targets_.sign(c, model) != 0) seen += rows[c];
    }
    return seen;
  }

  Targets targets_;
  std::vector<std::uint64_t> before_;
  std::vector<char> sees_all_;
  std::vector<std::uint64_t> rows_;  // of each class, so far
  std::uint64_t all_ = 0;
};

}  // namespace perceptron::core
