#include "certify/answers.h"

#include <algorithm>

#include "base/interrupt.h"
#include "certify/feasible.h"
#include "certify/minimisers.h"

namespace perceptron::core {
namespace {

// Gap-safe screening (Ndiaye, Fercoq, Gramfort and Salmon 2017). The dual of a loss of curvature at
// most L is strongly concave, so its optimum β* has Σ (β − β*)²/v ≤ 2·n·L·gap, and with
// q = (1/n) Σ v·xⱼ² the distance of uⱼ from its optimum is at most √(2·L·gap·q). A feature whose
// optimal |uⱼ| is below l1 has weight 0.
class Screening {
 public:
  Screening(const Problem& problem, const OptimalityEvidence& evidence)
      : problem_(problem),
        weights_(problem.signed_weight, problem.n),
        sums_(problem.features()),
        squares_(problem.features()) {
    std::visit([&](const auto& rows) { add(rows, evidence.beta); }, problem.rows);
    const double curvature = with_loss(problem.loss, [](auto definition) {
      return decltype(definition)::kLargestCurvature;  // a power of two
    });
    const double gap = std::max(0.0, round_up(evidence.upper - evidence.lower));
    factor_ = round_up(2 * curvature * gap);
  }

  bool is_zero(std::uint64_t j) const {
    const Interval n = weights_.n();
    const double u = round_up(round_up(std::abs(sums_[j].value()) + sums_[j].error(1)) / n.lower);
    if (squares_[j].terms == 0) return u < problem_.l1;
    const double q = round_up(squares_[j].upper() / n.lower);
    return round_up(u + round_up(std::sqrt(round_up(factor_ * q)))) < problem_.l1;
  }

 private:
  template <class Rows>
  void add(const Rows& rows, std::span<const double> beta) {
    for (std::uint64_t i = 0; i < problem_.size(); ++i) {
      if (i % 4096 == 0) check_interrupt();
      const double y = problem_.signed_weight[i];
      if (y == 0) continue;
      const double step = std::copysign(beta[i], y);
      const double v = weights_.v(i).upper;
      const auto row = rows[i];
      for (std::uint64_t k = 0; k < row.size; ++k) {
        const double x = row.value(k);
        sums_[row.feature(k)].add(x * step);
        squares_[row.feature(k)].add(round_up(v * round_up(x * x)));
      }
    }
  }

  const Problem& problem_;
  TrueWeights weights_;
  std::vector<LongSum> sums_;
  std::vector<LongSum> squares_;
  double factor_ = 0;
};

std::vector<std::uint64_t> rows_outside(const Problem& problem, const Region& region,
                                        std::span<const double> w) {
  std::vector<std::uint64_t> outside;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < problem.size(); ++i) {
          if (i % 4096 == 0) check_interrupt();
          const double y = problem.signed_weight[i];
          if (y == 0) continue;
          const Interval scores = scores_within(region, w, rows[i]);
          if ((y > 0 ? scores.lower : -scores.upper) > 1) outside.push_back(i);
        }
      },
      problem.rows);
  return outside;
}

}  // namespace

Answers find_answers(const Problem& problem, std::span<const double> w, double b,
                     const OptimalityEvidence& evidence) {
  Answers answers;
  if (!std::isfinite(evidence.upper) || !has_answers(problem.loss)) return answers;
  answers.region = find_region(problem, w, b, evidence);
  const bool smooth = traits_of(problem.loss).smooth;
  std::optional<Screening> screening;
  if (problem.l1 > 0 && smooth && evidence.beta.size() == problem.size())
    screening.emplace(problem, evidence);
  for (std::uint64_t j = 0; j < w.size(); ++j) {
    if (answers.region && w[j] > answers.region->radius) {
      answers.positive.push_back(j);
    } else if (answers.region && -w[j] > answers.region->radius) {
      answers.negative.push_back(j);
    } else if (screening && screening->is_zero(j)) {
      answers.zero.push_back(j);
    }
  }
  if (answers.region && problem.loss != Loss::logistic)
    answers.outside = rows_outside(problem, *answers.region, w);
  return answers;
}

}  // namespace perceptron::core
