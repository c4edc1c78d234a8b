// Problem    the shortest Σαz over the points of kesler.h with α ≥ 0 and Σα = 1; if offsets are
// free,
//            with as much α out of each class as into it
// Update     that of hull.h. The corners of the balanced α are cycles of classes with an arc from
//            each to the next and equal α on all; the one furthest beyond the plane is the cycle of
//            least mean lead
// Theorem    √2 times the widest joint margin is the length of the shortest Σαz
// Stop       when no arc, or no cycle, lies beyond the plane by more than the gap
// Reference  Wolfe 1976; Karp 1978; Duda and Hart 1973, §5.12 (Kesler's construction)
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "certify/class_cycles.h"
#include "certify/hull.h"
#include "certify/kesler.h"

namespace perceptron::core {

// An arc with its α.
struct Flow {
  Arc arc;
  double weight = 0;
};

struct JointHull {
  std::vector<double> w;     // Σαz, class after class
  std::vector<Flow> flows;   // sorted; balanced without rounding if offsets are free
  std::uint64_t passes = 0;  // over all rows
};

JointHull nearest_joint_point(const KeslerRows& rows, const HullSettings& settings,
                              Listener& listener);

// The leads of planes without offsets: `w` has them class after class.
Leads leads_of(const KeslerRows& rows, const std::vector<double>& w, std::uint64_t threads);

}  // namespace perceptron::core
