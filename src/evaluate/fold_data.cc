#include "evaluate/fold_data.h"

#include <algorithm>

#include "data/read/missing_values.h"
#include "data/scaling.h"

namespace perceptron::core {
namespace {

// Whether the rows determine which features there are: categories, terms, or named features.
// Cosines of all of them stay as many as they are.
bool rows_make_features(const Dataset& data) {
  const Schema& schema = data.schema;
  return schema.keeps_features() &&
         (schema.dictionary || has_categories(schema) || schema.has_text());
}

// A model does not know categories and names that its training rows lack, so they are removed from
// the test rows. Without them the rows of a table may be so full that a reader would store them
// dense.
void remove_unknown_features(Dataset& training, Dataset& test) {
  std::vector<char> known(training.features(), training.schema.dictionary ? 0 : 1);
  std::uint64_t next = 0;
  for (const Column& column : training.schema.columns) {
    const std::uint64_t count = column.features();
    if (column.is_category() || column.is_text())
      std::fill_n(known.begin() + static_cast<std::ptrdiff_t>(next), count, 0);
    next += count;
  }
  // Products of what the training rows lack are unknown too.
  std::fill(known.begin() + static_cast<std::ptrdiff_t>(training.schema.base_features()),
            known.end(), 0);
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (row.value(k) != 0) known[row.feature(k)] = 1;
          }
        }
      },
      training.matrix.view());
  test.matrix.transform(
      [&](std::uint64_t /*row*/, std::uint64_t j, double x) { return known[j] != 0 ? x : 0; });
  if (!training.schema.table || training.schema.has_text()) return;
  const auto features = static_cast<std::uint64_t>(std::count(known.begin(), known.end(), char{1}));
  const auto layout = table_layout(training.matrix.nonzeros(), training.rows(), features);
  if (layout == training.matrix.layout()) return;
  training.matrix = training.matrix.as(layout);
  test.matrix = test.matrix.as(layout);
}

// Keeps the classes that have rows of positive weight.
std::vector<std::uint32_t> drop_empty_classes(Dataset& data) {
  const auto& names = data.classes.names();
  std::vector<char> present(names.size());
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    if (data.weights.empty() || data.weights[i] > 0) present[data.labels[i]] = 1;
  }
  std::vector<std::uint32_t> kept;
  std::vector<std::uint32_t> number(names.size());
  std::vector<std::string> some;
  for (std::uint32_t c = 0; c < names.size(); ++c) {
    if (present[c] == 0) continue;
    number[c] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(c);
    some.push_back(names[c]);
  }
  if (kept.size() == names.size()) return kept;
  // Rows of a class that was dropped have weight 0, so their label does not matter.
  for (std::uint32_t& label : data.labels) label = present[label] != 0 ? number[label] : 0;
  data.classes = Classes(some);
  // Names that are all numbers sort by value: dropping the one that is not changes the order.
  const auto places = data.classes.sort();
  for (std::uint32_t& label : data.labels) label = places[label];
  std::vector<std::uint32_t> ordered(kept.size());
  for (std::size_t c = 0; c < kept.size(); ++c) ordered[places[c]] = kept[c];
  return ordered;
}

}  // namespace

FoldData prepare_fold(const Dataset& data, std::span<const std::uint64_t> training_rows,
                      std::span<const std::uint64_t> test_rows, ScalingKind scale) {
  FoldData fold{data.select(training_rows), data.select(test_rows), {}};
  if (has_missing_values(data)) {
    const auto means = column_means(fold.training);
    fill_missing_values(fold.training, means);
    fill_missing_values(fold.test, means);
  }
  if (rows_make_features(data)) remove_unknown_features(fold.training, fold.test);
  const Scaling scaling = Scaling::fit(scale, fold.training);
  scaling.apply(fold.training);
  scaling.apply(fold.test);
  fold.classes = drop_empty_classes(fold.training);
  return fold;
}

bool folds_share_rows(const Dataset& data, ScalingKind scale) {
  // Otherwise the length of a row depends on the categories and names that are known.
  const FeatureScaling kinds(scale, data.schema);
  return !has_missing_values(data) && !weighs_terms(data.schema) &&
         (kinds.is_none() || (scale == ScalingKind::unit && !rows_make_features(data)));
}

}  // namespace perceptron::core
