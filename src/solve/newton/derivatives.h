// The loss of all examples of a model and its first and second derivatives, at a point
// and along a direction, for Newton's method. SIMD over examples; eight sums, folded in a
// fixed order, so that every machine gets the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "kernel/bank.h"
#include "solve/problem.h"

namespace perceptron::core {

// A loss as Newton's method minimises it: its share −loss′, and its curvature, which is
// unit·bend. A loss with kinks has none, and a smooth term stands for it, that of the
// hinge being max over p in [0, 1] of p(1 − m) − (p − c)²/(2·unit) with the p of the
// maximum as its share; c is the row's centre.
struct NewtonLoss {
  Loss loss = Loss::squared_hinge;
  double unit = 1;
  bool proximal() const { return traits_of(loss).newton == NewtonForm::proximal; }
};

// Numbers of the examples of one model, in their order, and behind them zeros up
// to a whole cache line.
using PerExample = AlignedVector<double>;
inline PerExample per_example(std::size_t examples) { return PerExample(whole_lines(examples)); }

struct ScoredExamples {
  const PerExample& v;       // yv
  const PerExample& s;       // w·x
  const PerExample& centre;  // of the proximal term
};

// Σ v·loss at the offset b. Makes `beta` v·share and `bend` v·bend/n.
double loss_and_derivatives(const NewtonLoss& loss, const ScoredExamples& examples, double b,
                            double n, PerExample& beta, PerExample& bend);

struct Derivatives {
  double first = 0;
  double second = 0;
};

// Of Σ v·loss at w·x + b + t·(sd + db) in t. Where `sd` is empty it is 0.
Derivatives derivatives_along(const NewtonLoss& loss, const ScoredExamples& examples, double b,
                              const PerExample& sd, double db, double t);

}  // namespace perceptron::core
