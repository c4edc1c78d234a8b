// What Newton's method asks of all examples of a model at once: the loss, and how
// it slopes and bends, where the model stands and along a step. SIMD over examples;
// eight sums, folded in a fixed order, so that every machine gets the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "solve/problem.h"

namespace perceptron {

// A loss as Newton's method minimises it: its share −loss′, and its curvature,
// which is unit·bend. The hinge has none, and a term stands for it that is
// max over p in [0, 1] of p(1 − m) − (p − c)²/(2·unit) with the p of the maximum
// as its share; c is the row's centre.
struct Curve {
  Loss loss = Loss::squared_hinge;
  double unit = 1;
  bool proximal() const { return loss == Loss::hinge; }
};

// Numbers of the examples of one model, in their order, and behind them zeros up
// to a whole cache line.
using PerExample = AlignedVector<double>;
inline PerExample per_example(std::size_t examples) { return PerExample((examples + 7) / 8 * 8); }

struct Margins {
  const PerExample& v;       // yv
  const PerExample& s;       // w·x
  const PerExample& centre;  // of the proximal term
};

// Σ v·loss at the offset b. Makes `beta` v·share and `bend` v·bend/n.
double find_slopes(const Curve& curve, const Margins& margins, double b, double n, PerExample& beta,
                   PerExample& bend);

// Of Σ v·loss at w·x + b + t·(sd + db): its derivative in t and its second one.
// Where `sd` is empty it is 0.
struct SlopeAlong {
  double first = 0;
  double second = 0;
};
SlopeAlong slope_along(const Curve& curve, const Margins& margins, double b, const PerExample& sd,
                       double db, double t);

}  // namespace perceptron
