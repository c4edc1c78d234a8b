#include "certify/joint_ascent.h"

#include <cmath>

#include "certify/feasible.h"
#include "certify/joint_flows.h"

namespace perceptron::core {

JointAscent::JointAscent(const KeslerRows& rows, double radius) {
  problem_.rows = rows.rows;
  problem_.classes = rows.classes;
  problem_.truth.assign(rows.labels.begin(), rows.labels.end());
  problem_.weight.assign(rows.size(), 1.0);
  problem_.n = static_cast<double>(rows.size());
  problem_.loss = JointLoss::crammer_singer;
  problem_.offset = rows.kind == Offset::none ? OffsetKind::none : OffsetKind::free;
  problem_.l2 = 0.01 * radius * radius;
}

void JointAscent::step(double tolerance, std::uint64_t passes, std::uint64_t seed,
                       Listener& listener) {
  constexpr double kFactor = 10;
  JointSettings settings;
  settings.tolerance = tolerance;
  settings.epochs = passes;
  settings.seed = seed;
  std::optional<JointSolution> before = std::move(solution_);
  if (before) {
    problem_.l2 /= kFactor;
    settings.start = &before->w;
    settings.start_p = before->p;
  }
  solution_ = solve_joint(problem_, Solver::automatic, settings, listener);
  passes_ += static_cast<std::uint64_t>(std::ceil(solution_->passes));
}

JointPlanes JointAscent::planes() const {
  const Bank& w = solution_->w;
  JointPlanes planes;
  planes.weights.resize(w.features() * problem_.classes);
  for (std::uint64_t j = 0; j < w.features(); ++j) {
    for (std::uint64_t k = 0; k < problem_.classes; ++k)
      planes.weights[k * w.features() + j] = w.row(j)[k];
  }
  return planes;
}

std::vector<Flow> JointAscent::flows() const {
  const TrueWeights weights(problem_.weight, problem_.n);
  const std::vector<double> all = feasible_flows(problem_, weights, solution_->p, 1);
  std::vector<Flow> flows;
  for (std::uint64_t i = 0; i < problem_.size(); ++i) {
    for (std::uint32_t k = 0; k < problem_.classes; ++k) {
      const double weight = all[i * problem_.classes + k];
      if (weight > 0) flows.push_back({{i, k}, weight});
    }
  }
  return flows;
}

}  // namespace perceptron::core
