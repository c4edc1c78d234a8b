#include "objectives.h"

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "certificates.h"
#include "certify/claims.h"
#include "data/scaling.h"

namespace perceptron::core::test {

// ---- A problem as a user states it ----

perceptron::core::Problem StatedProblem::problem() const {
  perceptron::core::Problem problem;
  problem.rows = data.matrix.view();
  problem.loss = loss;
  problem.l1 = l1;
  problem.l2 = l2;
  problem.offset = offset;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    const double weight = data.weights.empty() ? 1 : data.weights[i];
    const std::uint32_t label = data.labels[i];
    problem.signed_weight.push_back((label == 1 ? 1 : -1) * weight * class_weights[label]);
    problem.n += weight;
  }
  return problem;
}

Subject StatedProblem::subject() const { return subject_of(data, offset != OffsetKind::none); }

Objective StatedProblem::objective() const {
  const std::vector<std::string> names = {"perceptron", "hinge", "squared-hinge", "logistic"};
  return {names[static_cast<std::size_t>(loss)],
          hexadecimal(l1),
          hexadecimal(l2),
          offset == OffsetKind::penalised,
          {hexadecimal(class_weights[0]), hexadecimal(class_weights[1])}};
}

StatedProblem random_stated_problem(Random& random) {
  const auto one_of = [&](std::vector<double> values) {
    return values[random.below(values.size())];
  };
  StatedProblem task;
  task.data = random_data(random);
  task.loss = static_cast<Loss>(random.below(8) == 0 ? 0 : 1 + random.below(3));
  const std::uint64_t penalty = random.below(8);
  if (penalty != 0) task.l2 = one_of({1, 0.5, 0.1, 0.01, 1e-3, 3});
  if (penalty < 4) task.l1 = one_of({1, 0.25, 0.1, 0.01, 1e-3});
  if (penalty == 1) task.l2 = 0;
  if (random.below(30) == 0) task.l1 = task.l2 = 0;
  task.offset = static_cast<OffsetKind>(random.below(3));
  if (random.below(3) == 0) task.class_weights = {one_of({1, 2, 0.3, 1.1}), one_of({1, 0.7, 5})};
  if (random.below(40) == 0) task.class_weights[random.below(2)] = 0;
  const std::uint64_t weights = random.below(4);
  if (weights < 2) {
    for (std::uint64_t i = 0; i < task.data.rows(); ++i) {
      task.data.weights.push_back(weights == 0 ? one_of({1, 1, 2, 3, 0})
                                               : one_of({0.1, 0.7, 1.3, 2, random.uniform()}));
    }
    task.data.weights[0] = 1;
  }
  return task;
}

// ---- The same in numbers without error ----

ExactProblem exact_task(const Subject& subject, const Objective& objective, Dataset data) {
  Scaling::fit(subject.scale, data.matrix).apply(data.matrix);
  ExactProblem task;
  task.loss = objective.loss;
  task.l1 = number(objective.l1);
  task.l2 = number(objective.l2);
  const Numbers class_weights = {number(objective.class_weights[0]),
                                 number(objective.class_weights[1])};
  for (const Point& point : grid(data.matrix)) {
    const std::size_t i = task.rows.size();
    const int y = data.labels[i] == 1 ? 1 : -1;
    Numbers& row = task.rows.emplace_back();
    for (const double x : point) row.emplace_back(y * x);
    if (!subject.lift.empty()) row.emplace_back(y * number(subject.lift));
    task.penalised = row.size() + (subject.offset && objective.penalised_offset ? 1 : 0);
    if (subject.offset) row.emplace_back(y);
    const mpq_class weight = data.weights.empty() ? 1 : mpq_class(data.weights[i]);
    task.v.emplace_back(weight * class_weights[data.labels[i]]);
    task.n += weight;
  }
  task.free_offset = subject.offset && !objective.penalised_offset;
  return task;
}

namespace {

long double long_of(const mpq_class& x) {
  const double high = x.get_d();
  return static_cast<long double>(high) + mpq_class(x - mpq_class(high)).get_d();
}

mpq_class exact_of(long double x) {
  const auto high = static_cast<double>(x);
  return mpq_class(high) + mpq_class(static_cast<double>(x - high));
}

// weight·x, of which x has the errors of a few long doubles.
void add(Near& sum, const mpq_class& weight, long double x) {
  sum.value += weight * exact_of(x);
  sum.error += abs(weight) * exact_of(1e-17L * (std::abs(x) + 1e-300L));
}

}  // namespace

Near primal(const ExactProblem& task, const Numbers& plane) {
  Near sum;
  const Numbers margins = scores(task.rows, plane);
  for (std::size_t i = 0; i < margins.size(); ++i) {
    const mpq_class& m = margins[i];
    const mpq_class lacking = std::max(mpq_class(1 - m), mpq_class(0));
    if (task.loss == "perceptron") {
      sum.value += task.v[i] * std::max(mpq_class(-m), mpq_class(0));
    } else if (task.loss == "hinge") {
      sum.value += task.v[i] * lacking;
    } else if (task.loss == "squared-hinge") {
      sum.value += task.v[i] * lacking * lacking;
    } else {
      const long double t = long_of(m);
      const long double tail = std::log1p(std::exp(-std::abs(t)));
      add(sum, task.v[i], t < 0 ? tail - t : tail);
    }
  }
  sum.value /= task.n;
  sum.error /= task.n;
  for (std::size_t j = 0; j < task.penalised; ++j)
    sum.value += task.l1 * abs(plane[j]) + task.l2 / 2 * plane[j] * plane[j];
  return sum;
}

std::optional<Near> dual(const ExactProblem& task, const Numbers& beta) {
  Near sum;
  Numbers u(task.rows[0].size());
  for (std::size_t i = 0; i < beta.size(); ++i) {
    const mpq_class& v = task.v[i];
    if (beta[i] < 0) return std::nullopt;
    if (task.loss == "squared-hinge" ? v == 0 && beta[i] > 0 : beta[i] > v) return std::nullopt;
    if (beta[i] == 0) continue;
    for (std::size_t j = 0; j < u.size(); ++j) u[j] += beta[i] * task.rows[i][j] / task.n;
    if (task.loss == "hinge") sum.value += beta[i];
    if (task.loss == "squared-hinge") sum.value += beta[i] - beta[i] * beta[i] / (4 * v);
    if (task.loss == "logistic") {
      for (const mpq_class& share : {mpq_class(beta[i] / v), mpq_class(1 - beta[i] / v)}) {
        // −log a from 1 − a where a is near 1.
        const long double log =
            share > mpq_class(1, 2) ? std::log1p(-long_of(1 - share)) : std::log(long_of(share));
        if (share > 0) add(sum, v, -long_of(share) * log);
      }
    }
  }
  sum.value /= task.n;
  sum.error /= task.n;
  if (task.free_offset && u.back() != 0) return std::nullopt;
  for (std::size_t j = 0; j < task.penalised; ++j) {
    const mpq_class excess = abs(u[j]) - task.l1;
    if (excess <= 0) continue;
    if (task.l2 == 0) return std::nullopt;
    sum.value -= excess * excess / (2 * task.l2);
  }
  return sum;
}

Numbers dual_point(const Certificate& certificate) {
  Numbers beta(certificate.data.rows);
  for (std::size_t k = 0; k < certificate.points.size(); ++k)
    beta[certificate.points[k]] = number(certificate.alpha[k]);
  return beta;
}

// ---- Solutions ----

namespace {

// −loss′(m), of losses with a corner at 1 or 0 rounded off over `width`.
double slope(const std::string& loss, double m, double width) {
  if (loss == "squared-hinge") return 2 * std::max(0.0, 1 - m);
  if (loss == "logistic") return 1 / (1 + std::exp(m));
  const double corner = loss == "hinge" ? 1 : 0;
  return std::clamp((corner - m) / width, 0.0, 1.0);
}

}  // namespace

StatedSolution solve(const ExactProblem& task) {
  const std::size_t size = task.rows[0].size();
  std::vector<Point> rows;
  Point share;  // v/n
  double lengths = 0;
  for (std::size_t i = 0; i < task.rows.size(); ++i) {
    Point& row = rows.emplace_back();
    for (const mpq_class& x : task.rows[i]) row.push_back(x.get_d());
    share.push_back(mpq_class(task.v[i] / task.n).get_d());
    lengths += share[i] * dot(row, row);
  }
  const double l1 = task.l1.get_d();
  const double l2 = task.l2.get_d();
  const bool corner = task.loss == "hinge" || task.loss == "perceptron";
  StatedSolution solution;
  solution.plane.resize(size);
  solution.beta.resize(rows.size());
  Point& w = solution.plane;
  Point before = w;
  const std::vector<double> widths =
      corner ? std::vector<double>{1, 0.1, 0.01, 0.001} : std::vector<double>{1};
  for (const double width : widths) {
    const double curve = task.loss == "squared-hinge" ? 2 : corner ? 1 / width : 0.25;
    const double step = 1 / (curve * lengths + l2 + 1e-9);
    double momentum = 1;
    for (int pass = 0; pass < (corner ? 150 : 400); ++pass) {
      const double next = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
      Point at(size);
      for (std::size_t j = 0; j < size; ++j)
        at[j] = w[j] + (momentum - 1) / next * (w[j] - before[j]);
      momentum = next;
      Point gradient(size);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double pull = share[i] * slope(task.loss, dot(at, rows[i]), width);
        for (std::size_t j = 0; j < size; ++j) gradient[j] -= pull * rows[i][j];
      }
      before = w;
      for (std::size_t j = 0; j < size; ++j) {
        if (j < task.penalised) gradient[j] += l2 * at[j];
        w[j] = at[j] - step * gradient[j];
        const double shrink = j < task.penalised ? step * l1 : 0;
        w[j] = std::copysign(std::max(std::abs(w[j]) - shrink, 0.0), w[j]);
      }
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    solution.beta[i] = task.v[i].get_d() * slope(task.loss, dot(w, rows[i]), widths.back());
  return solution;
}

StatedSolution solve(const StatedProblem& task) {
  return solve(exact_task(task.subject(), task.objective(), task.data));
}

// ---- Certificates ----

OptimalityEvidence measure(const StatedProblem& task, const StatedSolution& solution,
                           std::uint64_t threads) {
  const bool offset = task.offset != OffsetKind::none;
  return measure_optimality(task.problem(), solution.weights(offset),
                            offset ? solution.plane.back() : 0, solution.beta, threads);
}

Certificate certify(const StatedProblem& task, const StatedSolution& solution) {
  const bool offset = task.offset != OffsetKind::none;
  Certificate certificate = certify_optimality(task.subject(), task.problem(), task.class_weights,
                                               measure(task, solution), solution.weights(offset),
                                               offset ? solution.plane.back() : 0);
  certificate.program = "a test";
  return certificate;
}

// Besides the plane of the certificate the best that can be found must not be
// below the lower bound.
std::string optimality_lie(const Certificate& certificate, const Dataset& data) {
  const Objective& objective = certificate.objective;
  for (const std::string& text :
       {objective.l1, objective.l2, objective.class_weights[0], objective.class_weights[1]}) {
    if (number(text) < 0) return "a number of the objective is negative";
  }
  const ExactProblem task = exact_task(certificate.data, objective, data);
  const Numbers plane = numbers(certificate.plane);
  if (plane.size() != task.rows[0].size()) return "the plane is none";
  const Near reached = primal(task, plane);
  if (number(certificate.upper) < reached.value - reached.error)
    return "the upper bound is too low";
  const mpq_class lower = number(certificate.lower);
  if (lower > reached.value + reached.error)
    return "the lower bound is above the plane's objective";
  const std::vector<double> best = solve(task).plane;
  for (const double factor : {0.0, 0.5, 1.0, 2.0}) {
    Numbers other;
    for (const double x : best) other.emplace_back(std::isfinite(x) ? factor * x : 0);
    const Near found = primal(task, other);
    if (lower > found.value + found.error) return "the lower bound is above another plane's";
  }
  return "";
}

}  // namespace perceptron::core::test
