#include "multiclass/coupling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/elementary.h"
#include "data/rows.h"

namespace perceptron::core {
namespace {

// Negative values left by rounding become 0.
void normalise(std::span<double> values) {
  double sum = 0;
  for (double& value : values) {
    value = value > 0 ? value : 0;
    sum += value;
  }
  const double equal = 1 / static_cast<double>(values.size());
  for (double& value : values) value = sum > 0 && std::isfinite(sum) ? value / sum : equal;
}

}  // namespace

void couple_rest(std::span<const double> rest, std::span<double> probabilities) {
  if (rest.size() == 1 && probabilities.size() == 2) {
    const double p = std::isnan(rest[0]) ? 0.5 : std::clamp(rest[0], 0.0, 1.0);
    probabilities[0] = 1 - p;
    probabilities[1] = p;
    return;
  }
  std::copy(rest.begin(), rest.end(), probabilities.begin());
  normalise(probabilities);
}

void softmax(std::span<const double> scores, double temperature, std::span<double> probabilities) {
  const double lowest = -std::numeric_limits<double>::infinity();
  double most = lowest;
  for (const double score : scores) most = score > most ? score : most;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const double score = std::isnan(scores[k]) ? lowest : scores[k];
    // The difference of two infinities is NaN.
    probabilities[k] = score == most ? 1 : portable_exp((score - most) / temperature);
  }
  normalise(probabilities);
}

PairCoupling::PairCoupling(std::uint64_t classes)
    : classes_(classes), system_(classes), ones_(classes, 1.0), zeros_(classes) {}

void PairCoupling::couple(std::span<const double> positives, std::span<double> probabilities) {
  if (classes_ == 2) {
    couple_rest(positives, probabilities);  // without rounding
    return;
  }
  system_.clear();
  system_.add(DenseRow<double>{ones_.data(), ones_.size()}, 1, false);
  std::size_t m = 0;
  for (std::uint32_t i = 0; i < classes_; ++i) {
    for (std::uint32_t j = i + 1; j < classes_; ++j, ++m) {
      const double r = std::isnan(positives[m]) ? 0.5 : std::clamp(positives[m], 0.0, 1.0);
      const std::array<std::uint32_t, 2> pair = {i, j};
      const std::array<double, 2> difference = {r, r - 1};
      system_.add(SparseRow<double>{pair.data(), difference.data(), 2}, 1, false);
    }
  }
  system_.factor(1, zeros_);
  std::copy(ones_.begin(), ones_.end(), probabilities.begin());
  system_.solve(probabilities);
  normalise(probabilities);
}

}  // namespace perceptron::core
