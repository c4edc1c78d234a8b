#include "certify/optimality.h"

#include <algorithm>
#include <cmath>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "base/threads.h"
#include "certify/feasible.h"
#include "certify/rounding.h"

namespace perceptron::core {
namespace {

// ---- Sums over the rows ----

struct Plane {
  std::span<const double> w;
  double b;
};

struct Totals {
  LongSum losses;  // upper bound on Σ v·loss(m)
  LongSum gains;   // lower bound on Σ v·gain(β/v)
};

template <LossDefinition L>
Totals visit(const Problem& problem, const TrueWeights& weights, const Plane& plane,
             std::span<const double> beta, std::uint64_t begin, std::uint64_t end) {
  Totals totals;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = begin; i < end; ++i) {
          const double y = problem.signed_weight[i];
          if (y == 0) continue;
          Sum score;
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k)
            score.add_product(row.value(k), plane.w[row.feature(k)]);
          score.add(plane.b);
          const double margin = y > 0 ? score.lower() : -score.upper();
          const Interval v = weights.v(i);
          // NaN means overflow.
          const double loss = std::isnan(margin) ? kInfinity : L::value_upper(margin);
          totals.losses.add(loss == 0 ? 0 : round_up(v.upper * loss));
          totals.gains.add(beta[i] == 0 ? 0 : L::gain_lower(beta[i], v.lower));
        }
      },
      problem.rows);
  return totals;
}

// A sum of zeros is exactly 0.
double upper_of(const LongSum& sum) { return sum.size == 0 ? 0 : sum.upper(); }

struct LossAndGain {
  double losses;
  double gains;
};

LossAndGain visit_all(const Problem& problem, const TrueWeights& weights, const Plane& plane,
                      std::span<const double> beta, std::uint64_t threads) {
  constexpr std::uint64_t kBlock = 4096;
  const std::uint64_t rows = problem.size();
  std::vector<Totals> blocks((rows + kBlock - 1) / kBlock);
  parallel_for(blocks.size(), threads, [&](std::uint64_t block) {
    check_interrupt();
    const std::uint64_t begin = block * kBlock;
    const std::uint64_t end = std::min(rows, begin + kBlock);
    blocks[block] = with_loss(problem.loss, [&](auto definition) {
      return visit<decltype(definition)>(problem, weights, plane, beta, begin, end);
    });
  });
  Totals all;
  for (const Totals& block : blocks) {
    all.losses.add(upper_of(block.losses));
    all.gains.add(block.gains.lower());
  }
  return {upper_of(all.losses), all.gains.lower()};
}

// An upper bound on l1‖w‖₁ + (l2/2)‖w‖².
double penalty_upper(const Problem& problem, const Plane& plane) {
  if (problem.l1 == 0 && problem.l2 == 0) return 0;
  LongSum length;
  LongSum squares;
  const auto add = [&](double x) {
    length.add(std::abs(x));
    squares.add(round_up(x * x));
  };
  for (const double x : plane.w) add(x);
  if (problem.offset == OffsetKind::penalised) add(plane.b);
  // 0·∞ is 0 here.
  const double first = problem.l1 > 0 ? round_up(problem.l1 * length.upper()) : 0;
  const double second = problem.l2 > 0 ? round_up(problem.l2 * squares.upper()) / 2 : 0;
  return round_up(first + round_up(second));
}

// Upper bounds on |uⱼ|, followed by that of a penalised offset.
std::vector<double> dual_bounds(const Problem& problem, double n, std::span<const double> beta) {
  const std::vector<LongSum> sums = dual_sums(problem, beta);
  std::vector<double> u;
  u.reserve(sums.size());
  for (const LongSum& sum : sums)
    u.push_back(round_up(round_up(std::abs(sum.value()) + sum.error(1)) / n));
  return u;
}

double largest_of(const std::vector<double>& u) {
  double largest = 0;
  for (const double x : u) {
    if (std::isnan(x)) return kInfinity;
    largest = std::max(largest, x);
  }
  return largest;
}

// An upper bound on R*(u); without l2 every |uⱼ| ≤ l1.
double conjugate_upper(const Problem& problem, const std::vector<double>& u) {
  LongSum squares;
  for (const double x : u) {
    if (x <= problem.l1) continue;
    const double excess = round_up(x - problem.l1);
    squares.add(round_up(excess * excess));
  }
  return squares.terms == 0 ? 0 : round_up(squares.upper() / (2 * problem.l2));
}

}  // namespace

OptimalityEvidence measure_optimality(const Problem& problem, std::span<const double> w, double b,
                                      std::span<const double> beta, std::uint64_t threads) {
  const TrueWeights weights(problem.signed_weight, problem.n);
  const Interval n = weights.n();
  OptimalityEvidence evidence;
  evidence.beta.resize(problem.size());
  std::vector<double> u;
  if (n.lower > 0 && (problem.l1 > 0 || problem.l2 > 0)) {
    evidence.beta = make_feasible(problem, weights, beta);
    u = dual_bounds(problem, n.lower, evidence.beta);
    // Without l2, β is scaled down until u is small enough. Making it feasible again changes it
    // slightly, so this may take more than one attempt.
    double spare = 0x1p-50;
    while (problem.l2 == 0 && !(largest_of(u) <= problem.l1)) {
      const double factor = problem.l1 / largest_of(u) * (1 - spare);
      spare *= 16;
      if (!(factor > 0) || spare > 0x1p-20) {
        std::fill(evidence.beta.begin(), evidence.beta.end(), 0.0);
        u.clear();
        break;
      }
      for (double& x : evidence.beta) x *= factor;
      evidence.beta = make_feasible(problem, weights, evidence.beta);
      u = dual_bounds(problem, n.lower, evidence.beta);
    }
  }
  const Plane plane{w, problem.offset == OffsetKind::none ? 0 : b};
  const auto [losses, gains] = visit_all(problem, weights, plane, evidence.beta, threads);
  const double penalty = penalty_upper(problem, plane);
  evidence.upper = losses == 0 && penalty == 0 ? 0 : round_up(round_up(losses / n.lower) + penalty);
  if (!(n.lower > 0) || std::isnan(evidence.upper)) evidence.upper = kInfinity;
  evidence.lower = round_down(round_down(gains / n.upper) - round_up(conjugate_upper(problem, u)));
  if (!(evidence.lower > 0 && evidence.lower < kInfinity)) {
    evidence.lower = 0;
    std::fill(evidence.beta.begin(), evidence.beta.end(), 0.0);
  }
  return evidence;
}

}  // namespace perceptron::core
