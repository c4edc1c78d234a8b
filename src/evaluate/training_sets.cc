#include "evaluate/training_sets.h"

#include <algorithm>

namespace perceptron::core {

TrainingSets::TrainingSets(const Dataset& data, const Split& split,
                           std::span<const std::uint32_t> level_of_row, std::uint32_t levels)
    : data_(data),
      split_(split),
      level_of_row_(level_of_row),
      levels_(levels),
      test_rows_(split.folds) {
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    if (split.fold_of_row[i] != Split::kNoFold) test_rows_[split.fold_of_row[i]].push_back(i);
  }
  for (std::uint32_t level = 0; level < levels; ++level) count_rows(level);
}

// There may be as many folds as rows, so all rows are counted once and the test rows of each
// fold subtracted.
void TrainingSets::count_rows(std::uint32_t level) {
  const std::size_t classes = data_.classes.size();
  const auto count = [&](std::uint64_t i, std::vector<std::uint64_t>& of_class,
                         std::uint64_t& sum) {
    if (level_of(i) > level) return;
    ++sum;
    if (data_.weights.empty() || data_.weights[i] > 0) ++of_class[data_.labels[i]];
  };
  std::vector<std::uint64_t> all_of_class(classes);
  std::uint64_t all = 0;
  for (std::uint64_t i = 0; i < data_.rows(); ++i) count(i, all_of_class, all);
  for (const auto& rows : test_rows_) {
    std::vector<std::uint64_t> test_of_class(classes);
    std::uint64_t test = 0;
    for (const std::uint64_t i : rows) count(i, test_of_class, test);
    training_counts_.push_back(all - test);
    auto& rest = class_counts_.emplace_back(all_of_class);
    for (std::size_t c = 0; c < classes; ++c) rest[c] -= test_of_class[c];
  }
}

std::vector<std::uint64_t> TrainingSets::training_rows(const Fold& fold) const {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t i = 0; i < data_.rows(); ++i) {
    if (includes(fold, i)) rows.push_back(i);
  }
  return rows;
}

bool TrainingSets::has_all_classes(const Fold& fold) const {
  const auto& counts = class_counts_[position(fold)];
  return std::all_of(counts.begin(), counts.end(), [](std::uint64_t count) { return count > 0; });
}

std::vector<double> TrainingSets::class_totals(const Fold& fold) const {
  const auto& counts = class_counts_[position(fold)];
  if (data_.weights.empty()) return {counts.begin(), counts.end()};
  std::vector<double> total(counts.size());
  for (std::uint64_t i = 0; i < data_.rows(); ++i) {
    if (includes(fold, i)) total[data_.labels[i]] += data_.weights[i];
  }
  return total;
}

}  // namespace perceptron::core
