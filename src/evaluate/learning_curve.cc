#include "evaluate/learning_curve.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

#include "base/random.h"
#include "evaluate/folds.h"

namespace perceptron::core {
namespace {

// Assigns the rows to `points` levels of equal size; shuffled if the split is.
std::vector<std::uint32_t> levels_of_rows(std::uint64_t rows, const SplitSettings& settings,
                                          std::uint64_t points) {
  std::vector<std::uint64_t> order(rows);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  if (settings.order == SplitOrder::shuffle) {
    Random random(settings.seed, std::numeric_limits<std::uint64_t>::max() - 2);
    shuffle(order, random);
  }
  std::vector<std::uint32_t> levels(rows);
  for (std::uint64_t k = 0; k < rows; ++k)
    levels[order[k]] = static_cast<std::uint32_t>(k * points / rows);
  return levels;
}

// None if no fold could be measured.
std::optional<LearningPoint> point_of(std::span<const FoldResult> folds) {
  LearningPoint point;
  std::vector<double> accuracies;
  for (const FoldResult& fold : folds) {
    if (fold.test_rows == 0 || !fold.finite || fold.training_rows == 0) continue;
    accuracies.push_back(fold.accuracy());
    point.training_rows += static_cast<double>(fold.training_rows);
    point.training_accuracy += fold.training_accuracy();
  }
  if (accuracies.empty()) return std::nullopt;
  point.training_rows /= static_cast<double>(accuracies.size());
  point.training_accuracy /= static_cast<double>(accuracies.size());
  point.accuracies = summarise(accuracies);
  return point;
}

}  // namespace

std::vector<LearningPoint> learning_curve(const Dataset& data, const Candidate& candidate,
                                          const SplitSettings& settings, std::uint64_t points,
                                          std::uint64_t threads, Listener& listener) {
  const Split split = split_rows(data, settings);
  FoldOptions options;
  options.threads = std::max<std::uint64_t>(threads, 1);
  options.levels = static_cast<std::uint32_t>(points);
  options.level_of_row = levels_of_rows(data.rows(), settings, points);
  const auto results = run_folds(data, split, {&candidate, 1}, options, listener);
  std::vector<LearningPoint> curve;
  for (std::uint64_t level = 0; level < points; ++level) {
    const auto point =
        point_of(std::span(results[0].folds).subspan(level * split.folds, split.folds));
    if (point) curve.push_back(*point);
  }
  return curve;
}

}  // namespace perceptron::core
