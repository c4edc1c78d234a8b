// Problem    min P(w, b) of problem.h, L1 = 0; L2 > 0 for the hinge loss
// Update     (w, b) += t·d with (L2 + (1/n) Σ v·loss″·x·xᵀ) d = −∇P by conjugate
//            gradients, t by a line search for the minimum of P along d; b is then the
//            best for its w. The hinge has no loss″: its term for each row is replaced by
//            max over p in [0, 1] of p(1 − m) − (p − c)²/(2κ), and whenever that problem
//            is nearly solved c ← p and κ doubles
// Theorem    P decreases in every step, with quadratic convergence near the optimum. The
//            rounds of the hinge are proximal point steps on its dual, so D increases in each
// Stop       (P − D)/P ≤ tolerance for β = −v·loss′ or v·p; without L2 when ∇P has
//            nearly vanished
// Reference  Lin, Weng and Keerthi 2008; Keerthi and DeCoste 2005; Rockafellar
//            1976 and Li, Sun and Toh 2018 (the proximal steps)
//
// Many models form a bank: they iterate together, a row is read once for all that need it, and
// every model is bit-identical to one solved alone.

#include <utility>

#include "base/interrupt.h"
#include "kernel/bank.h"
#include "solve/newton/newton_model.h"
#include "solve/newton/shared_rows.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

class Newton {
 public:
  Newton(std::span<const Problem> problems, std::span<const SolverSettings> settings,
         Listener& listener)
      : rows_(problems[0].rows), listener_(listener), solutions_(problems.size()) {
    models_.reserve(problems.size());
    for (std::size_t m = 0; m < problems.size(); ++m) {
      models_.emplace_back(problems[m], settings[m]);
      unfinished_.push_back(m);
    }
  }

  std::vector<Solution> run() {
    multiply_rows(rows_, ask(unfinished_, &NewtonModel::ask_products));
    while (!unfinished_.empty()) {
      check_interrupt();
      add_rows(rows_, ask(unfinished_, &NewtonModel::ask_slopes));
      for (const std::size_t m : unfinished_) models_[m].measure();
      settle(those(unfinished_, [](const NewtonModel& model) { return model.close(); }));
      Models ended;
      Models stepping;
      for (const std::size_t m : unfinished_) {
        NewtonModel& model = models_[m];
        const bool finished = model.finished(m == unfinished_.front() ? listener_ : silent_);
        if (!finished && model.steps()) {
          stepping.push_back(m);
        } else if (finished || !model.recentre()) {
          ended.push_back(m);
        }
      }
      for (const std::size_t m : step(stepping)) {
        if (!models_[m].recentre()) ended.push_back(m);
      }
      end(ended);
    }
    return std::move(solutions_);
  }

 private:
  using Models = std::vector<std::size_t>;

  std::vector<RowsRequest> ask(const Models& models, RowsRequest (NewtonModel::*what)()) {
    std::vector<RowsRequest> requests;
    for (const std::size_t m : models) {
      const RowsRequest request = (models_[m].*what)();
      if (!request.rows.empty()) requests.push_back(request);
    }
    return requests;
  }

  template <class Which>
  Models those(const Models& models, const Which& which) const {
    Models some;
    for (const std::size_t m : models) {
      if (which(models_[m])) some.push_back(m);
    }
    return some;
  }

  void settle(const Models& models) {
    multiply_rows(rows_, ask(models, &NewtonModel::ask_best_products));
    add_rows(rows_, ask(models, &NewtonModel::ask_best_combination));
    for (const std::size_t m : models) models_[m].settle();
  }

  // One Newton step for each model; returns those whose P cannot decrease further.
  Models step(const Models& models) {
    Models open;  // whose d is not computed directly
    for (const std::size_t m : models) {
      if (!models_[m].find_curved_rows()) open.push_back(m);
    }
    add_squared_rows(
        rows_, ask(those(open, [](const NewtonModel& model) { return model.wants_diagonal(); }),
                   &NewtonModel::ask_diagonal));
    for (const std::size_t m : models) models_[m].begin_conjugate();
    solve(std::move(open));
    Models stuck;
    Models moving;
    for (const std::size_t m : models) (models_[m].find_direction() ? moving : stuck).push_back(m);
    multiply_rows(rows_, ask(moving, &NewtonModel::ask_direction_products));
    for (const std::size_t m : moving) {
      if (!models_[m].descend()) stuck.push_back(m);
    }
    return stuck;
  }

  // Conjugate gradients; models leave as they converge.
  void solve(Models models) {
    const auto open = [](const NewtonModel& model) { return model.in_conjugate(); };
    const auto lines = [](const Models& some) { return lines_for(some.size()); };
    for (models = those(models, open); !models.empty();) {
      SharedSquares squares(rows_, ask(models, &NewtonModel::ask_image));
      // The sums become cheaper only when a whole cache line of models has left.
      for (Models left = models; !left.empty() && lines(left) == lines(models);) {
        check_interrupt();
        for (const std::size_t m : left) models_[m].begin_image();
        squares.multiply();
        for (const std::size_t m : left) models_[m].end_image();
        left = those(left, open);
      }
      models = those(models, open);
    }
  }

  void end(const Models& models) {
    if (models.empty()) return;
    settle(those(models, [](const NewtonModel& model) { return !model.settled(); }));
    for (const std::size_t m : models) {
      solutions_[m] = models_[m].solution();
      std::erase(unfinished_, m);
    }
  }

  const RowsView& rows_;
  Listener& listener_;
  Listener silent_;
  std::vector<NewtonModel> models_;
  Models unfinished_;
  std::vector<Solution> solutions_;
};

}  // namespace

std::vector<Solution> solve_newton(std::span<const Problem> problems,
                                   std::span<const SolverSettings> settings, Listener& listener) {
  return Newton(problems, settings, listener).run();
}

Solution solve_newton(const Problem& problem, const SolverSettings& settings, Listener& listener) {
  return std::move(solve_newton({&problem, 1}, {&settings, 1}, listener)[0]);
}

}  // namespace perceptron::core
