// The loss of all examples of a model and its first and second derivatives, at a point and along a
// direction, for Newton's method. SIMD over examples; eight sums, added in a fixed order, so that
// every machine computes the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "kernel/bank.h"
#include "solve/problem.h"

namespace perceptron::core {

// A loss as Newton's method minimises it: share = −loss′, and its curvature divided by `unit`. A
// loss with kinks has no curvature and is replaced by a smooth term, for the hinge max over p in
// [0, 1] of p(1 − m) − (p − c)²/(2·unit), with the maximising p as its share; c is the row's
// centre.
struct NewtonLoss {
  Loss loss = Loss::squared_hinge;
  double unit = 1;
  bool proximal() const { return traits_of(loss).newton == NewtonForm::proximal; }
};

// Values for the examples of one model, in their order, padded with zeros to a whole cache line.
using PerExample = AlignedVector<double>;
inline PerExample per_example(std::size_t examples) { return PerExample(whole_lines(examples)); }

struct ScoredExamples {
  const PerExample& v;       // yv
  const PerExample& s;       // w·x
  const PerExample& centre;  // of the proximal term
};

// Σ v·loss at the offset b. Sets `beta` to v·share and `curvatures` to v·curvature/n.
double loss_and_derivatives(const NewtonLoss& loss, const ScoredExamples& examples, double b,
                            double n, PerExample& beta, PerExample& curvatures);

struct Derivatives {
  double first = 0;
  double second = 0;
};

// Derivatives of Σ v·loss at w·x + b + t·(sd + db) with respect to t. An empty `sd` is 0.
Derivatives derivatives_along(const NewtonLoss& loss, const ScoredExamples& examples, double b,
                              const PerExample& sd, double db, double t);

}  // namespace perceptron::core
