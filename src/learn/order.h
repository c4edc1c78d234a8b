// The order in which a pass visits the examples.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/random.h"

namespace perceptron::core {

class Order {
 public:
  // As in the file, or shuffled for each pass: row by row, or in blocks of rows that stay
  // together, because neighbouring rows are read at twice the speed.
  static constexpr std::uint64_t kBlock = 32;
  Order(bool shuffled, std::uint64_t seed, std::uint64_t rows)
      : shuffled_(shuffled), seed_(seed), rows_(rows) {
    std::iota(rows_.begin(), rows_.end(), std::uint64_t{0});
  }
  // Of these rows only.
  Order(bool shuffled, std::uint64_t seed, std::vector<std::uint64_t> rows, std::uint64_t block = 1)
      : shuffled_(shuffled),
        seed_(seed),
        block_(block),
        rows_(std::move(rows)),
        chosen_(shuffled ? rows_ : std::vector<std::uint64_t>()) {}

  std::uint64_t size() const { return rows_.size(); }
  // In the order of the last pass; before the first, in that of the file.
  std::span<const std::uint64_t> rows() const { return rows_; }
  std::span<const std::uint64_t> of_pass(std::uint64_t epoch) {
    if (!shuffled_) return rows_;
    Random random(seed_, epoch);
    if (block_ > 1) {
      shuffle_blocks(random);
    } else {
      if (chosen_.empty()) {
        std::iota(rows_.begin(), rows_.end(), std::uint64_t{0});
      } else {
        rows_ = chosen_;
      }
      shuffle(rows_, random);
    }
    return rows_;
  }

 private:
  void shuffle_blocks(Random& random) {
    blocks_.resize((chosen_.size() + block_ - 1) / block_);
    std::iota(blocks_.begin(), blocks_.end(), std::uint64_t{0});
    shuffle(blocks_, random);
    rows_.clear();
    for (const std::uint64_t block : blocks_) {
      const std::uint64_t end = std::min<std::uint64_t>((block + 1) * block_, chosen_.size());
      for (std::uint64_t k = block * block_; k < end; ++k) rows_.push_back(chosen_[k]);
    }
  }

  bool shuffled_;
  std::uint64_t seed_;
  std::uint64_t block_ = 1;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> chosen_;  // empty: all
  std::vector<std::uint64_t> blocks_;
};

}  // namespace perceptron::core
