// Problem    the widest joint margin, where too many rows matter for joint_hull.h
// Update     minimise Crammer and Singer's loss with an L2 penalty, then with a smaller one
// Theorem    with a penalty so small that no loss remains, the planes have the widest margin
// Stop       the caller measures planes and flows, and goes on as long as that helps
// Reference  Crammer and Singer 2001, "On the algorithmic implementation of multiclass kernel-based
//            vector machines"
#pragma once

#include <cstdint>
#include <optional>

#include "base/listener.h"
#include "certify/joint_margin.h"
#include "solve/joint/joint_solver.h"

namespace perceptron::core {

class JointAscent {
 public:
  JointAscent(const KeslerRows& rows, double radius);

  // Minimises with the next penalty, in at most so many passes.
  void step(double tolerance, std::uint64_t passes, std::uint64_t seed, Listener& listener);

  std::uint64_t passes() const { return passes_; }
  JointPlanes planes() const;       // of the last step
  std::vector<Flow> flows() const;  // of the last step, balanced if offsets are free

 private:
  JointProblem problem_;
  std::optional<JointSolution> solution_;
  std::uint64_t passes_ = 0;
};

}  // namespace perceptron::core
