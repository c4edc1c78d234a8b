#include "certify/feasible.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/interrupt.h"
#include "certify/rounding.h"

namespace perceptron::core {

TrueWeights::TrueWeights(std::span<const double> weights, double n) : weights_(weights), n_{n, n} {
  double sum = 0;
  bool whole = true;
  for (const double v : weights) {
    whole = whole && v == std::trunc(v);
    sum += std::abs(v);
  }
  rounded_ = !(whole && sum == n && sum < 0x1p53);
  if (rounded_) {
    const double error = round_up(n * relative_error(weights.size()));
    n_ = {round_down(n - error), round_up(n + error)};
  }
}

Interval TrueWeights::v(std::uint64_t i) const {
  const double v = std::abs(weights_[i]);
  if (!rounded_ || v == 0) return {v, v};
  return {round_down(v), round_up(v)};
}

namespace {

// Holds the sum of 2⁶⁴ doubles without rounding, on a grid with 53 bits for the largest of them.
__extension__ using GridSum = unsigned __int128;

double limit(const Problem& problem, const TrueWeights& weights, std::uint64_t i) {
  if (problem.signed_weight[i] == 0) return 0;
  return traits_of(problem.loss).bounded_beta ? weights.v(i).lower
                                              : std::numeric_limits<double>::max();
}

// Lowers the values of one side, which sum to `from`, to a sum of `to`.
void lower_sum(std::vector<std::uint64_t*>& steps, GridSum from, GridSum to) {
  // Slightly less than the exact ratio, because it and the products may be rounded up.
  const double ratio = static_cast<double>(to) / static_cast<double>(from) * (1 - 0x1p-50);
  std::vector<std::uint64_t> room(steps.size());
  GridSum missing = to;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const auto lowered = static_cast<std::uint64_t>(static_cast<double>(*steps[k]) * ratio);
    room[k] = *steps[k] - lowered;
    *steps[k] = lowered;
    missing -= lowered;
  }
  // Little is missing, and there is room for it: distributed evenly first, then wherever room is
  // left.
  for (const bool evenly : {true, false}) {
    for (std::size_t k = 0; k < steps.size() && missing > 0; ++k) {
      const GridSum left = evenly ? steps.size() - k : 1;
      const GridSum share = std::min<GridSum>((missing + left - 1) / left, room[k]);
      *steps[k] += static_cast<std::uint64_t>(share);
      room[k] -= static_cast<std::uint64_t>(share);
      missing -= share;
    }
  }
}

// Σβy = 0: β is rounded to multiples of one power of two, which are summed as integers, and the
// side with the larger sum is lowered to that of the other.
void balance(const Problem& problem, const TrueWeights& weights, std::vector<double>& beta) {
  const double largest = *std::max_element(beta.begin(), beta.end());
  if (!(largest > 0)) return;
  const int exponent = std::max(std::ilogb(largest) - 52, -1074);
  std::vector<std::uint64_t> integers(beta.size());
  std::vector<std::uint64_t*> sides[2];
  GridSum sums[2] = {};
  for (std::uint64_t i = 0; i < beta.size(); ++i) {
    if (beta[i] == 0) continue;
    const double rounded = std::nearbyint(std::ldexp(beta[i], -exponent));
    const double most = std::floor(std::ldexp(limit(problem, weights, i), -exponent));
    integers[i] = static_cast<std::uint64_t>(std::min(rounded, most));
    const int side = problem.signed_weight[i] > 0 ? 1 : 0;
    sides[side].push_back(&integers[i]);
    sums[side] += integers[i];
  }
  if (sums[0] != sums[1]) {
    const int heavy = sums[1] > sums[0] ? 1 : 0;
    lower_sum(sides[heavy], sums[heavy], sums[1 - heavy]);
  }
  for (std::uint64_t i = 0; i < beta.size(); ++i)
    beta[i] = std::ldexp(static_cast<double>(integers[i]), exponent);
}

}  // namespace

std::vector<double> make_feasible(const Problem& problem, const TrueWeights& weights,
                                  std::span<const double> beta) {
  std::vector<double> result(problem.size());
  for (std::uint64_t i = 0; i < beta.size(); ++i) {
    if (beta[i] > 0) result[i] = std::min(beta[i], limit(problem, weights, i));  // not NaN
  }
  if (problem.offset == OffsetKind::free && !result.empty()) balance(problem, weights, result);
  return result;
}

std::vector<LongSum> dual_sums(const Problem& problem, std::span<const double> beta) {
  std::vector<LongSum> sums(problem.features());
  LongSum constant;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < beta.size(); ++i) {
          if (i % 4096 == 0) check_interrupt();
          if (beta[i] == 0) continue;
          const double step = std::copysign(beta[i], problem.signed_weight[i]);
          constant.add(step);
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k)
            sums[row.feature(k)].add(row.value(k) * step);
        }
      },
      problem.rows);
  if (problem.offset == OffsetKind::penalised) sums.push_back(constant);
  return sums;
}

}  // namespace perceptron::core
