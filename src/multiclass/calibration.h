// From scores to probabilities, learned from scores of rows that the models have
// not learned from:
//
//   sigmoid      p = 1/(1 + exp(a·s + b)); Platt 1999, with the targets and the
//                method of Lin, Lin and Weng 2007
//   isotonic     whatever rises with s; Zadrozny and Elkan 2002
//   temperature  scores divided by one number T; Guo, Pleiss, Sun and Weinberger 2017
//
// A fit from no rows, or from rows that all have weight 0, says what is known
// before any row is seen: p = ½ for sigmoid and isotonic, T = 1.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learn/settings.h"

namespace perceptron::core {

struct Sigmoid {
  double a = 0;  // below 0 where p rises with s
  double b = 0;
};

// Straight lines between the points (x, p), constant beyond the first and last.
struct Isotonic {
  std::vector<double> x;
  std::vector<double> p;
};

// What a model file keeps; only the part that `kind` names is in use.
struct Calibration {
  CalibrationKind kind = CalibrationKind::none;
  std::vector<Sigmoid> sigmoids;    // one a model
  std::vector<Isotonic> isotonics;  // one a model
  double temperature = 1;           // one for all models
};

// Throws an Error unless probability() is safe and has a meaning for `models`
// models: sizes fit, numbers are finite, x rises, p does not fall and lies within
// (0, 1), T is above 0.
void require_sound(const Calibration& calibration, std::uint64_t models);

// The probability that a row with this score of model `model` is of the model's
// positive class. Never 0, 1 or not a number; ½ where the score is not a number.
// The calibration must be sound.
double probability(const Calibration& calibration, std::uint64_t model, double score);

// The scores of one model and what the rows were. Scores must be finite, weights
// finite and not negative, or fits throw an Error.
struct ScoredRows {
  std::span<const double> scores;
  std::span<const std::int8_t> truths;   // above 0: of the positive class
  std::span<const double> weights = {};  // empty: all 1

  double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }
};

// The scores of all classes, row by row: `truths.size()` times the classes.
struct ClassScoredRows {
  std::span<const double> scores;
  std::span<const std::uint32_t> truths;
  std::span<const double> weights = {};

  double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }
};

// Where all scores are equal, a = 0.
Sigmoid fit_sigmoid(const ScoredRows& rows);

// Probabilities stay within 1/(n + 2) and 1 − 1/(n + 2), n being the weight of all
// rows: no number of rows makes sure that something never happens.
Isotonic fit_isotonic(const ScoredRows& rows);

// The T with the least log loss of 1/(1 + exp(−s/T)), or of the softmax of s/T.
// For pairs of classes that share one T, the rows are those of all pairs.
//
// Where every row is on its right side the loss falls as long as T does, and has
// no least; then T is such that the mean loss is that of one row in n + 2 gone
// wrong, log((n + 2)/(n + 1)). Where scores say less than none at all, T is a
// million times the largest score. Where they say nothing, one score always 0 or
// those of a row always equal, T = 1.
double fit_temperature(const ScoredRows& rows);
double fit_temperature(const ClassScoredRows& rows);

// The values that do not fall and have the least Σ w·(value − y)²: pool adjacent
// violators. Weights must be above 0.
std::vector<double> isotonic_regression(std::span<const double> y, std::span<const double> w);

}  // namespace perceptron::core
