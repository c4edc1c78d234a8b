// Problems over shared rows, to be solved as a bank and one by one.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "task.h"

namespace perceptron::core::test {

using Models = std::vector<perceptron::core::Problem>;

inline std::uint64_t rows_of(const Matrix& matrix) {
  return std::visit([](const auto& rows) { return rows.rows; }, matrix.view());
}

// Dense or sparse, most values 0.
inline Matrix any_rows(Random& random, std::uint64_t most_rows) {
  const std::uint64_t rows = 2 + random.below(most_rows);
  const std::uint64_t features = 1 + random.below(12);
  Matrix matrix(Matrix::Layout::dense, features);
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (std::uint64_t j = 0; j < features; ++j)
      matrix.push(j, random.below(3) == 0 ? random.normal() + 0.3 : 0);
    matrix.end_row();
  }
  return random.below(2) == 0 ? std::move(matrix) : matrix.as(Matrix::Layout::sparse);
}

// Sparse, with few values in a row however many features there are.
inline Matrix scattered_rows(Random& random, std::uint64_t rows, std::uint64_t features) {
  Matrix matrix(Matrix::Layout::sparse, features);
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (std::uint64_t j = random.below(features / 3); j < features;
         j += 1 + random.below(features / 3))
      matrix.push(j, random.normal() + 0.5);
    matrix.end_row();
  }
  return matrix;
}

// Of one loss, and for the rest as different as they may be: signs, weights, rows
// that are no examples, penalties and offsets. Some have no examples at all, or of
// one side only.
inline Models any_models(Random& random, const Matrix& matrix, std::uint64_t most) {
  const Loss loss = kLosses[1 + random.below(3)];
  const bool weighted = random.below(2) == 0;
  Models models(1 + random.below(most));
  for (perceptron::core::Problem& model : models) {
    model.rows = matrix.view();
    model.loss = loss;
    model.l2 = std::pow(10, random.uniform(-5, 0));
    model.offset = kOffsets[random.below(3)];
    const std::uint64_t masked = random.below(5);    // of 4
    const std::uint64_t positive = random.below(3);  // of 2
    for (std::uint64_t i = 0; i < rows_of(matrix); ++i) {
      const double v = weighted ? random.uniform(0.1, 3) : 1;
      const bool example = random.below(4) >= masked;
      model.signed_weight.push_back(!example ? 0 : random.below(2) < positive ? v : -v);
      if (example) model.n += v;
    }
    if (model.n == 0) model.n = 1;
  }
  return models;
}

// Tolerances and limits of every size, and a warm start for some models.
inline std::vector<SolverSettings> any_settings(Random& random, const Models& models) {
  std::vector<SolverSettings> settings(models.size());
  for (SolverSettings& each : settings) {
    each = precise(std::pow(10, random.uniform(-8, -1)));
    each.epochs = 1 + random.below(300);
    if (random.below(3) != 0) continue;
    for (std::uint64_t j = 0; j < models[0].features(); ++j)
      each.start.weights.push_back(random.normal());
    each.start.offset = random.normal();
  }
  return settings;
}

// In a property.
inline void require_same(const Solution& a, const Solution& b) {
  RC_ASSERT(a.w == b.w);
  RC_ASSERT(a.b == b.b);
  RC_ASSERT(a.beta == b.beta);
  RC_ASSERT(a.primal == b.primal);
  RC_ASSERT(a.dual == b.dual);
  RC_ASSERT(a.passes == b.passes);
  RC_ASSERT(a.updates == b.updates);
  RC_ASSERT(a.reached == b.reached);
}

// In a test without one.
inline void expect_same(const Solution& a, const Solution& b, const std::string& what) {
  EXPECT_EQ(a.w, b.w) << what;
  EXPECT_EQ(a.b, b.b) << what;
  EXPECT_EQ(a.beta, b.beta) << what;
  EXPECT_EQ(a.passes, b.passes) << what;
}

}  // namespace perceptron::core::test
