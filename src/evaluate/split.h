// Divides rows into folds: each fold is held out of training once and tested on.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/validate.h>
#include "data/dataset.h"

namespace perceptron::core {

struct SplitSettings : perceptron::SplitSettings {
  std::string name = "folds";  // of the setting that gave `folds`, for messages
};

// How the settings choose the rows to test on.
enum class SplitMethod { folds, leave_one_out, holdout };
constexpr auto enum_names(SplitMethod) {
  return std::array{std::pair{SplitMethod::folds, "folds"},
                    std::pair{SplitMethod::leave_one_out, "leave-one-out"},
                    std::pair{SplitMethod::holdout, "holdout"}};
}
SplitMethod method_of(const perceptron::SplitSettings& settings);

inline constexpr std::uint64_t kFewestFolds = 2;
inline constexpr std::uint64_t kMostFolds = 0xFFFFFFFE;
inline constexpr double kSmallestHoldout = 1e-9;
inline constexpr double kLargestHoldout = 1 - kSmallestHoldout;

struct Split {
  static constexpr std::uint32_t kNoFold = kMostFolds + 1;  // of a row that is never held out

  std::vector<std::uint32_t> fold_of_row;
  std::uint32_t folds = 0;

  std::uint64_t rows() const { return fold_of_row.size(); }
  std::vector<std::uint64_t> test_rows(std::uint32_t fold) const;
  std::vector<std::uint64_t> training_rows(std::uint32_t fold) const;  // all others
};

// Throws an Error of kind usage if a setting is out of range or two exclude each other.
void require_ranges(const SplitSettings& settings);

// The rows of a group in data.groups, if there are any, are in the same fold. In file order the
// first n mod k of k folds are one row larger, and a holdout takes the last rows. Throws an Error
// if there are too few rows or groups.
Split split_rows(const Dataset& data, const SplitSettings& settings);

// Trains on the first `training` rows and tests on all others.
Split split_after(std::uint64_t training, std::uint64_t rows);

}  // namespace perceptron::core
