#include "evaluate/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/interruptible_sort.h"
#include "evaluate/statistics.h"

namespace perceptron::core {

double area_under_curve(std::vector<double> negatives, std::vector<double> positives) {
  interruptible_sort(negatives.begin(), negatives.end());
  interruptible_sort(positives.begin(), positives.end());
  // For each positive, the negatives below it and half of those equal to it; both indices only
  // increase.
  std::size_t below = 0;
  std::size_t not_above = 0;
  double doubled = 0;
  for (const double score : positives) {
    while (below < negatives.size() && negatives[below] < score) ++below;
    while (not_above < negatives.size() && negatives[not_above] <= score) ++not_above;
    doubled += static_cast<double>(below) + static_cast<double>(not_above);
  }
  return doubled / 2 /
         (static_cast<double>(negatives.size()) * static_cast<double>(positives.size()));
}

double average_precision(std::vector<double> negatives, std::vector<double> positives) {
  interruptible_sort(negatives.begin(), negatives.end());
  interruptible_sort(positives.begin(), positives.end());
  std::size_t below = negatives.size();  // negatives below the score
  double sum = 0;
  for (std::size_t end = positives.size(); end > 0;) {
    const double score = positives[end - 1];
    std::size_t first = end;
    while (first > 0 && positives[first - 1] == score) --first;
    while (below > 0 && negatives[below - 1] >= score) --below;
    const std::size_t right = positives.size() - first;
    sum += static_cast<double>(end - first) * ratio(right, right + negatives.size() - below);
    end = first;
  }
  return sum / static_cast<double>(positives.size());
}

Ranking::Ranking(std::uint64_t classes)
    : classes_(classes), width_(classes == 2 ? 1 : classes), rows_(classes) {}

void Ranking::add(std::uint32_t truth, std::span<const double> scores) {
  too_many_ = too_many_ || (classes_ > 2 && scores_.size() + width_ > kMost);
  if (too_many_) {
    scores_ = {};
    truths_ = {};
    return;
  }
  ++rows_[truth];
  truths_.push_back(truth);
  const auto push = [&](double score) {
    scores_.push_back(std::isnan(score) ? -std::numeric_limits<double>::infinity() : score);
  };
  if (classes_ == 2) {
    push(scores.size() == 1 ? scores[0] : scores[1] - scores[0]);
  } else {
    for (const double score : scores) push(score);
  }
}

SidesOfClass Ranking::sides(std::uint32_t positive) const {
  SidesOfClass sides;
  const std::size_t column = classes_ == 2 ? 0 : positive;
  sides.negatives.reserve(truths_.size() - (truths_.empty() ? 0 : rows_[positive]));
  sides.positives.reserve(truths_.empty() ? 0 : rows_[positive]);
  for (std::size_t i = 0; i < truths_.size(); ++i)
    (truths_[i] == positive ? sides.positives : sides.negatives)
        .push_back(scores_[i * width_ + column]);
  return sides;
}

RankingAreas Ranking::areas_of(std::uint32_t positive) const {
  SidesOfClass scores = sides(positive);
  const double precision = average_precision(scores.negatives, scores.positives);
  return {area_under_curve(std::move(scores.negatives), std::move(scores.positives)), precision};
}

RankingAreas Ranking::areas() const {
  const auto present =
      std::count_if(rows_.begin(), rows_.end(), [](std::uint64_t rows) { return rows > 0; });
  if (too_many_ || present < 2) return {};
  if (classes_ == 2) return areas_of(1);
  double auc = 0;
  double precision = 0;
  for (std::uint32_t c = 0; c < classes_; ++c) {
    if (rows_[c] == 0) continue;
    const RankingAreas each = areas_of(c);
    auc += *each.auc;
    precision += *each.average_precision;
  }
  return {auc / static_cast<double>(present), precision / static_cast<double>(present)};
}

}  // namespace perceptron::core
