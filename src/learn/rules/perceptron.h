// Problem    find w, b with y(w·x + b) > 0 for every example (x, y)
// Update     w += y x, b += y  whenever  y(w·x + b) ≤ 0
// Theorem    if ‖x‖ ≤ R and some unit vector has margin γ, at most (R/γ)² updates
//            (Novikoff 1962; with an offset, for the examples [x, 1])
// Stop       at the first pass without an update
// Reference  Rosenblatt 1958; Freund and Schapire 1999 for the average
#pragma once

#include <cstdint>

namespace perceptron::core {

struct Perceptron {
  // A NaN score is a mistake too, so that overflow cannot be mistaken for convergence. y = 0: the
  // model is not trained on this example.
  double step(double s, double y, std::uint64_t /*model*/, std::uint64_t /*row*/) const {
    return y * s > 0 ? 0 : y;
  }
};

}  // namespace perceptron::core
