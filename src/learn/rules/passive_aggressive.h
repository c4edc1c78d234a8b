// Problem    reach y(w·x + b) ≥ 1 on every example with the smallest change of w, b
// Update     w += τyx, b += τy with the loss ℓ = max(0, 1 − y(w·x + b)) and
//              PA     τ = ℓ/‖x‖²               just far enough
//              PA-I   τ = min(C, ℓ/‖x‖²)       but at most C
//              PA-II  τ = ℓ/(‖x‖² + 1/(2C))    shortened smoothly
//            (with an offset ‖x‖² is that of [x, 1]; an example of weight h has hC)
// Theorem    PA: if some u has loss 0 on all examples, Σℓ² ≤ R²‖u‖² over all steps
// Stop       at the first pass without an update
// Reference  Crammer, Dekel, Keshet, Shalev-Shwartz and Singer 2006
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "learn/settings.h"

namespace perceptron::core {

struct PassiveAggressive {
  std::span<const double> lengths;  // ‖x‖² of each row, including the offset's 1
  double most = std::numeric_limits<double>::infinity();  // C of PA-I
  double soft = 0;                                        // 1/(2C) of PA-II
  std::span<const double> weights = {};                   // of the rows; empty: all 1

  static PassiveAggressive from(const LearnSettings& settings) {
    PassiveAggressive rule;
    if (settings.variant == PassiveVariant::pa1) rule.most = settings.aggressiveness;
    if (settings.variant == PassiveVariant::pa2) rule.soft = 1 / (2 * settings.aggressiveness);
    return rule;
  }

  double step(double s, double y, std::uint64_t /*model*/, std::uint64_t i) const {
    if (y == 0) return 0;
    const double loss = 1 - (y > 0 ? s : -s);
    const double h = std::abs(y) * (weights.empty() ? 1 : weights[i]);
    if (loss <= 0 || h == 0) return 0;
    const double length = lengths[i] + soft / h;
    // No step can change the score of an empty row.
    return length > 0 ? std::copysign(std::min(most * h, loss / length), y) : 0;
  }
};

}  // namespace perceptron::core
