// Pegasos, against the paper's steps on whole vectors of weights, and what is proved about it.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "learn/trace.h"
#include "task.h"

namespace perceptron::core::test {
namespace {

using Vector = std::vector<double>;

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

Task pegasos_task(Random& random) {
  Task task = any_task(random, Loss::hinge);
  task.problem.l1 = 0;
  task.problem.l2 = std::pow(10, random.uniform(-4, 0.5));
  if (task.problem.offset == Offsets::free) task.problem.offset = Offsets::penalised;
  return task;
}

SolverSettings passes_in_order(std::uint64_t passes, bool projection) {
  SolverSettings settings;
  settings.shuffled = false;
  settings.epochs = passes;
  settings.tolerance = 0;
  settings.projection = projection;
  return settings;
}

// [x, 1], or [x, 0] without an offset.
Vector with_offset(const Task& task, std::size_t i) {
  Vector x = task.points[i];
  x.push_back(task.problem.offset == Offsets::none ? 0 : 1);
  return x;
}

struct PaperRun {
  Vector w;
  std::vector<Vector> after_updates;
  double objectives = 0;  // Σ fₜ(wₜ)
  double steps = 0;
  double closest = 1;   // any margin came to 1, where rounding decides
  double steepest = 0;  // the longest gradient of an fₜ
};

// Figure 1 of the paper with one example a step, as it stands there.
PaperRun run_paper(const Task& task, std::uint64_t passes, bool projection) {
  const double lambda = task.problem.l2;
  double all = 0;
  double count = 0;
  for (std::size_t i = 0; i < task.size(); ++i) {
    all += task.v(i);
    count += task.v(i) != 0 ? 1 : 0;
  }
  const double share = count / task.problem.n;
  const double radius = std::sqrt(all / task.problem.n / lambda);
  PaperRun run;
  run.w = Vector(task.points[0].size() + 1);
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < task.size(); ++i) {
      if (task.v(i) == 0) continue;
      const Vector x = with_offset(task, i);
      const double v = share * task.v(i);
      const double m = task.sign(i) * product(run.w, x);
      run.steps += 1;
      run.closest = std::min(run.closest, std::abs(m - 1));
      run.objectives += lambda / 2 * product(run.w, run.w) + v * std::max(0.0, 1 - m);
      Vector gradient = run.w;
      for (double& g : gradient) g *= lambda;
      for (std::size_t j = 0; m < 1 && j < x.size(); ++j) gradient[j] -= v * task.sign(i) * x[j];
      run.steepest = std::max(run.steepest, std::sqrt(product(gradient, gradient)));
      for (std::size_t j = 0; j < x.size(); ++j) run.w[j] -= gradient[j] / (lambda * run.steps);
      const double length = std::sqrt(product(run.w, run.w));
      if (projection && length > radius) {
        for (double& w : run.w) w *= radius / length;
      }
      if (m < 1) run.after_updates.push_back(run.w);
    }
  }
  return run;
}

Vector plane_of_solution(const Solution& solution) {
  Vector w = solution.w;
  w.push_back(solution.b);
  return w;
}

double largest_difference(const Vector& a, const Vector& b) {
  double largest = 0;
  for (std::size_t j = 0; j < a.size(); ++j)
    largest = std::max(largest, std::abs(a[j] - b[j]) / (1 + std::abs(a[j])));
  return largest;
}

Solution solved(const Task& task, const SolverSettings& settings) {
  Listener silent;
  return solve_pegasos(task.problem, settings, silent);
}

RC_GTEST_PROP(Pegasos, TakesTheStepsOfThePaper, (std::uint64_t seed, bool projection)) {
  Random random(seed);
  const Task task = pegasos_task(random);
  const Solution ours = solved(task, passes_in_order(1 + random.below(6), projection));
  // It ends early where the optimum is reached exactly.
  const PaperRun paper = run_paper(task, ours.mistakes.size(), projection);
  RC_PRE(paper.closest > 1e-9);
  RC_ASSERT(largest_difference(paper.w, plane_of_solution(ours)) < 1e-8);
  RC_ASSERT(ours.updates == paper.after_updates.size());
}

RC_GTEST_PROP(Pegasos, ObjectivesAreTogetherNotFarAboveThoseOfAnyPlane,
              (std::uint64_t seed, bool projection)) {
  Random random(seed);
  const Task task = pegasos_task(random);
  const std::uint64_t passes = 1 + random.below(6);
  const PaperRun run = run_paper(task, passes, projection);
  // Any plane in the ball; the zero plane and the best one are among them.
  Listener silent;
  SolverSettings precise;
  precise.tolerance = 1e-6;
  const Solution best = solve_dual(task.problem, precise, silent);
  const double t = random.uniform(0, 1);
  Vector u = best.w;
  for (double& w : u) w *= t;
  const double bound = run.steps * primal_of(task, u, t * best.b) + run.steepest * run.steepest *
                                                                        (1 + std::log(run.steps)) /
                                                                        (2 * task.problem.l2);
  RC_ASSERT(run.objectives <= bound * (1 + 1e-9));
}

RC_GTEST_PROP(Pegasos, WeightsAreThoseOfItsDualVariables, (std::uint64_t seed, bool projection)) {
  Random random(seed);
  const Task task = pegasos_task(random);
  const Solution ours = solved(task, passes_in_order(1, projection));
  if (ours.dual <= 0) return;  // those of weights 0 are better
  Vector u = combination_of(task, ours.beta);
  for (double& each : u) each /= task.problem.l2;
  if (task.problem.offset == Offsets::none) u.back() = 0;
  RC_ASSERT(largest_difference(u, plane_of_solution(ours)) < 1e-8);
  RC_ASSERT(excess_of(task, ours.beta) <= 1e-12);
  RC_ASSERT(ours.dual <= ours.primal * (1 + 1e-12));
}

TEST(Pegasos, ReachesTheOptimumOfTheHingeLoss) {
  Random random(5);
  for (int k = 0; k < 20; ++k) {
    Task task = pegasos_task(random);
    task.problem.l2 = 0.1;
    for (const bool projection : {false, true}) {
      SolverSettings settings = passes_in_order(20000, projection);
      settings.shuffled = true;
      settings.tolerance = 1e-3;
      const Solution ours = solved(task, settings);
      EXPECT_TRUE(ours.reached);
      Listener silent;
      SolverSettings precise;
      precise.tolerance = 1e-8;
      const Solution best = solve_dual(task.problem, precise, silent);
      EXPECT_LE(ours.primal, best.primal * (1 + 2e-3));
      EXPECT_GE(ours.primal, best.dual * (1 - 1e-9));
    }
  }
}

class Followed : public Tracer {
 public:
  explicit Followed(const Task& task) : task_(task) {}
  void on_update(const UpdateEvent& update, std::uint64_t /*pass*/,
                 std::uint64_t /*first*/) override {
    Vector w(update.bank.features() + 1);
    update.bank.take(0, {w.data(), w.size() - 1}, w.back());
    const Vector x = with_offset(task_, update.row);
    for (std::size_t j = 0; j < w.size(); ++j) w[j] += update.steps[0] * x[j];
    after.push_back(w);
  }
  std::vector<Vector> after;

 private:
  const Task& task_;
};

RC_GTEST_PROP(Pegasos, TraceShowsTheWeightsOfThePaper, (std::uint64_t seed, bool projection)) {
  Random random(seed);
  const Task task = pegasos_task(random);
  Followed followed(task);
  SolverSettings settings = passes_in_order(2, projection);
  settings.tracer = &followed;
  const Solution ours = solved(task, settings);
  const PaperRun paper = run_paper(task, ours.mistakes.size(), projection);
  RC_PRE(paper.closest > 1e-9);
  RC_ASSERT(followed.after.size() == paper.after_updates.size());
  for (std::size_t k = 0; k < followed.after.size(); ++k)
    RC_ASSERT(largest_difference(paper.after_updates[k], followed.after[k]) < 1e-8);
}

}  // namespace
}  // namespace perceptron::core::test
