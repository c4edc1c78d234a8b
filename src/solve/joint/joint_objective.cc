#include "solve/joint/joint_objective.h"

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "kernel/arithmetic.h"
#include "kernel/bank_rows.h"
#include "solve/joint/joint_losses.h"

namespace perceptron::core {
namespace {

// The probabilities of class k are lowered where their sum is above the weight of its rows, and
// what a row loses goes to the classes whose sum is below theirs: in proportion, so that all sums
// fit.
void balance_classes(const JointProblem& problem, std::span<double> p) {
  const std::uint64_t classes = problem.classes;
  std::vector<double> has(classes);
  std::vector<double> wants(classes);
  for (std::uint64_t i = 0; i < problem.size(); ++i) {
    if (problem.weight[i] == 0) continue;
    wants[problem.truth[i]] += problem.weight[i];
    for (std::uint64_t k = 0; k < classes; ++k) has[k] += problem.weight[i] * p[i * classes + k];
  }
  std::vector<double> kept(classes, 1);
  std::vector<double> received(classes);
  double missing = 0;
  for (std::uint64_t k = 0; k < classes; ++k) {
    if (has[k] > wants[k]) {
      kept[k] = wants[k] / has[k];
    } else {
      missing += received[k] = wants[k] - has[k];
    }
  }
  if (!(missing > 0)) return;
  for (std::uint64_t i = 0; i < problem.size(); ++i) {
    if (problem.weight[i] == 0) continue;
    double* const row = &p[i * classes];
    double given = 0;
    for (std::uint64_t k = 0; k < classes; ++k) {
      given += row[k] * (1 - kept[k]);
      row[k] *= kept[k];
    }
    for (std::uint64_t k = 0; k < classes; ++k) row[k] += given * received[k] / missing;
  }
}

// u of joint_problem.h; its last row is that of a penalised offset.
Bank combination_of(const JointProblem& problem, std::span<const double> p) {
  const std::uint64_t classes = problem.classes;
  Bank u(problem.features(), classes);
  const BankKernel& kernel = bank_kernel(problem.rows);
  const std::vector<std::uint64_t> places = all_places(kernel, classes);
  AlignedVector<double> steps(u.stride());
  for (std::uint64_t i = 0; i < problem.size(); ++i) {
    if (i % 4096 == 0) check_interrupt();
    if (problem.weight[i] == 0) continue;
    const double v = problem.weight[i] / problem.n;
    bool any = false;
    for (std::uint64_t k = 0; k < classes; ++k) {
      steps[k] = v * ((k == problem.truth[i] ? 1 : 0) - p[i * classes + k]);
      any = any || steps[k] != 0;
    }
    if (!any) continue;
    kernel.add(problem.rows, RowList::one(i), steps.data(), u.stride(), places, u.row(0));
    for (std::uint64_t k = 0; k < classes; ++k) u.offsets()[k] += steps[k];
  }
  return u;
}

}  // namespace

JointScores joint_products(const JointProblem& problem, const Bank& w) {
  const BankKernel& kernel = bank_kernel(problem.rows);
  const std::vector<std::uint64_t> places = all_places(kernel, problem.classes);
  JointScores s(problem.size() * w.stride());
  constexpr std::uint64_t kTogether = 1024;
  for (std::uint64_t first = 0; first < problem.size(); first += kTogether) {
    check_interrupt();
    const std::uint64_t end = std::min(first + kTogether, problem.size());
    kernel.dot(problem.rows, RowList::range(first, end), w.row(0), w.stride(), places,
               &s[first * w.stride()]);
  }
  return s;
}

double joint_mean_loss(const JointProblem& problem, const JointScores& s, std::uint64_t stride,
                       std::span<const double> b) {
  std::vector<double> scores(problem.classes);
  std::vector<double> p(problem.classes);
  double sum = 0;
  with_joint_loss(problem.loss, [&](auto loss) {
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      if (problem.weight[i] == 0) continue;
      for (std::uint64_t k = 0; k < problem.classes; ++k) scores[k] = s[i * stride + k] + b[k];
      sum += problem.weight[i] * loss.value(scores, problem.truth[i], p);
    }
  });
  return sum / problem.n;
}

double joint_penalty(const JointProblem& problem, const Bank& w) {
  double absolute = 0;
  double squares = 0;
  const std::uint64_t rows = w.features() + (problem.offset == OffsetKind::penalised ? 1 : 0);
  for (std::uint64_t j = 0; j < rows; ++j) {
    for (std::uint64_t k = 0; k < problem.classes; ++k) {
      absolute += std::abs(w.row(j)[k]);
      squares += w.row(j)[k] * w.row(j)[k];
    }
  }
  // Without the guard, 0·∞ would make the objective NaN.
  return (problem.l1 > 0 ? problem.l1 * absolute : 0) +
         (problem.l2 > 0 ? problem.l2 / 2 * squares : 0);
}

double joint_dual_value(const JointProblem& problem, std::span<double> p) {
  const std::uint64_t classes = problem.classes;
  if (problem.offset == OffsetKind::free) balance_classes(problem, p);
  const Bank u = combination_of(problem, p);
  const std::uint64_t rows = u.features() + (problem.offset == OffsetKind::penalised ? 1 : 0);
  double conjugate = 0;
  double largest = 0;
  for (std::uint64_t j = 0; j < rows; ++j) {
    for (std::uint64_t k = 0; k < classes; ++k) {
      const double excess = soft(u.row(j)[k], problem.l1);
      conjugate += excess * excess;
      largest = std::max(largest, std::abs(u.row(j)[k]));
    }
  }
  // Without L2, p is moved towards the true class until u is small enough.
  if (problem.l2 == 0) {
    const double factor = largest > problem.l1 ? problem.l1 / largest : 1;
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      if (problem.weight[i] == 0) continue;
      for (std::uint64_t k = 0; k < classes; ++k) p[i * classes + k] *= factor;
      p[i * classes + problem.truth[i]] += 1 - factor;
    }
    conjugate = 0;
  } else {
    conjugate /= 2 * problem.l2;
  }
  double gain = 0;
  with_joint_loss(problem.loss, [&](auto loss) {
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      if (problem.weight[i] != 0)
        gain += problem.weight[i] * loss.gain(p.subspan(i * classes, classes), problem.truth[i]);
    }
  });
  return gain / problem.n - conjugate;
}

}  // namespace perceptron::core
