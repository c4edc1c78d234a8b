// Rows with scores, to be made probabilities of.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "multiclass/calibration.h"
#include "support.h"

namespace perceptron::core::test {

// Scores of a model that a ScoredRows views.
struct Rows {
  std::vector<double> scores;
  std::vector<std::int8_t> truths;
  std::vector<double> weights;

  ScoredRows view() const { return {scores, truths, weights}; }
  double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }
  double total(int sign) const {
    double sum = 0;
    for (std::size_t i = 0; i < truths.size(); ++i) sum += truths[i] == sign ? weight(i) : 0;
    return sum;
  }
  // Each row as often as its weight says.
  Rows repeated() const {
    Rows out;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      for (double k = 0; k < weight(i); ++k) {
        out.scores.push_back(scores[i]);
        out.truths.push_back(truths[i]);
      }
    }
    return out;
  }
};

// For which others have figures; weighted() gives them weights.
inline const Rows kRows = {{-2.5, -1.75, -1, -0.5, -0.25, 0, 0.125, 0.5, 0.75, 1.5, 2, 3},
                           {-1, -1, -1, 1, -1, 1, -1, -1, 1, 1, -1, 1},
                           {}};

inline Rows weighted(Rows rows) {
  rows.weights = {1, 2, 1, 0.5, 3, 1, 1, 2, 0.25, 1, 1, 4};
  return rows;
}

inline Rows some_rows(Random& random, std::uint64_t most) {
  Rows rows;
  const std::uint64_t count = 1 + random.below(most);
  const bool weights = random.below(2) == 0;
  const bool ties = random.below(2) == 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double s = random.normal();
    rows.scores.push_back(ties ? std::round(2 * s) : s);
    rows.truths.push_back(s + 2 * random.normal() > 0 ? 1 : -1);
    if (weights) rows.weights.push_back(random.uniform(0.1, 3));
  }
  return rows;
}

// A calibration of one model.
inline Calibration of(const Sigmoid& sigmoid) {
  return {CalibrationKind::sigmoid, {sigmoid}, {}, 1};
}
inline Calibration of(const Isotonic& isotonic) {
  return {CalibrationKind::isotonic, {}, {isotonic}, 1};
}
inline Calibration of(double temperature) {
  return {CalibrationKind::temperature, {}, {}, temperature};
}

// The same with a score for each class.
struct ClassRows {
  std::uint64_t classes;
  std::vector<double> scores;
  Labels truths;
  std::vector<double> weights;

  ClassScoredRows view() const { return {scores, truths, weights}; }
  // The mean log loss at T.
  double loss(double temperature) const {
    double sum = 0;
    double all = 0;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const double own = scores[i * classes + truths[i]];
      double others = 0;
      for (std::uint64_t k = 0; k < classes; ++k) {
        if (k != truths[i]) others += std::exp((scores[i * classes + k] - own) / temperature);
      }
      sum += weights[i] * std::log1p(others);
      all += weights[i];
    }
    return sum / all;
  }
};

}  // namespace perceptron::core::test
