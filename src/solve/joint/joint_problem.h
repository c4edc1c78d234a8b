// Training the models of all classes together means finding the W (a column of weights per class)
// and b that minimise
//
//     P(W, b) = (1/n) Σ vᵢ·loss(sᵢ, cᵢ) + L1‖W‖₁ + (L2/2)‖W‖²,   sᵢ = Wᵀxᵢ + b
//
// with cᵢ the class of row i, and n and vᵢ as in problem.h. The loss is a maximum over the
// probability vectors p of the classes (losses.h):
//
//     loss(s, c) = max over p of p·s − s_c + gain(p, c)
//
// so every choice of p for each row bounds P from below. The dual, with uₖ = (1/n) Σ vᵢ([cᵢ = k] −
// pᵢₖ)·xᵢ:
//
//     D(p) = (1/n) Σ vᵢ·gain(pᵢ, cᵢ) − Σₖ R*(uₖ),   D(p) ≤ P(W, b) for all p, W, b
//
// with R* as in problem.h. With a free offset Σ vᵢ([cᵢ = k] − pᵢₖ) = 0 for every class as well; a
// penalised one is one more feature in all of this.
#pragma once

#include <cstdint>
#include <vector>

#include "data/rows.h"
#include "learn/learners.h"
#include "solve/problem.h"

namespace perceptron::core {

struct JointProblem {
  RowsView rows;
  std::uint64_t classes = 0;
  std::vector<std::uint32_t> truth;  // the class of each row
  std::vector<double> weight;        // vᵢ; 0: not an example
  double n = 0;
  JointLoss loss = JointLoss::softmax;
  double l1 = 0;
  double l2 = 0;
  OffsetKind offset = OffsetKind::free;

  std::uint64_t size() const { return weight.size(); }
  std::uint64_t features() const {
    return std::visit([](const auto& view) { return view.features; }, rows);
  }
  std::vector<std::uint64_t> examples() const {
    std::vector<std::uint64_t> used;
    for (std::uint64_t i = 0; i < size(); ++i) {
      if (weight[i] != 0) used.push_back(i);
    }
    return used;
  }
};

}  // namespace perceptron::core
