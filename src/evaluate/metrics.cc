#include "evaluate/metrics.h"

#include <algorithm>

namespace perceptron {
namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Meter::Meter(std::uint64_t classes) : confusion_(classes, std::vector<std::uint64_t>(classes)) {}

void Meter::add(std::uint32_t truth, std::uint32_t predicted, double score) {
  ++confusion_[truth][predicted];
  if (confusion_.size() == 2) scores_[truth].push_back(score);
}

Metrics Meter::metrics() const {
  Metrics metrics;
  metrics.confusion = confusion_;
  const std::size_t classes = confusion_.size();
  std::uint64_t correct = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    std::uint64_t called = 0;
    ClassMetrics each;
    for (std::size_t other = 0; other < classes; ++other) {
      each.support += confusion_[c][other];
      called += confusion_[other][c];
    }
    const std::uint64_t right = confusion_[c][c];
    each.precision = ratio(right, called);
    each.recall = ratio(right, each.support);
    each.f1 = ratio(2 * right, called + each.support);
    metrics.per_class.push_back(each);
    metrics.rows += each.support;
    correct += right;
  }
  metrics.accuracy = ratio(correct, metrics.rows);
  if (!scores_[0].empty() && !scores_[1].empty())
    metrics.auc = area_under_curve(scores_[0], scores_[1]);
  return metrics;
}

double area_under_curve(std::vector<double> negatives, std::vector<double> positives) {
  std::sort(negatives.begin(), negatives.end());
  std::sort(positives.begin(), positives.end());
  // For each positive, the negatives below it and half of those beside it;
  // both indices only ever move up.
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

}  // namespace perceptron
