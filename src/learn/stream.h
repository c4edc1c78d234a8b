// Rows that come by in stretches, pass after pass, because they are too many to be
// held all at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/keepers/keeper.h"

namespace perceptron::core {

// Some rows that are here now, and those of them to visit, in this order.
struct Stretch {
  Examples examples;
  std::span<const std::uint64_t> order;
};

class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  virtual ~Stream() = default;

  virtual std::uint64_t features() const = 0;
  // Of each class, the rows that a pass visits.
  virtual std::span<const std::uint64_t> rows_of_classes() const = 0;
  // Of so many threads, those that reading leaves free for learning.
  virtual std::uint64_t spare_threads(std::uint64_t threads) const { return threads; }
  // Starts a pass, the first being number 1.
  virtual void start(std::uint64_t pass) = 0;
  // The next stretch, valid until the next call; false at the end of the pass.
  virtual bool next(Stretch& stretch) = 0;
};

// What stands for the rows before the first stretch: none, with so many features.
inline Examples no_examples(std::uint64_t features) {
  return {SparseRows<float>{nullptr, nullptr, nullptr, 0, features}, {}, {}};
}

}  // namespace perceptron::core
