#include "certify/joint_optimality.h"

#include <algorithm>
#include <cmath>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "base/threads.h"
#include "certify/joint_flows.h"
#include "certify/rounding.h"

namespace perceptron::core {
namespace {

// The functions of base/elementary.h are wrong by at most two units in the last place; see the
// logistic loss.
constexpr double kElementaryError = 64 * 0x1p-53;
constexpr double kUnderflow = 0x1p-1060;

// ---- Upper bounds on a loss: `ahead` are upper bounds on s_k − s_c of the wrong classes ----

double softmax_upper(std::span<const double> ahead) {
  double largest = 0;  // that of the true class
  double others = 0;   // e^(s_k − largest) of all classes but the one with the largest score
  for (const double d : ahead) {
    if (d > largest) {
      others = (others + 1) * portable_exp(largest - d);
      largest = d;
    } else {
      others += portable_exp(d - largest);
    }
  }
  // Each class adds a few roundings.
  const double error = static_cast<double>(ahead.size() + 1) * kElementaryError;
  const double tail = portable_log1p(others * (1 + error) + kUnderflow);
  return round_up(largest + round_up(tail * (1 + kElementaryError)));
}

double crammer_singer_upper(std::span<const double> ahead) {
  double largest = 0;
  for (const double d : ahead) largest = std::max(largest, round_up(d + 1));
  return largest;
}

double loss_upper(JointLoss loss, std::span<const double> ahead) {
  for (const double d : ahead) {
    if (!(d < std::numeric_limits<double>::max())) return std::numeric_limits<double>::infinity();
  }
  switch (loss) {
    case JointLoss::softmax:
      return softmax_upper(ahead);
    case JointLoss::crammer_singer:
      return crammer_singer_upper(ahead);
  }
  return std::numeric_limits<double>::infinity();
}

// ---- Lower bounds on v·gain(p, c), for a v no larger than the exact one ----

// Σ β log(v/β) over all classes, that of the row having what is left of v; it grows with v.
double softmax_gain_lower(std::span<const double> flows, std::uint32_t truth, double v) {
  Sum out;
  Sum entropy;
  for (const double flow : flows) {
    if (flow > 0) out.add(flow);
  }
  const auto add_term = [&](double flow) {
    if (flow > v * 0x1p-900) entropy.add(flow * -portable_log(flow / v));
  };
  for (std::size_t k = 0; k < flows.size(); ++k) {
    if (k != truth && flows[k] > 0) add_term(flows[k]);
  }
  // −γ log(γ/v) has its largest slope where γ is small, and is concave: the smaller of its values
  // at both ends of the interval of γ bounds it.
  const auto own = [&](double left) {
    if (!(left > v * 0x1p-900)) return 0.0;
    const double given = (v - left) / v;
    return left * (given < 0.5 ? -portable_log1p(-given) : -portable_log(left / v));
  };
  const double least = std::min(own(std::max(0.0, round_down(v - out.upper()))),
                                own(std::min(v, round_up(v - out.lower()))));
  const double sum = round_down(entropy.lower() * (1 - kElementaryError));
  return std::max(0.0, round_down(std::max(0.0, sum) +
                                  std::max(0.0, least * (1 - kElementaryError) - kUnderflow)));
}

double crammer_singer_gain_lower(std::span<const double> flows) {
  Sum sum;
  for (const double flow : flows) {
    if (flow > 0) sum.add(flow);
  }
  return sum.terms == 0 ? 0 : std::max(0.0, sum.lower());
}

double gain_lower(JointLoss loss, std::span<const double> flows, std::uint32_t truth, double v) {
  switch (loss) {
    case JointLoss::softmax:
      return softmax_gain_lower(flows, truth, v);
    case JointLoss::crammer_singer:
      return crammer_singer_gain_lower(flows);
  }
  return 0;
}

// ---- Sums over the rows ----

struct JointTotals {
  LongSum losses;
  LongSum gains;
};

class JointMeasurement {
 public:
  JointMeasurement(const JointProblem& problem, const Bank& w, std::uint64_t threads)
      : problem_(problem),
        w_(w),
        classes_(problem.classes),
        weights_(problem.weight, problem.n),
        threads_(threads) {}

  JointEvidence run(std::span<const double> p) const {
    JointEvidence evidence;
    const Interval n = weights_.n();
    double conjugate = std::numeric_limits<double>::infinity();
    if (n.lower > 0 && (problem_.l1 > 0 || problem_.l2 > 0)) {
      evidence.flows = feasible_flows(problem_, weights_, p, 1);
      conjugate = conjugate_of(evidence.flows);
      // Without L2 the flows are lowered until u is small enough.
      double spare = 0x1p-44;
      while (problem_.l2 == 0 && largest_ > problem_.l1 && spare < 0x1p-10) {
        const double part = problem_.l1 / largest_ * (1 - spare);
        spare *= 16;
        evidence.flows = feasible_flows(problem_, weights_, p, part);
        conjugate = conjugate_of(evidence.flows);
      }
    }
    if (evidence.flows.empty()) evidence.flows.resize(problem_.size() * classes_);
    const auto [losses, gains] = sums(evidence.flows);
    evidence.upper = round_up(round_up(losses / n.lower) + penalty());
    if (!(n.lower > 0) || std::isnan(evidence.upper))
      evidence.upper = std::numeric_limits<double>::infinity();
    evidence.lower = round_down(round_down(gains / n.upper) - conjugate);
    if (!(evidence.lower > 0) || !std::isfinite(evidence.lower)) {
      evidence.lower = 0;
      std::fill(evidence.flows.begin(), evidence.flows.end(), 0.0);
    }
    return evidence;
  }

 private:
  struct Both {
    double losses;
    double gains;
  };
  Both sums(const std::vector<double>& flows) const {
    constexpr std::uint64_t kBlock = 1024;
    std::vector<JointTotals> blocks((problem_.size() + kBlock - 1) / kBlock);
    parallel_for(blocks.size(), threads_, [&](std::uint64_t block) {
      check_interrupt();
      const std::uint64_t end = std::min(problem_.size(), (block + 1) * kBlock);
      for (std::uint64_t i = block * kBlock; i < end; ++i) add_row(i, flows, blocks[block]);
    });
    JointTotals all;
    for (const JointTotals& block : blocks) {
      all.losses.add(block.losses.upper());
      all.gains.add(block.gains.lower());
    }
    return {all.losses.upper(), all.gains.lower()};
  }

  void add_row(std::uint64_t i, const std::vector<double>& flows, JointTotals& totals) const {
    if (problem_.weight[i] == 0) return;
    const Interval v = weights_.v(i);
    const std::uint32_t truth = problem_.truth[i];
    const std::vector<double> ahead = ahead_of(i, truth);
    totals.losses.add(round_up(v.upper * loss_upper(problem_.loss, ahead)));
    totals.gains.add(gain_lower(problem_.loss, {&flows[i * classes_], classes_}, truth, v.lower));
  }

  // Upper bounds on s_k − s_c for the wrong classes.
  std::vector<double> ahead_of(std::uint64_t i, std::uint32_t truth) const {
    std::vector<Sum> scores(classes_);
    std::visit(
        [&](const auto& rows) {
          const auto row = rows[i];
          for (std::uint64_t j = 0; j < row.size; ++j) {
            const double* const from = w_.row(row.feature(j));
            for (std::uint64_t k = 0; k < classes_; ++k)
              scores[k].add_product(row.value(j), from[k]);
          }
        },
        problem_.rows);
    for (std::uint64_t k = 0; k < classes_ && problem_.offset != OffsetKind::none; ++k)
      scores[k].add(w_.offsets()[k]);
    std::vector<double> ahead;
    for (std::uint64_t k = 0; k < classes_; ++k) {
      if (k != truth) ahead.push_back(round_up(scores[k].upper() - scores[truth].lower()));
    }
    return ahead;
  }

  // An upper bound on L1‖W‖₁ + (L2/2)‖W‖².
  double penalty() const {
    LongSum length;
    LongSum squares;
    const std::uint64_t rows =
        problem_.features() + (problem_.offset == OffsetKind::penalised ? 1 : 0);
    for (std::uint64_t j = 0; j < rows; ++j) {
      for (std::uint64_t k = 0; k < classes_; ++k) {
        const double x = w_.row(j)[k];
        length.add(std::abs(x));
        squares.add(round_up(x * x));
      }
    }
    const double first = problem_.l1 > 0 ? round_up(problem_.l1 * length.upper()) : 0;
    const double second = problem_.l2 > 0 ? round_up(problem_.l2 * squares.upper()) / 2 : 0;
    return round_up(first + round_up(second));
  }

  // An upper bound on Σ R*(uₖ); notes the largest |u|.
  double conjugate_of(const std::vector<double>& flows) const {
    const double n = weights_.n().lower;
    LongSum squares;
    largest_ = 0;
    for (std::uint64_t k = 0; k < classes_; ++k) {
      check_interrupt();
      for (const LongSum& sum : sums_of(k, flows)) {
        const double u = round_up(round_up(std::abs(sum.value()) + sum.error(1)) / n);
        largest_ = u >= 0 ? std::max(largest_, u) : std::numeric_limits<double>::infinity();
        if (u <= problem_.l1) continue;
        const double excess = round_up(u - problem_.l1);
        squares.add(round_up(excess * excess));
      }
    }
    if (squares.terms == 0) return 0;
    if (problem_.l2 == 0) return std::numeric_limits<double>::infinity();
    return round_up(squares.upper() / (2 * problem_.l2));
  }

  // n·u of class k, followed by that of a penalised offset.
  std::vector<LongSum> sums_of(std::uint64_t k, const std::vector<double>& flows) const {
    std::vector<LongSum> sums(problem_.features());
    LongSum constant;
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < problem_.size(); ++i) {
            const auto row = rows[i];
            const auto add = [&](double flow) {
              constant.add(flow);
              for (std::uint64_t j = 0; j < row.size; ++j)
                sums[row.feature(j)].add(row.value(j) * flow);
            };
            // Each flow is added by itself: a sum of them would be rounded.
            for (std::uint64_t other = 0; other < classes_ && problem_.truth[i] == k; ++other) {
              if (flows[i * classes_ + other] != 0) add(flows[i * classes_ + other]);
            }
            if (problem_.truth[i] != k && flows[i * classes_ + k] != 0)
              add(-flows[i * classes_ + k]);
          }
        },
        problem_.rows);
    if (problem_.offset == OffsetKind::penalised) sums.push_back(constant);
    return sums;
  }

  const JointProblem& problem_;
  const Bank& w_;
  std::uint64_t classes_;
  TrueWeights weights_;
  std::uint64_t threads_;
  mutable double largest_ = 0;
};

}  // namespace

JointEvidence measure_joint_optimality(const JointProblem& problem, const Bank& w,
                                       std::span<const double> p, std::uint64_t threads) {
  return JointMeasurement(problem, w, threads).run(p);
}

}  // namespace perceptron::core
