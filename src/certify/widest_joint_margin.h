// The widest joint margin of any planes, one for each of several classes, and whether planes exist
// that give every row's own class the highest score.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/certificate.h>
#include "base/listener.h"
#include "certify/joint_margin.h"
#include "certify/kesler.h"
#include "certify/widest_margin.h"

namespace perceptron::core {

struct WidestJointMargin {
  // Empty if neither was proved.
  std::optional<bool> separable;
  // Bounds on the widest margin; at most 0 if no planes separate the classes.
  Interval margin;
  // The best planes found. If doubles are too coarse to give every row's class the highest score,
  // they are given in exact numbers too: for each class its weights, and its offset if there is
  // one.
  JointPlanes planes;
  std::vector<std::string> exact_planes;
  // What proves the upper bound, or that no planes separate the classes. With exact weights where
  // these are not doubles: all of them, if no planes separate the classes.
  std::vector<Flow> flows;
  std::vector<std::string> exact_flows;

  double radius = 0;  // max ‖x‖
  std::uint64_t passes = 0;
};

// The settings are those of find_widest_margin(); the interval says what was reached.
WidestJointMargin find_widest_joint_margin(const KeslerRows& rows,
                                           const WidestMarginSettings& settings,
                                           Listener& listener);

}  // namespace perceptron::core
