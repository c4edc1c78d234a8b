// The order in which a pass visits the examples.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
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
  std::span<const std::uint64_t> of_pass(std::uint64_t epoch) {
    if (shuffled_) {
      std::iota(rows_.begin(), rows_.end(), std::uint64_t{0});
      Random random(seed_, epoch);
      shuffle(rows_, random);
    }
    return rows_;
  }

 private:
  bool shuffled_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> rows_;
};

}  // namespace perceptron
