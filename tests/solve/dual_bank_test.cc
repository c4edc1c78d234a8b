// Models that dual ascent trains as a bank are those that it trains one by one,
// to the last bit.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/fit.h"
#include "task.h"

namespace perceptron::core::test {
namespace {

using Models = std::vector<perceptron::core::Problem>;

// Rows enough for several blocks of a pass's order, most of their values 0.
Matrix any_rows(Random& random, Matrix::Layout layout) {
  const std::uint64_t rows = 2 + random.below(120);
  const std::uint64_t features = 1 + random.below(12);
  Matrix matrix(Matrix::Layout::dense, features);
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (std::uint64_t j = 0; j < features; ++j)
      matrix.push(j, random.below(3) == 0 ? random.normal() + 0.3 : 0);
    matrix.end_row();
  }
  return layout == Matrix::Layout::dense ? std::move(matrix) : matrix.as(layout);
}

Matrix any_rows(Random& random) {
  return any_rows(random, random.below(2) == 0 ? Matrix::Layout::dense : Matrix::Layout::sparse);
}

std::uint64_t rows_of(const Matrix& matrix) {
  return std::visit([](const auto& rows) { return rows.rows; }, matrix.view());
}

// Of one loss, and for the rest as different as they may be: signs, weights, rows
// that are no examples, penalties and offsets.
Models any_models(Random& random, const Matrix& matrix) {
  const Loss loss = kLosses[1 + random.below(3)];
  const bool weighted = random.below(2) == 0;
  const std::uint64_t masked = random.below(3);  // of 4
  Models models(2 + random.below(21));
  for (perceptron::core::Problem& model : models) {
    model.rows = matrix.view();
    model.loss = loss;
    model.l2 = std::pow(10, random.uniform(-4, 0));
    model.offset = kOffsets[random.below(3)];
    for (std::uint64_t i = 0; i < rows_of(matrix); ++i) {
      const double v = weighted ? random.uniform(0.1, 3) : 1;
      const bool example = random.below(4) >= masked;
      model.signed_weight.push_back(!example ? 0 : random.below(3) == 0 ? v : -v);
      if (example) model.n += v;
    }
    if (model.n == 0) model.n = 1;
  }
  return models;
}

void expect_same(const Solution& a, const Solution& b) {
  RC_ASSERT(a.w == b.w);
  RC_ASSERT(a.b == b.b);
  RC_ASSERT(a.beta == b.beta);
  RC_ASSERT(a.primal == b.primal);
  RC_ASSERT(a.dual == b.dual);
  RC_ASSERT(a.passes == b.passes);
  RC_ASSERT(a.updates == b.updates);
  RC_ASSERT(a.reached == b.reached);
}

void expect_same(const Fit& a, const Fit& b) {
  RC_ASSERT(a.weights == b.weights);
  RC_ASSERT(a.offset == b.offset);
  RC_ASSERT(a.alpha == b.alpha);
  RC_ASSERT(a.converged == b.converged);
  RC_ASSERT(a.updates == b.updates);
  RC_ASSERT(a.held_out == b.held_out);
  RC_ASSERT(a.optimisation->passes == b.optimisation->passes);
  RC_ASSERT(a.optimisation->dual == b.optimisation->dual);
}

RC_GTEST_PROP(DualBank, SolvesEachModelAsItWouldBeSolvedAlone, (std::uint64_t seed)) {
  Random random(seed);
  const Matrix matrix = any_rows(random);
  const Models models = any_models(random, matrix);
  std::vector<SolverSettings> settings(models.size(),
                                       precise(std::pow(10, random.uniform(-8, -1))));
  const bool started = random.below(2) == 0;
  for (SolverSettings& each : settings) {
    each.seed = seed;
    each.epochs = 1 + random.below(200);
    if (!started || random.below(2) == 0) continue;
    for (std::uint64_t j = 0; j < models[0].features(); ++j)
      each.start.weights.push_back(random.normal());
    each.start.offset = random.normal();
  }
  Listener silent;
  const auto together = solve_dual(models, settings, silent);
  RC_ASSERT(together.size() == models.size());
  for (std::size_t m = 0; m < models.size(); ++m)
    expect_same(together[m], solve_dual(models[m], settings[m], silent));
}

// So many features that no step of second order comes to help.
TEST(DualBank, SolvesAloneAndTogetherTheSameWhereFeaturesAreMany) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    constexpr std::uint64_t kFeatures = 6000;
    Matrix matrix(Matrix::Layout::sparse, kFeatures);
    for (int i = 0; i < 70; ++i) {
      for (std::uint64_t j = random.below(2000); j < kFeatures; j += 1 + random.below(2000))
        matrix.push(j, random.normal() + 0.5);
      matrix.end_row();
    }
    const Models models = any_models(random, matrix);
    const std::vector<SolverSettings> settings(models.size(), precise(1e-3));
    Listener silent;
    const auto together = solve_dual(models, settings, silent);
    for (std::size_t m = 0; m < models.size(); ++m) {
      const Solution alone = solve_dual(models[m], settings[m], silent);
      EXPECT_EQ(together[m].w, alone.w) << seed << ", " << m;
      EXPECT_EQ(together[m].b, alone.b) << seed << ", " << m;
      EXPECT_EQ(together[m].beta, alone.beta) << seed << ", " << m;
      EXPECT_EQ(together[m].passes, alone.passes) << seed << ", " << m;
    }
  }
}

RC_GTEST_PROP(DualBank, FitsClassesTheSameTogetherAloneAndWithThreads, (std::uint64_t seed)) {
  Random random(seed);
  const Matrix matrix = any_rows(random);
  const std::uint64_t classes = 2 + random.below(20);
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
  for (std::uint64_t i = 0; i < rows_of(matrix); ++i) {
    labels.push_back(static_cast<std::uint32_t>(i < 2 ? i : random.below(classes)));
    weights.push_back(static_cast<double>(1 + random.below(3)));
  }
  // One class against the rest or against another, the classes with weights.
  Targets targets(classes, classes);
  const bool pairs = random.below(2) == 0;
  for (std::uint64_t m = 0; m < classes; ++m) {
    for (std::uint64_t c = 0; c < classes; ++c) {
      if (c == m || !pairs || c == (m + 1) % classes)
        targets.sign(c, m) = (c == m ? 1 : -1) * random.uniform(0.5, 2);
    }
  }
  LearnSettings settings;
  const std::vector<std::string> learners = {"hinge", "squared-hinge", "logistic"};
  const std::vector<std::string> solvers = {"dual", "newton", "auto"};
  settings.learner = by_name(learners[random.below(3)]);
  settings.solver = by_name(solvers[random.below(3)]);
  settings.l2 = random.below(2) == 0 ? 0.1 : 0.001;
  settings.offset = random.below(3) != 0;
  settings.penalise_offset = settings.offset && random.below(2) == 0;
  settings.early_stop = random.below(3) == 0 ? 0.3 : 0;
  settings.epochs = 100;
  const Examples examples{matrix.view(), labels, weights};
  Listener silent;
  const auto together = fit(examples, targets, settings, 1, silent);
  const auto threaded = fit(examples, targets, settings, 2, silent);
  for (std::uint64_t m = 0; m < classes; ++m) {
    expect_same(together[m], threaded[m]);
    expect_same(together[m], fit(examples, targets.slice(m, 1), settings, 1, silent)[0]);
  }
}

}  // namespace
}  // namespace perceptron::core::test
