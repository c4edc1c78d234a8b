// Rows centred for dual coordinate ascent. With a free offset, x − μ in place of x changes b only,
// and for rows centred at the origin the coordinates are least coupled. No row is changed in
// memory:
// (v − Aμ)·(x − μ) = v·x − A·(x·μ) − v·μ + A·μ² with A = Σαy.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel/arithmetic.h"
#include "solve/problem.h"

namespace perceptron::core {

struct CentredRows {
  std::vector<double> length;  // ‖x − μ‖² of each row; below 0: not known yet
  double mean_length = 0;      // over the examples, if all are known
  std::vector<double> mean;    // μ; empty if rows are not centred
  double mean_square = 0;      // μ·μ
  std::vector<double> shift;   // x·μ of each row

  // For rows that are not centred; each norm is computed when the row is first visited.
  explicit CentredRows(std::uint64_t rows) : length(rows, -1) {}

  // Centred at the mean of the examples, if wanted; `weights` are those of all rows, 0 for rows
  // that are not examples, and their signs do not count.
  enum class Centring { no, yes };
  template <class Rows>
  CentredRows(std::span<const double> weights, const Rows& rows, Centring centring)
      : length(weights.size()) {
    std::vector<std::uint64_t> used;
    for (std::uint64_t i = 0; i < weights.size(); ++i) {
      if (weights[i] != 0) used.push_back(i);
    }
    for (const std::uint64_t i : used) length[i] = squared_length(rows[i]);
    if (centring == Centring::yes) centre(weights, rows, used);
    const auto examples = static_cast<double>(std::max<std::size_t>(used.size(), 1));
    for (const std::uint64_t i : used) mean_length += length[i] / examples;
  }

  // Whether both problems centre their rows at the same point.
  static bool shared(const Problem& one, const Problem& other) {
    return std::equal(one.signed_weight.begin(), one.signed_weight.end(),
                      other.signed_weight.begin(), other.signed_weight.end(),
                      [](double a, double b) { return std::abs(a) == std::abs(b); });
  }

 private:
  template <class Rows>
  void centre(std::span<const double> weights, const Rows& rows,
              const std::vector<std::uint64_t>& used) {
    mean.resize(rows.features);
    double total = 0;
    for (const std::uint64_t i : used) {
      add(rows[i], std::abs(weights[i]), mean.data());
      total += std::abs(weights[i]);
    }
    for (double& each : mean) each /= total;
    for (const double each : mean) mean_square += each * each;
    shift.resize(length.size());
    for (const std::uint64_t i : used) {
      shift[i] = dot(rows[i], mean.data());
      length[i] = std::max(0.0, length[i] - 2 * shift[i] + mean_square);
    }
  }
};

}  // namespace perceptron::core
