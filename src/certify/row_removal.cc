#include "certify/row_removal.h"

#include <algorithm>
#include <cmath>

#include "certify/removal_by_curvature.h"
#include "certify/removal_by_gap.h"

namespace perceptron::core {

std::vector<Interval> left_out_scores(const Problem& problem, std::span<const double> row_weights,
                                      std::span<const double> w, double b,
                                      const OptimalityEvidence& evidence) {
  std::vector<Interval> others;
  if (problem.loss == Loss::logistic && problem.l1 == 0)
    others = removals_by_curvature(problem, row_weights, w, b);
  // Where second derivatives bound every score, gaps would add nothing but time.
  const bool all = std::all_of(others.begin(), others.end(), [](const Interval& score) {
    return std::isfinite(score.lower) && std::isfinite(score.upper);
  });
  if (all && !others.empty()) return others;
  std::vector<Interval> scores = removals_by_gap(problem, row_weights, w, b, evidence);
  for (std::size_t i = 0; i < others.size(); ++i)
    scores[i] = {std::max(scores[i].lower, others[i].lower),
                 std::min(scores[i].upper, others[i].upper)};
  return scores;
}

}  // namespace perceptron::core
