// Models that Newton's method trains as a bank are those that it trains one by one,
// to the last bit, and rows that are no examples of a model change nothing.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/fit.h"
#include "task.h"

namespace perceptron::core::test {
namespace {

using Models = std::vector<perceptron::core::Problem>;

// Most values are 0.
Matrix any_rows(Random& random, std::uint64_t most_rows) {
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

std::uint64_t rows_of(const Matrix& matrix) {
  return std::visit([](const auto& rows) { return rows.rows; }, matrix.view());
}

// Of one loss, and for the rest as different as they may be: signs, weights, rows
// that are no examples, penalties and offsets. Some have no examples at all, or of
// one side only.
Models any_models(Random& random, const Matrix& matrix, std::uint64_t most) {
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

std::vector<SolverSettings> any_settings(Random& random, const Models& models) {
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

void expect_same(const Solution& a, const Solution& b) {
  RC_ASSERT(a.w == b.w);
  RC_ASSERT(a.b == b.b);
  RC_ASSERT(a.beta == b.beta);
  RC_ASSERT(a.primal == b.primal);
  RC_ASSERT(a.dual == b.dual);
  RC_ASSERT(a.passes == b.passes);
  RC_ASSERT(a.reached == b.reached);
}

RC_GTEST_PROP(NewtonBank, SolvesEachModelAsItWouldBeSolvedAlone, (std::uint64_t seed)) {
  Random random(seed);
  const Matrix matrix = any_rows(random, 200);
  const Models models = any_models(random, matrix, 21);
  const auto settings = any_settings(random, models);
  Listener silent;
  const auto together = solve_newton(models, settings, silent);
  RC_ASSERT(together.size() == models.size());
  for (std::size_t m = 0; m < models.size(); ++m)
    expect_same(together[m], solve_newton(models[m], settings[m], silent));
}

// Conjugate gradients where there are too many features for a factor, and steps
// that look at some of the rows where those are many.
TEST(NewtonBank, SolvesAloneAndTogetherTheSameWhereFeaturesOrRowsAreMany) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const bool wide = seed % 2 == 0;
    const std::uint64_t features = wide ? 6000 : 12;
    Matrix matrix(Matrix::Layout::sparse, features);
    for (int i = 0; i < (wide ? 70 : 1500); ++i) {
      for (std::uint64_t j = random.below(features / 3); j < features;
           j += 1 + random.below(features / 3))
        matrix.push(j, random.normal() + 0.5);
      matrix.end_row();
    }
    const Models models = any_models(random, matrix, 21);
    if (models[0].loss == Loss::hinge) continue;
    std::vector<SolverSettings> settings(models.size(), precise(1e-3));
    for (SolverSettings& each : settings) each.epochs = 60;
    Listener silent;
    const auto together = solve_newton(models, settings, silent);
    for (std::size_t m = 0; m < models.size(); ++m) {
      const Solution alone = solve_newton(models[m], settings[m], silent);
      EXPECT_EQ(together[m].w, alone.w) << seed << ", " << m;
      EXPECT_EQ(together[m].b, alone.b) << seed << ", " << m;
      EXPECT_EQ(together[m].beta, alone.beta) << seed << ", " << m;
      EXPECT_EQ(together[m].passes, alone.passes) << seed << ", " << m;
    }
  }
}

// The rows of `matrix` that are examples of the model, and nothing else.
Matrix examples_of(const Matrix& matrix, const perceptron::core::Problem& model) {
  Matrix some(matrix.layout(), matrix.features());
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          if (model.signed_weight[i] == 0) continue;
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k) some.push(row.feature(k), row.value(k));
          some.end_row();
        }
      },
      matrix.view());
  return some;
}

RC_GTEST_PROP(NewtonBank, SeesNothingOfRowsThatAreNoExamples, (std::uint64_t seed)) {
  Random random(seed);
  const Matrix matrix = any_rows(random, 200);
  const Models models = any_models(random, matrix, 4);
  const auto settings = any_settings(random, models);
  Listener silent;
  for (std::size_t m = 0; m < models.size(); ++m) {
    const Matrix some = examples_of(matrix, models[m]);
    perceptron::core::Problem given = models[m];
    given.rows = some.view();
    std::erase(given.signed_weight, 0);
    RC_ASSERT(choose_solver(given, Solver::automatic) ==
              choose_solver(models[m], Solver::automatic));
    const Solution a = solve_newton(models[m], settings[m], silent);
    const Solution b = solve_newton(given, settings[m], silent);
    RC_ASSERT(a.w == b.w);
    RC_ASSERT(a.b == b.b);
    RC_ASSERT(a.primal == b.primal);
    RC_ASSERT(a.dual == b.dual);
    RC_ASSERT(a.passes == b.passes);
  }
}

}  // namespace
}  // namespace perceptron::core::test
