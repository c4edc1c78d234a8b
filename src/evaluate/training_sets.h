// Which rows each training of a cross-validation includes, and how many of each class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "evaluate/split.h"

namespace perceptron::core {

// One training: on all rows that are not in fold `number`, up to a level of a learning curve.
struct Fold {
  std::uint32_t number;
  std::uint32_t level;
};

class TrainingSets {
 public:
  // `level_of_row` is empty if all rows are of level 0.
  TrainingSets(const Dataset& data, const Split& split, std::span<const std::uint32_t> level_of_row,
               std::uint32_t levels);

  std::uint32_t folds() const { return split_.folds; }
  std::uint32_t levels() const { return levels_; }
  // The number of trainings, and the index of one among them: level by level.
  std::size_t size() const { return training_counts_.size(); }
  std::size_t position(const Fold& fold) const {
    return std::size_t{fold.level} * split_.folds + fold.number;
  }

  std::uint32_t level_of(std::uint64_t row) const {
    return level_of_row_.empty() ? 0 : level_of_row_[row];
  }
  std::uint32_t fold_of(std::uint64_t row) const { return split_.fold_of_row[row]; }
  bool includes(const Fold& fold, std::uint64_t row) const {
    return fold_of(row) != fold.number && level_of(row) <= fold.level;
  }

  const std::vector<std::uint64_t>& test_rows(const Fold& fold) const {
    return test_rows_[fold.number];
  }
  std::vector<std::uint64_t> training_rows(const Fold& fold) const;
  std::uint64_t training_count(const Fold& fold) const { return training_counts_[position(fold)]; }

  // Whether every class has training rows of positive weight.
  bool has_all_classes(const Fold& fold) const;
  // For each class the sum of its training rows' weights, in the order of the rows.
  std::vector<double> class_totals(const Fold& fold) const;

 private:
  void count_rows(std::uint32_t level);

  const Dataset& data_;
  const Split& split_;
  std::span<const std::uint32_t> level_of_row_;
  std::uint32_t levels_;
  std::vector<std::vector<std::uint64_t>> test_rows_;  // by fold
  // For each training, by its index:
  std::vector<std::uint64_t> training_counts_;
  std::vector<std::vector<std::uint64_t>> class_counts_;  // rows of positive weight
};

}  // namespace perceptron::core
