// One model in Newton's method: its steps and its stopping rule. It requests sums over rows
// and does the rest; newton.cc has the problem, the symbols and the loop.
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "kernel/conjugate_gradient.h"
#include "kernel/linear_system.h"
#include "solve/newton/derivatives.h"
#include "solve/newton/shared_rows.h"
#include "solve/solver.h"

namespace perceptron::core {

class NewtonModel {
 public:
  NewtonModel(const Problem& problem, const SolverSettings& settings);

  // ---- The current point ----

  // w·x of the examples.
  RowsRequest ask_products();
  // Computes the best offset, the loss, β, and the curvature of each row; then requests the change
  // of u = (1/n) Σβyx.
  RowsRequest ask_slopes();
  // P, D and ∇P; the best of each is kept.
  void measure();

  // Whether the best w and β are to be finished: exact products give w the best offset, then an
  // exact combination makes β feasible.
  bool close() const { return close_; }
  RowsRequest ask_best_products();
  RowsRequest ask_best_combination();
  void settle();

  // Reports progress; returns whether the model is done.
  bool finished(Listener& listener);
  bool settled() const { return settled_; }
  Solution solution();

  // ---- A step ----

  // False if it takes no step because a round of the proximal method has ended.
  bool steps();
  // The rows with curvature; true if the factor of H is up to date, so that d follows directly.
  bool find_curved_rows();
  bool wants_diagonal() const { return system_.size() == 0; }
  RowsRequest ask_diagonal();
  void begin_conjugate();
  bool in_conjugate() const { return conjugate_.has_next_step(); }
  RowsRequest ask_image();  // H p without the penalty
  void begin_image();
  void end_image();
  // False if P cannot decrease further along d.
  bool find_direction();
  RowsRequest ask_direction_products();
  // Steps along d; false if the step is 0.
  bool descend();
  // Starts the next round of the proximal method; false if there is none, or no progress.
  bool recentre();

 private:
  std::span<const double> weights() const { return {x_.data(), x_.size() - 1}; }
  double passes() const { return visits_ / std::max(static_cast<double>(rows_.size()), 1.0); }
  double gap() const { return relative_gap(best_.primal, best_.dual); }
  double imbalance() const { return free_offset() ? u_.back() : 0; }
  bool free_offset() const { return problem_.offset == OffsetKind::free; }
  bool has_offset() const { return problem_.offset != OffsetKind::none; }
  ScoredExamples scored() const { return {v_, s_, centre_}; }
  double best_smooth_offset(const PerExample& s, double b) const;
  double reach(double slope) const;
  bool refresh();
  void sample();
  void preconditioned(std::vector<double>& x) const;
  std::vector<double> of_all_rows(const PerExample& values) const;

  const Problem& problem_;
  const SolverSettings& settings_;
  NewtonLoss loss_;
  std::vector<std::uint32_t> rows_;  // the examples
  // For each example:
  PerExample v_;   // yv
  PerExample s_;   // w·x
  PerExample sd_;  // d·x
  PerExample beta_;
  PerExample curvature_;  // v·loss″/n, in units of loss_.unit
  PerExample centre_;     // of the proximal term; empty if there is none
  PerExample held_;       // the curvature contained in system_
  PerExample best_beta_;
  PerExample scratch_;
  // For each feature, then the offset:
  std::vector<double> x_;      // w, b
  std::vector<double> u_;      // (1/n) Σβyx
  std::vector<double> g_;      // ∇P
  std::vector<double> d_;      // the step's direction
  std::vector<double> ridge_;  // what the penalty adds to the curvature
  std::vector<double> diagonal_;
  std::vector<double> image_;  // H p
  std::vector<double> best_u_;
  // The requested rows, their factors, and the indices of their examples.
  std::vector<std::uint32_t> asked_;
  std::vector<double> factors_;
  std::vector<std::uint32_t> curved_rows_;
  int first_steps_ = 3;
  double square_ = 0;  // ‖∇P‖²
  double first_ = 0;   // its initial value
  double mean_loss_ = 0;
  double primal_ = 0;
  double dual_ = 0;
  double entries_ = 0;  // stored values of the rows with curvature
  System system_;
  ConjugateGradient conjugate_;
  double work_ = 0;   // of the current conjugate gradients
  double spent_ = 0;  // on conjugate gradients that an up-to-date factor would have saved
  bool exact_ = false;
  bool best_is_here_ = false;  // the best w is the current one
  bool close_ = false;
  bool settled_ = false;
  bool done_ = false;
  double visits_ = 0;
  Solution best_;
};

}  // namespace perceptron::core
