// Problem    find w with y·w·x ≥ β‖w‖ > 0 for every example (x, y)
// Update     w += y x  whenever  y·w·x < β‖w‖ or y·w·x ≤ 0
// Theorem    if β < γ, the margin of some plane, at most c(γ/β)·R²/γ² updates
// Stop       at the first pass without an update
// Reference  the search for the largest β is margin_search.h
#pragma once

#include <cstdint>
#include <span>

namespace perceptron::core {

struct MarginPerceptron {
  std::span<const double> bar;  // β‖w‖, one per model; kept up to date by the search

  double step(double s, double y, std::uint64_t m, std::uint64_t /*row*/) const {
    // As in the perceptron, NaN is a mistake, and y = 0 is no example.
    const double ys = y * s;
    return ys > 0 && ys >= bar[m] ? 0 : y;
  }
};

}  // namespace perceptron::core
