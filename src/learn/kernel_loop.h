// Problem    find a plane w·φ(x) + b that separates the rows after a feature map φ of which only
//            the kernel K(x, z) = φ(x)·φ(z) is known
// Update     w += yφ(x), b += y whenever y(w·φ(x) + b) ≤ 0 or, with β > 0, below β‖(w, b)‖. What is
//            kept is not w but the total step along each row: w·φ(z) = Σ ±αᵢK(xᵢ, z)
// Theorem    the steps are those of the perceptron on the rows φ(x): if one of its planes has the
//            margin γ > β and K(x, x) ≤ R² everywhere, at most c(γ/β)·R²/γ² of them, (R/γ)² with
//            β = 0 (with an offset, for K + 1)
// Stop       at the first pass without an update
// Reference  Aizerman, Braverman and Rozonoer 1964; Freund and Schapire 1999; for β > 0
//            Tsampouka and Shawe-Taylor 2005
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernel/bank.h"
#include "learn/keepers/keeper.h"
#include "learn/kernel_function.h"
#include "learn/loop.h"

namespace perceptron::core {

// Takes the place of the loop's arithmetic: the scores of all rows are kept up to date, so that a
// row without an update costs nothing, and an update the kernel of its row with every row.
class KernelLoop {
 public:
  KernelLoop(const Examples& examples, const LearnSettings& settings, std::uint64_t models);

  // What run_pass() does, for this kernel; the bank of the pass is not used. Its updates show a
  // bank without features.
  void run_pass(const Pass& pass);

  double offset(std::uint64_t model) const { return offsets_[model]; }

 private:
  // K of this row with all rows.
  std::span<const double> column(std::uint64_t row);
  void add(const Pass& pass, std::uint64_t row, std::span<const std::uint64_t> updated);

  Examples examples_;
  KernelFunction kernel_;
  double beta_;
  std::vector<double> squares_;
  KernelRow kernel_row_;
  std::vector<std::vector<double>> columns_;  // as many as there is room for
  std::uint64_t room_;                        // for how many more
  std::vector<double> one_column_;
  Bank scores_;  // of all rows, without the offsets
  Bank none_;    // of no features
  std::vector<double> offsets_;
  std::vector<double> lengths_;  // ‖(w, b)‖² of each model
  std::vector<double> bars_;     // β‖(w, b)‖
  std::vector<double> s_;
  std::vector<double> t_;
};

// The loop for these settings; null if their planes are planes of the rows themselves, which the
// usual loop trains.
std::unique_ptr<KernelLoop> make_kernel_loop(const Examples& examples,
                                             const LearnSettings& settings, std::uint64_t models);

}  // namespace perceptron::core
