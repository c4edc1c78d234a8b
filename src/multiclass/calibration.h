// From scores to probabilities, fitted to scores of rows that the models were not trained on:
//
//   sigmoid      p = 1/(1 + exp(a·s + b)); Platt 1999, with the targets and the
//                method of Lin, Lin and Weng 2007
//   isotonic     any nondecreasing function of s; Zadrozny and Elkan 2002
//   temperature  scores divided by one number T; Guo, Pleiss, Sun and Weinberger 2017
//
// Fitted to no rows, or to rows that all have weight 0, the result is uninformative: p = ½ for
// sigmoid and isotonic, T = 1.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learn/settings.h"

namespace perceptron::core {

struct Sigmoid {
  double a = 0;  // negative if p increases with s
  double b = 0;
};

// Linear interpolation of the points (x, p), constant beyond the first and last.
struct Isotonic {
  std::vector<double> x;
  std::vector<double> p;
};

// What a model file stores; only the member that `kind` names is used.
struct Calibration {
  CalibrationKind kind = CalibrationKind::none;
  std::vector<Sigmoid> sigmoids;    // one per model
  std::vector<Isotonic> isotonics;  // one per model
  double temperature = 1;           // one for all models
};

// Throws an Error unless probability() is safe and meaningful for `models` models: sizes match,
// numbers are finite, x increases, p is nondecreasing and within (0, 1), T is positive.
void require_sound(const Calibration& calibration, std::uint64_t models);

// The probability that a row with this score of model `model` is of the model's positive class.
// Never 0, 1 or NaN; ½ if the score is NaN. The calibration must be valid.
double probability(const Calibration& calibration, std::uint64_t model, double score);

// The scores of one model and the true classes of the rows. Scores must be finite, weights finite
// and not negative, or fitting throws an Error.
struct ScoredRows {
  std::span<const double> scores;
  std::span<const std::int8_t> truths;   // above 0: the positive class
  std::span<const double> weights = {};  // empty: all 1

  double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }
};

// The scores of all classes, row by row: `truths.size()` × classes.
struct ClassScoredRows {
  std::span<const double> scores;
  std::span<const std::uint32_t> truths;
  std::span<const double> weights = {};

  double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }
};

// If all scores are equal, a = 0.
Sigmoid fit_sigmoid(const ScoredRows& rows);

// Probabilities stay within 1/(n + 2) and 1 − 1/(n + 2), where n is the total weight of the rows:
// no number of rows proves that an event never happens.
Isotonic fit_isotonic(const ScoredRows& rows);

// The T that minimises the log loss of 1/(1 + exp(−s/T)), or of the softmax of s/T. For pairs of
// classes that share one T, the rows are those of all pairs.
//
// If every row is classified correctly, the loss keeps decreasing as T → 0 and has no minimum;
// then T is chosen such that the mean loss is that of one error in n + 2 rows, log((n + 2)/(n +
// 1)). If the scores are worse than none, T is a million times the largest score. If they carry no
// information, because a score is always 0 or those of a row are always equal, T = 1.
double fit_temperature(const ScoredRows& rows);
double fit_temperature(const ClassScoredRows& rows);

// The nondecreasing values that minimise Σ w·(value − y)²: pool adjacent violators. Weights must
// be positive.
std::vector<double> isotonic_regression(std::span<const double> y, std::span<const double> w);

}  // namespace perceptron::core
