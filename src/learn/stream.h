// Rows that are streamed block by block in each pass, because they do not fit in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/keepers/keeper.h"

namespace perceptron::core {

// The rows in memory now, and those of them to visit, in this order.
struct RowBatch {
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
  // The rows of each class that a pass visits.
  virtual std::span<const std::uint64_t> rows_of_classes() const = 0;
  // How many of `threads` threads reading leaves free for training.
  virtual std::uint64_t spare_threads(std::uint64_t threads) const { return threads; }
  // Starts a pass, the first being number 1.
  virtual void start(std::uint64_t pass) = 0;
  // The next block of rows, valid until the next call; false at the end of the pass.
  virtual bool next(RowBatch& batch) = 0;
};

// Stands for the rows before the first block: none, with this many features.
inline Examples no_examples(std::uint64_t features) {
  return {SparseRows<float>{nullptr, nullptr, nullptr, 0, features}, {}, {}};
}

}  // namespace perceptron::core
