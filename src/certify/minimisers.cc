#include "certify/minimisers.h"

#include <algorithm>
#include <vector>

#include "certify/feasible.h"
#include "certify/offset_search.h"

namespace perceptron::core {
namespace {

// Intervals that contain uⱼ, followed by that of a penalised offset.
std::vector<Interval> combination_bounds(const Problem& problem, const Interval& n,
                                         std::span<const double> beta) {
  const std::vector<LongSum> sums = dual_sums(problem, beta);
  std::vector<Interval> u;
  u.reserve(sums.size());
  for (const LongSum& sum : sums) {
    const double lower = round_down(sum.value() - sum.error(1));
    const double upper = round_up(sum.value() + sum.error(1));
    u.push_back({round_down(lower / (lower < 0 ? n.lower : n.upper)),
                 round_up(upper / (upper > 0 ? n.lower : n.upper))});
  }
  return u;
}

// The soft threshold of u, which grows with u, divided by l2.
double weight_of(double u, const Problem& problem, double (*round)(double)) {
  const double l1 = problem.l1;
  const double excess = u > l1 ? round(u - l1) : u < -l1 ? round(u + l1) : 0;
  return round(excess / problem.l2);
}

// An upper bound on δ².
double squared_half_distance(const Problem& problem, std::span<const double> w, double b,
                             const Interval& n, std::span<const double> beta) {
  const std::vector<Interval> u = combination_bounds(problem, n, beta);
  LongSum squares;
  for (std::size_t j = 0; j < u.size(); ++j) {
    const double own = j < w.size() ? w[j] : b;
    const double most = std::max(round_up(weight_of(u[j].upper, problem, round_up) - own),
                                 round_up(own - weight_of(u[j].lower, problem, round_down)));
    squares.add(round_up(most * most));
  }
  return squares.terms == 0 ? 0 : round_up(squares.upper() / 4);
}

double radius_of(const Problem& problem, std::span<const double> w, double b, const Interval& n,
                 const OptimalityEvidence& evidence) {
  const double gap = std::max(0.0, round_up(evidence.upper - evidence.lower));
  const double share = round_up(gap / problem.l2);
  // δ² is at most half the share, and the sum grows with δ up to there.
  double half = squared_half_distance(problem, w, b, n, evidence.beta);
  if (!(half <= share / 2)) half = share / 2;
  const double delta = round_up(std::sqrt(half));
  const double rest = std::max(0.0, round_up(share - round_down(half * (1 - 0x1p-50))));
  return round_up(delta + round_up(std::sqrt(rest)));
}

}  // namespace

std::optional<Region> find_region(const Problem& problem, std::span<const double> w, double b,
                                  const OptimalityEvidence& evidence) {
  const Interval n = TrueWeights(problem.signed_weight, problem.n).n();
  if (!(problem.l2 > 0) || !(n.lower > 0) || !std::isfinite(evidence.upper)) return std::nullopt;
  Region region;
  region.radius = radius_of(problem, w, b, n, evidence);
  region.penalised_offset = problem.offset == OffsetKind::penalised;
  if (problem.offset != OffsetKind::none) region.offset = {b, b};
  if (problem.offset == OffsetKind::free)
    region.offset = OffsetSearch(problem, w).around(b, region.radius);
  if (!region.is_around(region.offset.lower)) return std::nullopt;
  return region;
}

}  // namespace perceptron::core
