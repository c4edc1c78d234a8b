// Rows in parts: each part is left out of training once and tried.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.h"

namespace perceptron {

struct SplitSettings {
  std::uint64_t folds = 5;
  bool leave_one_out = false;     // a part for each row, or for each group
  double holdout = 0;             // above 0: one part of this share of the rows
  std::string order = "shuffle";  // or "file": neighbours stay together
  bool stratify = false;          // as even a share of each class in every part as can be
  std::uint64_t seed = 1;
  std::string option = "--folds";  // what messages call the number of folds
};

struct Split {
  static constexpr std::uint32_t kNever = 0xFFFFFFFF;  // of a row that is never tried

  std::vector<std::uint32_t> part_of_row;
  std::uint32_t parts = 0;

  std::uint64_t rows() const { return part_of_row.size(); }
  // The rows of a part, or all others.
  std::vector<std::uint64_t> tried(std::uint32_t part) const;
  std::vector<std::uint64_t> learned(std::uint32_t part) const;
};

// No group of data.groups, where there are any, is in two parts. In file order the
// first n mod k of k folds are one row larger, and it is the last rows that are
// held out. Throws an Error where the rows or groups are too few.
Split split_rows(const Dataset& data, const SplitSettings& settings);

// The first `training` rows are learned from, all others tried.
Split split_after(std::uint64_t training, std::uint64_t rows);

}  // namespace perceptron
