// What the rows of a cache contain, counted while they are loaded, and compared with what the
// footer says as soon as every block was counted. A checksum proves that nothing changed since the
// file was written, not that it was true then.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "data/cache/footer.h"

namespace perceptron::core {

// The rows of a block.
struct BlockRows {
  std::uint64_t nonzeros = 0;
  bool missing_values = false;
  std::span<const std::uint32_t> labels;  // below the number of classes
  std::span<const double> weights;        // empty: all 1
};

class CacheTally {
 public:
  CacheTally(const std::string& name, const CacheFooter& footer);

  // Counts a block, the first time only; by any thread. Throws if all are counted and the footer is
  // wrong.
  void add(std::uint64_t block, const BlockRows& rows);

 private:
  void count(std::uint64_t block, const BlockRows& rows);
  void compare() const;

  const std::string& name_;
  const CacheFooter& footer_;
  std::mutex mutex_;
  std::vector<bool> counted_;  // of each block
  std::uint64_t left_;         // blocks that are not
  bool compared_ = false;      // and found right
  std::uint64_t nonzeros_ = 0;
  bool missing_values_ = false;
  std::vector<std::uint64_t> class_rows_;  // whose weight is not 0
  std::vector<bool> used_;                 // whether a class has any row
};

}  // namespace perceptron::core
