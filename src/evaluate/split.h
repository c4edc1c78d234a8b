// Divides rows into folds: each fold is held out of training once and tested on.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/names.h>
#include "data/dataset.h"

namespace perceptron::core {

// Which rows make a fold: drawn by the seed, or neighbours in the data.
enum class SplitOrder { shuffle, file };
constexpr auto enum_names(SplitOrder) {
  return std::array{std::pair{SplitOrder::shuffle, "shuffle"}, std::pair{SplitOrder::file, "file"}};
}

struct SplitSettings {
  std::uint64_t folds = 5;
  bool leave_one_out = false;  // one fold for each row, or for each group
  double holdout = 0;          // above 0: a single fold of this fraction of the rows
  SplitOrder order = SplitOrder::shuffle;
  bool stratify = false;  // every fold has the same share of each class, as far as can be
  std::uint64_t seed = 1;
  std::string name = "folds";  // of the setting that gave `folds`, for messages
};

struct Split {
  static constexpr std::uint32_t kNoFold = 0xFFFFFFFF;  // of a row that is never held out

  std::vector<std::uint32_t> fold_of_row;
  std::uint32_t folds = 0;

  std::uint64_t rows() const { return fold_of_row.size(); }
  std::vector<std::uint64_t> test_rows(std::uint32_t fold) const;
  std::vector<std::uint64_t> training_rows(std::uint32_t fold) const;  // all others
};

// The rows of a group in data.groups, if there are any, are in the same fold. In file order
// the first n mod k of k folds are one row larger, and a holdout takes the last rows. Throws
// an Error where there are too few rows or groups.
Split split_rows(const Dataset& data, const SplitSettings& settings);

// Trains on the first `training` rows and tests on all others.
Split split_after(std::uint64_t training, std::uint64_t rows);

}  // namespace perceptron::core
