// Training with a regularised loss means finding the w and b that minimise
//
//     P(w, b) = (1/n) Σ vᵢ·loss(yᵢ(w·xᵢ + b)) + L1‖w‖₁ + (L2/2)‖w‖²
//
// with n = Σ of the row weights, so that a row of weight 2 counts as two rows, and vᵢ = the row's
// weight times its class weight. The offset b is absent, free, or penalised as the weight of one
// more feature that is always 1.
//
// The dual, with u = (1/n) Σ βᵢyᵢxᵢ and 0 ≤ βᵢ (≤ vᵢ if the loss has a slope of at least −1):
//
//     D(β) = (1/n) Σ vᵢ·gain(βᵢ/vᵢ) − R*(u),   D(β) ≤ P(w, b) for all β, w, b
//
// with gain(a) = min over m of loss(m) + a·m; losses/ has one file per loss with both. R*(u) = Σ
// max(0, |uⱼ| − L1)² / (2 L2); without L2 it is 0 if every |uⱼ| ≤ L1 and infinite otherwise. With
// a free offset Σ βᵢyᵢ = 0 as well; a penalised one is one more feature in all of this.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/rows.h"
#include "solve/losses/losses.h"

namespace perceptron::core {

// Without an offset, with a free one, or with one that is penalised like the weights.
enum class OffsetKind { none, free, penalised };

struct Problem {
  RowsView rows;
  std::vector<double> signed_weight;  // yᵢvᵢ; 0: not an example
  double n = 0;
  Loss loss = Loss::hinge;
  double l1 = 0;
  double l2 = 0;
  OffsetKind offset = OffsetKind::free;

  std::uint64_t size() const { return signed_weight.size(); }
  std::vector<std::uint64_t> examples() const {
    std::vector<std::uint64_t> used;
    for (std::uint64_t i = 0; i < size(); ++i) {
      if (signed_weight[i] != 0) used.push_back(i);
    }
    return used;
  }
  std::uint64_t features() const {
    return std::visit([](const auto& view) { return view.features; }, rows);
  }
};

}  // namespace perceptron::core
