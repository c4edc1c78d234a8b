// The order in which a pass visits the examples.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/random.h"

namespace perceptron {

class Order {
 public:
  // As in the file, or a new shuffle each pass.
  Order(bool shuffled, std::uint64_t seed, std::uint64_t rows)
      : shuffled_(shuffled), seed_(seed), rows_(rows) {
    std::iota(rows_.begin(), rows_.end(), std::uint64_t{0});
  }
  // Of these rows only.
  Order(bool shuffled, std::uint64_t seed, std::vector<std::uint64_t> rows)
      : shuffled_(shuffled), seed_(seed), rows_(std::move(rows)), chosen_(rows_) {}

  std::uint64_t size() const { return rows_.size(); }
  std::span<const std::uint64_t> of_pass(std::uint64_t epoch) {
    if (shuffled_) {
      if (chosen_.empty()) {
        std::iota(rows_.begin(), rows_.end(), std::uint64_t{0});
      } else {
        rows_ = chosen_;
      }
      Random random(seed_, epoch);
      shuffle(rows_, random);
    }
    return rows_;
  }

 private:
  bool shuffled_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> chosen_;  // empty: all
};

}  // namespace perceptron
