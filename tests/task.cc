#include "task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace perceptron::core::test {

Task::Task(Grid rows, std::vector<double> signed_weight, Matrix::Layout layout)
    : points(std::move(rows)), matrix(Matrix::Layout::dense, points.at(0).size()) {
  for (const auto& point : points) {
    for (std::size_t j = 0; j < point.size(); ++j) matrix.push(j, point[j]);
    matrix.end_row();
  }
  if (layout != matrix.layout()) matrix = matrix.as(layout);
  problem.rows = matrix.view();
  for (const double v : signed_weight) problem.n += std::abs(v);
  problem.signed_weight = std::move(signed_weight);
}

double Task::v(std::size_t i) const { return std::abs(problem.signed_weight[i]); }

Task Task::with_rows(Grid rows, std::vector<double> signed_weight) const {
  Task other(std::move(rows), std::move(signed_weight), matrix.layout());
  other.problem.loss = problem.loss;
  other.problem.l1 = problem.l1;
  other.problem.l2 = problem.l2;
  other.problem.offset = problem.offset;
  return other;
}

std::string name_of(const Task& task) {
  constexpr std::array kNames = {"perceptron", "hinge", "squared hinge", "logistic"};
  constexpr std::array kOffsetNames = {"none", "free", "penalised"};
  return fmt::format("{}, L1 {}, L2 {}, offset {}, {} rows, {} features",
                     kNames.at(static_cast<std::size_t>(task.problem.loss)), task.problem.l1,
                     task.problem.l2,
                     kOffsetNames.at(static_cast<std::size_t>(task.problem.offset)), task.size(),
                     task.points[0].size());
}

double loss_at(Loss loss, double m) {
  switch (loss) {
    case Loss::perceptron:
      return m < 0 ? -m : 0;
    case Loss::hinge:
      return m < 1 ? 1 - m : 0;
    case Loss::squared_hinge:
      return m < 1 ? (1 - m) * (1 - m) : 0;
    default:
      return m < -700 ? -m : std::log1p(std::exp(-m));
  }
}

double slope_at(Loss loss, double m) {
  switch (loss) {
    case Loss::perceptron:
      return m <= 0 ? -1 : 0;
    case Loss::hinge:
      return m < 1 ? -1 : 0;
    case Loss::squared_hinge:
      return m < 1 ? -2 * (1 - m) : 0;
    default:
      return -1 / (1 + std::exp(m));
  }
}

double score_of(const Task& task, std::size_t i, std::span<const double> w, double b) {
  double sum = b;
  for (std::size_t j = 0; j < w.size(); ++j) sum += w[j] * task.points[i][j];
  return sum;
}

double soft(double x, double by) {
  const double size = std::abs(x) - by;
  return size > 0 ? std::copysign(size, x) : 0;
}

double primal_of(const Task& task, std::span<const double> w, double b) {
  const perceptron::core::Problem& p = task.problem;
  double sum = 0;
  for (std::size_t i = 0; i < task.size(); ++i)
    sum += task.v(i) * loss_at(p.loss, task.sign(i) * score_of(task, i, w, b));
  double value = sum / p.n;
  for (const double x : w) value += p.l1 * std::abs(x) + p.l2 / 2 * x * x;
  if (p.offset == Offsets::penalised) value += p.l1 * std::abs(b) + p.l2 / 2 * b * b;
  return value;
}

std::vector<double> combination_of(const Task& task, std::span<const double> beta) {
  std::vector<double> u(task.points[0].size() + 1);
  for (std::size_t i = 0; i < task.size(); ++i) {
    for (std::size_t j = 0; j + 1 < u.size(); ++j)
      u[j] += beta[i] * task.sign(i) * task.points[i][j] / task.problem.n;
    u.back() += beta[i] * task.sign(i) / task.problem.n;
  }
  return u;
}

double dual_of(const Task& task, std::span<const double> beta) {
  const perceptron::core::Problem& p = task.problem;
  const auto entropy = [](double a) { return a > 0 ? -a * std::log(a) : 0; };
  double value = 0;
  for (std::size_t i = 0; i < task.size(); ++i) {
    if (task.v(i) == 0) continue;
    const double a = beta[i] / task.v(i);
    const double gain = p.loss == Loss::hinge           ? a
                        : p.loss == Loss::squared_hinge ? a - a * a / 4
                        : p.loss == Loss::logistic      ? entropy(a) + entropy(1 - a)
                                                        : 0;
    value += task.v(i) * gain / p.n;
  }
  if (p.l2 == 0) return value;
  auto u = combination_of(task, beta);
  if (p.offset != Offsets::penalised) u.pop_back();
  for (const double x : u) value -= soft(x, p.l1) * soft(x, p.l1) / (2 * p.l2);
  return value;
}

double excess_of(const Task& task, std::span<const double> beta) {
  const perceptron::core::Problem& p = task.problem;
  double excess = 0;
  for (std::size_t i = 0; i < task.size(); ++i) {
    excess = std::max(excess, -beta[i]);
    if (p.loss != Loss::squared_hinge || task.v(i) == 0)
      excess = std::max(excess, beta[i] - task.v(i));
  }
  const auto u = combination_of(task, beta);
  if (p.offset == Offsets::free) excess = std::max(excess, std::abs(u.back()));
  if (p.l2 > 0) return excess;
  for (std::size_t j = 0; j < u.size(); ++j) {
    if (j + 1 < u.size() || p.offset == Offsets::penalised)
      excess = std::max(excess, std::abs(u[j]) - p.l1);
  }
  return excess;
}

Solution run(const Task& task, const std::string& solver, const SolverSettings& settings) {
  Listener silent;
  return solve(task.problem, find_named<Solver>(solver).value(), settings, silent);
}

SolverSettings precise(double tolerance) {
  SolverSettings settings;
  settings.tolerance = tolerance;
  settings.epochs = 20000;
  return settings;
}

std::vector<std::string> exact_solvers(const Task& task) {
  const perceptron::core::Problem& p = task.problem;
  const bool smooth = p.loss == Loss::squared_hinge || p.loss == Loss::logistic;
  std::vector<std::string> names;
  if (p.l2 > 0 && p.loss != Loss::perceptron) names.emplace_back("dual");
  if (smooth ? p.l1 > 0 || p.l2 > 0 : p.loss == Loss::hinge && p.l1 == 0 && p.l2 > 0)
    names.emplace_back("newton");
  if (p.loss != Loss::perceptron && (p.l1 > 0 || p.l2 > 0)) names.emplace_back("interior");
  return names;
}

Task any_task(Random& random, Loss loss) {
  const std::uint64_t rows = 2 + random.below(19);
  const std::uint64_t features = 1 + random.below(6);
  const bool integers = random.below(3) == 0;
  const bool sparse = random.below(2) == 0;
  const std::uint64_t kind = random.below(3);       // of weights
  const std::uint64_t positives = random.below(4);  // of 4, and at least one
  Grid points(rows, std::vector<double>(features));
  std::vector<double> signed_weight;
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (double& x : points[i]) {
      if (sparse ? random.below(3) != 0 : random.below(20) == 0) continue;
      x = integers ? static_cast<double>(random.below(7)) - 3 : random.normal();
    }
    if (i > 0 && random.below(20) == 0) points[i] = points[i - 1];
    const double y = i == 0 || (i > 1 && random.below(4) < positives) ? 1 : -1;
    const double v = kind == 0   ? 1
                     : kind == 1 ? static_cast<double>(random.below(4) + (i < 2 ? 1 : 0))
                                 : random.uniform(0.1, 3);
    signed_weight.push_back(y * v);
  }
  Task task(std::move(points), std::move(signed_weight),
            sparse ? Matrix::Layout::sparse : Matrix::Layout::dense);
  const auto penalty = [&] {
    return random.below(3) == 0 ? 0 : std::pow(10, random.uniform(-4, 0.5));
  };
  task.problem.loss = loss;
  task.problem.l1 = penalty();
  task.problem.l2 = penalty();
  task.problem.offset = kOffsets[random.below(3)];
  return task;
}

Task any_task(Random& random) { return any_task(random, kLosses[random.below(4)]); }

}  // namespace perceptron::core::test
