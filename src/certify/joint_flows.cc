#include "certify/joint_flows.h"

#include <algorithm>
#include <cmath>

namespace perceptron::core {
namespace {

__extension__ using WideInteger = __int128;

// Flows as multiples of one power of two, which are summed without rounding.
class IntegerFlows {
 public:
  IntegerFlows(const JointProblem& problem, const TrueWeights& weights, std::span<const double> p,
               double part)
      : problem_(problem),
        classes_(problem.classes),
        flows_(problem.size() * classes_),
        room_(problem.size()),
        closed_(classes_, problem.offset == OffsetKind::free) {
    double largest = 0;
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      largest = std::max(largest, problem.weight[i]);
      if (problem.weight[i] != 0) closed_[problem.truth[i]] = false;
    }
    exponent_ = std::max(std::ilogb(largest) - 52, -1074);
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      if (problem.weight[i] != 0)
        fill(i, weights.v(i).lower, p.subspan(i * classes_, classes_), part);
    }
  }

  // As much into each class as out of it: what is missing flows, from the classes that receive
  // more than they give to those that give more, through rows that have room. It is little, because
  // the p of a solver are nearly balanced. False if there is not enough room.
  bool balance() {
    std::vector<WideInteger> excess = this->excess();
    for (std::uint64_t i = 0; i < problem_.size(); ++i) {
      if (problem_.weight[i] == 0) continue;
      WideInteger& from = excess[problem_.truth[i]];  // below 0: it receives more than it gives
      for (std::uint64_t k = 0; k < classes_ && from < 0 && room_[i] > 0; ++k) {
        if (excess[k] <= 0) continue;
        const WideInteger by = std::min({-from, excess[k], WideInteger(room_[i])});
        flows_[i * classes_ + k] += static_cast<std::int64_t>(by);
        room_[i] -= static_cast<std::int64_t>(by);
        from += by;
        excess[k] -= by;
      }
    }
    return std::all_of(excess.begin(), excess.end(), [](WideInteger each) { return each == 0; });
  }

  std::vector<double> values() const {
    std::vector<double> result(flows_.size());
    for (std::size_t k = 0; k < flows_.size(); ++k)
      result[k] = std::ldexp(static_cast<double>(flows_[k]), exponent_);
    return result;
  }

 private:
  void fill(std::uint64_t i, double v, std::span<const double> p, double part) {
    const auto most = static_cast<std::int64_t>(std::floor(std::ldexp(v, -exponent_)));
    room_[i] = most;
    for (std::uint64_t k = 0; k < classes_; ++k) {
      if (k == problem_.truth[i] || closed_[k] || !(p[k] > 0)) continue;  // not NaN
      const double wanted = std::ldexp(std::min(p[k], 1.0) * v * part, -exponent_);
      const auto flow = std::min(static_cast<std::int64_t>(wanted), room_[i]);
      flows_[i * classes_ + k] = flow;
      room_[i] -= flow;
    }
  }

  // What flows out of each class less what flows into it.
  std::vector<WideInteger> excess() const {
    std::vector<WideInteger> excess(classes_);
    for (std::uint64_t i = 0; i < problem_.size(); ++i) {
      for (std::uint64_t k = 0; k < classes_; ++k) {
        excess[problem_.truth[i]] += flows_[i * classes_ + k];
        excess[k] -= flows_[i * classes_ + k];
      }
    }
    return excess;
  }

  const JointProblem& problem_;
  std::uint64_t classes_;
  std::vector<std::int64_t> flows_;
  std::vector<std::int64_t> room_;  // of each row, for further flows
  std::vector<bool> closed_;        // classes without rows, out of which nothing could flow
  int exponent_ = 0;
};

}  // namespace

std::vector<double> feasible_flows(const JointProblem& problem, const TrueWeights& weights,
                                   std::span<const double> p, double part) {
  std::vector<double> none(problem.size() * problem.classes);
  if (p.size() != none.size()) return none;
  // Slightly less than the solver's flows, so that there is room.
  for (const double room : {0x1p-45, 0x1p-30, 0x1p-15}) {
    IntegerFlows flows(problem, weights, p, part * (1 - room));
    if (problem.offset != OffsetKind::free || flows.balance()) return flows.values();
  }
  return none;
}

}  // namespace perceptron::core
