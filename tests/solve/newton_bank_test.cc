// Models that Newton's method trains as a bank are those that it trains one by one,
// to the last bit, and rows that are no examples of a model change nothing.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "bank_problems.h"

namespace perceptron::core::test {
namespace {

RC_GTEST_PROP(NewtonBank, SolvesEachModelAsItWouldBeSolvedAlone, (std::uint64_t seed)) {
  Random random(seed);
  const Matrix matrix = any_rows(random, 200);
  const Models models = any_models(random, matrix, 21);
  const auto settings = any_settings(random, models);
  Listener silent;
  const auto together = solve_newton(models, settings, silent);
  RC_ASSERT(together.size() == models.size());
  for (std::size_t m = 0; m < models.size(); ++m)
    require_same(together[m], solve_newton(models[m], settings[m], silent));
}

// Conjugate gradients where there are too many features for a factor, and steps
// that look at some of the rows where those are many.
TEST(NewtonBank, SolvesAloneAndTogetherTheSameWhereFeaturesOrRowsAreMany) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const bool wide = seed % 2 == 0;
    const Matrix matrix =
        wide ? scattered_rows(random, 70, 6000) : scattered_rows(random, 1500, 12);
    const Models models = any_models(random, matrix, 21);
    if (models[0].loss == Loss::hinge) continue;
    std::vector<SolverSettings> settings(models.size(), precise(1e-3));
    for (SolverSettings& each : settings) each.epochs = 60;
    Listener silent;
    const auto together = solve_newton(models, settings, silent);
    for (std::size_t m = 0; m < models.size(); ++m)
      expect_same(together[m], solve_newton(models[m], settings[m], silent),
                  fmt::format("seed {}, model {}", seed, m));
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
