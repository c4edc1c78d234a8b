// The kernel perceptron, against the perceptron on the features of which the kernel is the product,
// and the voted perceptron, against the algorithm as Freund and Schapire wrote it.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "learn/support_planes.h"
#include "model/scorer.h"
#include "oracle.h"
#include "problem.h"

namespace perceptron::core::test {
namespace {

struct TracedStep {
  std::uint64_t pass;
  std::uint64_t row;
  std::uint64_t model;
  double score;
  double step;

  bool operator==(const TracedStep&) const = default;
};

class StepList : public Tracer {
 public:
  void on_update(const UpdateEvent& update, std::uint64_t pass, std::uint64_t first) override {
    for (const std::uint64_t m : update.models)
      list.push_back({pass, update.row, first + m, update.scores[m], update.steps[m]});
  }
  std::vector<TracedStep> list;
};

struct TracedRun {
  std::vector<Fit> fits;
  std::vector<TracedStep> steps;
};

TracedRun traced_run(const Problem& problem, const Targets& targets,
                     const LearnSettings& settings) {
  StepList steps;
  const Examples examples = problem.examples();
  Listener silent;
  FitRequest traced{examples, targets, {&settings, 1}};
  traced.tracer = &steps;
  std::vector<Fit> fits = fit(traced, silent);
  return {std::move(fits), std::move(steps.list)};
}

LearnSettings perceptron_settings(Random& random) {
  LearnSettings settings;
  settings.learner = Learner::perceptron;
  settings.offset = random.below(2) == 0;
  settings.epochs = 1 + random.below(8);
  settings.seed = random.bits();
  return settings;
}

LearnSettings with_kernel(LearnSettings settings, KernelKind kind, std::uint64_t degree,
                          double coef0) {
  settings.learner = Learner::kernel;
  settings.kernel = kind;
  settings.degree = degree;
  settings.coef0 = coef0;
  return settings;
}

Targets each_against_the_rest(std::uint64_t classes) {
  if (classes == 2) return Targets::binary();
  Targets targets(classes, classes);
  for (std::uint64_t c = 0; c < classes; ++c) {
    for (std::uint64_t m = 0; m < classes; ++m) targets.sign(c, m) = c == m ? 1 : -1;
  }
  return targets;
}

// All products of `degree` of the numbers [x, 1] or, without a constant, of x, each in every
// order: their inner products are (x·z + 1)^degree or (x·z)^degree, and whole numbers stay whole.
Point products_of(Point x, std::uint64_t degree, bool constant) {
  if (constant) x.push_back(1);
  Point all = {1};
  for (std::uint64_t k = 0; k < degree; ++k) {
    Point next;
    for (const double a : all) {
      for (const double b : x) next.push_back(a * b);
    }
    all = std::move(next);
  }
  return all;
}

RC_GTEST_PROP(Kernel, LinearTakesTheStepsOfThePerceptronBitForBit, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t classes = 2 + random.below(3);
  const Problem problem = real_problem(random, classes);
  const Targets targets = each_against_the_rest(classes);
  const LearnSettings plain = perceptron_settings(random);
  const TracedRun theirs = traced_run(problem, targets, plain);
  const TracedRun ours = traced_run(problem, targets, with_kernel(plain, KernelKind::linear, 1, 0));
  RC_ASSERT(ours.steps == theirs.steps);
  for (std::size_t m = 0; m < ours.fits.size(); ++m) {
    RC_ASSERT(ours.fits[m].weights == theirs.fits[m].weights);
    RC_ASSERT(ours.fits[m].offset == theirs.fits[m].offset);
    RC_ASSERT(ours.fits[m].mistakes == theirs.fits[m].mistakes);
  }
}

RC_GTEST_PROP(Kernel, PolynomialTakesTheStepsOfThePerceptronOnMappedFeatures,
              (std::uint64_t seed, bool constant)) {
  Random random(seed);
  const std::uint64_t classes = 2 + random.below(3);
  const std::uint64_t degree = 1 + random.below(3);
  const std::uint64_t features = 1 + random.below(3);
  std::vector<Point> points(2 + random.below(20), Point(features));
  std::vector<Point> mapped;
  std::vector<std::uint32_t> labels;
  for (Point& x : points) {
    for (double& value : x) value = static_cast<double>(random.below(11)) - 5;
    mapped.push_back(products_of(x, degree, constant));
    labels.push_back(static_cast<std::uint32_t>(random.below(classes)));
  }
  const auto layout = random.below(2) == 0 ? Matrix::Layout::dense : Matrix::Layout::sparse;
  const Problem problem(points, labels, layout);
  const Problem explicit_problem(mapped, labels);
  const Targets targets = each_against_the_rest(classes);
  const LearnSettings plain = perceptron_settings(random);
  const TracedRun theirs = traced_run(explicit_problem, targets, plain);
  const LearnSettings settings =
      with_kernel(plain, KernelKind::polynomial, degree, constant ? 1 : 0);
  const TracedRun ours = traced_run(problem, targets, settings);
  RC_ASSERT(ours.steps == theirs.steps);

  // And the scores of other rows, by the rows that a model keeps.
  std::vector<const Fit*> fits;
  for (const Fit& fit : ours.fits) fits.push_back(&fit);
  const auto support = support_planes(problem.matrix, settings, fits);
  std::vector<std::uint64_t> all(points.size());
  for (std::uint64_t i = 0; i < all.size(); ++i) all[i] = i;
  std::vector<double> scores(points.size() * fits.size());
  support->score(problem.matrix.view(), all, scores);
  for (std::uint64_t i = 0; i < points.size(); ++i) {
    for (std::uint64_t m = 0; m < fits.size(); ++m) {
      double s = theirs.fits[m].offset;
      for (std::size_t j = 0; j < mapped[i].size(); ++j)
        s += theirs.fits[m].weights[j] * mapped[i][j];
      RC_ASSERT(scores[i * fits.size() + m] == s);
    }
  }
}

RC_GTEST_PROP(Kernel, MarginPerceptronEndsWithTheMarginThatItAsksFor, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = real_problem(random);
  LearnSettings settings = perceptron_settings(random);
  settings = with_kernel(settings, KernelKind::rbf, 1, 0);
  settings.kernel_gamma = 1;
  settings.beta = random.uniform(0, 0.2);
  settings.epochs = 200;
  const Fit fit = traced_run(problem, Targets::binary(), settings).fits[0];
  const KernelFunction kernel = kernel_of(settings, problem.matrix.features());
  // ‖(w, b)‖² = Σ Σ c c (K + 1) and the scores, written out.
  const Examples examples = problem.examples();
  const std::uint64_t rows = examples.size();
  std::vector<Point> points(rows, Point(problem.matrix.features()));
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) points[i][row.feature(k)] = row.value(k);
        }
      },
      problem.matrix.view());
  std::vector<double> s(rows, fit.offset);
  double length = 0;
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (std::uint64_t j = 0; j < rows; ++j) {
      double distance = 0;
      for (std::size_t k = 0; k < points[i].size(); ++k)
        distance += (points[i][k] - points[j][k]) * (points[i][k] - points[j][k]);
      s[i] += fit.coefficients[j] * std::exp(-kernel.gamma * distance);
    }
  }
  for (std::uint64_t i = 0; i < rows; ++i)
    length += fit.coefficients[i] * s[i];  // Σ c (Σ c K + b), and b = Σ c with an offset
  if (!fit.converged) return;
  for (std::uint64_t i = 0; i < rows; ++i) {
    const double y = problem.labels[i] == 1 ? 1 : -1;
    RC_ASSERT(y * s[i] >= settings.beta * std::sqrt(std::max(0.0, length)) - 1e-9 * (1 + length));
  }
}

RC_GTEST_PROP(Kernel, UpdatesAreAtMostRadiusOverMarginSquared, (std::uint64_t seed)) {
  // Novikoff's bound in the feature space: k² γ² ≤ ‖w‖² ≤ k R² after k mistakes, here with the
  // length of the plane and the margin of a longer run.
  Random random(seed);
  const Problem problem = real_problem(random);
  LearnSettings settings = perceptron_settings(random);
  settings.offset = false;
  settings.epochs = 2000;
  settings = with_kernel(settings, KernelKind::rbf, 1, 0);
  settings.kernel_gamma = 2;
  const Fit fit = traced_run(problem, Targets::binary(), settings).fits[0];
  if (!fit.converged || fit.updates == 0) return;
  std::vector<const Fit*> fits = {&fit};
  const auto support = support_planes(problem.matrix, settings, fits);
  std::vector<std::uint64_t> all(problem.labels.size());
  for (std::uint64_t i = 0; i < all.size(); ++i) all[i] = i;
  std::vector<double> s(all.size());
  support->score(problem.matrix.view(), all, s);
  double smallest = 1e300;
  double length = 0;
  for (std::uint64_t i = 0; i < all.size(); ++i) {
    smallest = std::min(smallest, (problem.labels[i] == 1 ? 1 : -1) * s[i]);
    length += fit.coefficients[i] * s[i];
  }
  // R² is 1, and the margin of this plane smallest/‖w‖.
  const auto k = static_cast<double>(fit.updates);
  RC_ASSERT(length <= k * (1 + 1e-9));
  RC_ASSERT(k * smallest * smallest <= length * (1 + 1e-9));
}

// ---- The voted perceptron ----

struct VotingPlane {
  Point w;
  double b = 0;
  double votes = 0;
};

// Figure 1 of the paper, with all planes in full.
std::vector<VotingPlane> freund_and_schapire(const std::vector<Point>& points,
                                             const std::vector<std::uint32_t>& labels,
                                             std::uint64_t passes, bool offset) {
  std::vector<VotingPlane> planes = {{Point(points[0].size()), 0, 0}};
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double y = labels[i] == 1 ? 1 : -1;
      VotingPlane& now = planes.back();
      double s = now.b;
      for (std::size_t j = 0; j < now.w.size(); ++j) s += now.w[j] * points[i][j];
      if (y * s > 0) {
        now.votes += 1;
        continue;
      }
      VotingPlane next{now.w, now.b + (offset ? y : 0), 1};
      for (std::size_t j = 0; j < next.w.size(); ++j) next.w[j] += y * points[i][j];
      planes.push_back(next);
    }
  }
  return planes;
}

RC_GTEST_PROP(Voted, VotesAsFreundAndSchapireWroteIt, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t features = 1 + random.below(4);
  std::vector<Point> points(2 + random.below(15), Point(features));
  std::vector<std::uint32_t> labels;
  for (Point& x : points) {
    for (double& value : x) value = static_cast<double>(random.below(9)) - 4;
    labels.push_back(static_cast<std::uint32_t>(random.below(2)));
  }
  const auto layout = random.below(2) == 0 ? Matrix::Layout::dense : Matrix::Layout::sparse;
  const Problem problem(points, labels, layout);
  LearnSettings settings;
  settings.learner = Learner::voted;
  settings.offset = random.below(2) == 0;
  settings.order = VisitOrder::file;
  settings.epochs = 1 + random.below(6);
  const Fit fit = fit_binary(problem, settings);
  const auto planes = freund_and_schapire(points, labels, *settings.epochs, settings.offset);
  RC_ASSERT(fit.votes.size() + 1 == planes.size());
  for (std::size_t k = 0; k < fit.votes.size(); ++k)
    RC_ASSERT(fit.votes[k].votes == planes[k + 1].votes);

  const std::vector<const Fit*> fits = {&fit};
  const auto support = support_planes(problem.matrix, settings, fits);
  Point average(features + 1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double sum = 0;
    double all = 0;
    for (const VotingPlane& plane : planes) {
      if (plane.votes == 0) continue;
      double s = plane.b;
      for (std::size_t j = 0; j < features; ++j) s += plane.w[j] * points[i][j];
      sum += s >= 0 ? plane.votes : -plane.votes;
      all += plane.votes;
    }
    double score = 0;
    const std::uint64_t row = i;
    support->score(problem.matrix.view(), {&row, 1}, {&score, 1});
    RC_ASSERT(score == (all > 0 ? sum / all : 0));
  }

  // The averaged perceptron is the mean of the same planes.
  settings.learner = Learner::averaged;
  const Fit averaged = fit_binary(problem, settings);
  double all = 0;
  for (const VotingPlane& plane : planes) {
    all += plane.votes;
    for (std::size_t j = 0; j < features; ++j) average[j] += plane.votes * plane.w[j];
    average[features] += plane.votes * plane.b;
  }
  for (std::size_t j = 0; j < features; ++j)
    RC_ASSERT(std::abs(averaged.weights[j] - average[j] / all) <= 1e-9);
  RC_ASSERT(std::abs(averaged.offset - average[features] / all) <= 1e-9);
}

}  // namespace
}  // namespace perceptron::core::test
