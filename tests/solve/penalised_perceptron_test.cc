// The perceptron with penalties: after each mistake a pull towards 0.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "problem.h"
#include "support.h"
#include "task.h"

namespace perceptron::core::test {
namespace {

// w ← soft(w + yx, L1)/(1 + L2) at each mistake, in file order.
struct Textbook {
  std::vector<double> w;
  double b = 0;
  std::vector<double> mean;
  double mean_b = 0;
  std::uint64_t mistakes = 0;
  bool clean = false;  // the last pass
  double closest = 1;  // a score came to 0, other than exactly

  Textbook(const Grid& points, const std::vector<std::uint32_t>& labels,
           const LearnSettings& settings, double l1, double l2) {
    w.resize(points.at(0).size());
    mean.resize(w.size());
    double steps = 0;
    for (std::uint64_t pass = 0; pass < settings.epochs; ++pass) {
      clean = true;
      for (std::size_t i = 0; i < points.size(); ++i) {
        const double y = labels[i] == 1 ? 1 : -1;
        double s = b;
        for (std::size_t j = 0; j < w.size(); ++j) s += points[i][j] * w[j];
        if (s != 0) closest = std::min(closest, std::abs(s));
        if (y * s <= 0) {
          clean = false;
          ++mistakes;
          for (std::size_t j = 0; j < w.size(); ++j)
            w[j] = soft(w[j] + y * points[i][j], l1) / (1 + l2);
          if (settings.offset) b += y;
          if (settings.offset && settings.penalise_offset) b = soft(b, l1) / (1 + l2);
        }
        ++steps;
        for (std::size_t j = 0; j < w.size(); ++j) mean[j] += (w[j] - mean[j]) / steps;
        mean_b += (b - mean_b) / steps;
      }
    }
    if (l1 > 0) {  // a mean has no zeros, which is what L1 is for
      mean = w;
      mean_b = b;
    }
  }
};

RC_GTEST_PROP(PenalisedPerceptron, FollowsTheTextbook, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = random_problem(random, 1 + random.below(20), 1 + random.below(6), 2,
                                         [&] { return random.normal(); });
  LearnSettings settings;
  settings.learner = by_name(random.below(2) == 0 ? "perceptron" : "averaged");
  settings.epochs = 1 + random.below(6);
  settings.order = VisitOrder::file;
  settings.offset = random.below(3) != 0;
  settings.penalise_offset = random.below(2) == 0;
  const double l2 = random.below(3) == 0 ? 0 : std::pow(10, random.uniform(-3, 2.3));
  const double l1 = l2 == 0 || random.below(2) == 0 ? std::pow(10, random.uniform(-4, -0.5)) : 0;
  settings.l1 = l1;
  settings.l2 = l2;
  const Textbook textbook(grid(problem.matrix), problem.labels, settings, l1, l2);
  const Fit fit = fit_binary(problem, settings);
  if (textbook.closest < 1e-9) return;  // rounding may decide otherwise there
  RC_LOG() << name_of(settings.learner) << ", L1 " << l1 << ", L2 " << l2 << ", offset "
           << settings.offset;
  const bool averaged = settings.learner == Learner::averaged;
  const auto& w = averaged ? textbook.mean : textbook.w;
  for (std::size_t j = 0; j < w.size(); ++j) {
    RC_ASSERT(std::isfinite(fit.weights[j]));
    RC_ASSERT(std::abs(fit.weights[j] - w[j]) <= 1e-9);
  }
  RC_ASSERT(std::abs(fit.offset - (averaged ? textbook.mean_b : textbook.b)) <= 1e-9);
  RC_ASSERT(fit.updates == textbook.mistakes);
  RC_ASSERT(fit.converged == textbook.clean);
}

RC_GTEST_PROP(PenalisedPerceptron, HugePenaltiesLeaveFiniteWeights, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = random_problem(random, 2 + random.below(20), 1 + random.below(6), 2,
                                         [&] { return random.normal(); });
  LearnSettings settings;
  settings.epochs = 30;
  settings.seed = seed;
  for (const char* learner : {"perceptron", "averaged"}) {
    settings.learner = by_name(learner);
    for (const double l1 : {0.0, 1e6}) {
      settings.l1 = l1;
      for (const char* l2 : {"2e-2", "2", "2e2", "1e6"}) {
        settings.l2 = std::stod(l2);
        const Fit fit = fit_binary(problem, settings);
        RC_LOG() << learner << ", L1 " << l1 << ", L2 " << l2 << "\n";
        RC_ASSERT(std::isfinite(fit.offset));
        for (const double w : fit.weights) {
          RC_ASSERT(std::isfinite(w));
          if (l1 > 0) RC_ASSERT(w == 0);
          RC_ASSERT(std::abs(w) <= 10 / std::stod(l2));  // ‖x‖∞/L2, and no x is as large
        }
      }
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
