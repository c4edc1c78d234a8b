// Problem    min P(w, b) of problem.h, with L1, L2, both or neither
// Update     with C = v/n, β in units of n and a = u − L2·w, the optimum satisfies
//              margin + bend(β) + ξ − s = kink,  w = p − q,
//              s·β = 0,  ξ·(C − β) = 0,  p·(L1 − a) = 0,  q·(L1 + a) = 0
//            with all factors at least 0; bend is 0 for the hinge, whose kink is 1 (ξ is
//            absent where β has no upper bound). Newton steps for these equations with a
//            small μ > 0 in place of 0 keep the factors above 0; μ falls from step to step
// Theorem    the steps follow a path to the optimum whose length hardly depends on the data:
//            20 to 50 steps
// Stop       (P − D)/P ≤ tolerance
// Reference  Mehrotra 1992 (the choice of μ, and the correction of each step); Ferris and
//            Munson 2002 (support vector machines)
//
// With L1 and many features, a working set of features is solved, as in newton_l1.cc: those with a
// nonzero weight and those whose |u| exceeds L1 most.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/interrupt.h"
#include "solve/interior/interior_point.h"
#include "solve/objective.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

// Some features of the examples of a problem.
class RestrictedProblem {
 public:
  RestrictedProblem(const Problem& problem, std::vector<std::uint32_t> features)
      : features_(std::move(features)) {
    problem_.loss = problem.loss;
    problem_.l1 = problem.l1;
    problem_.l2 = problem.l2;
    problem_.offset = problem.offset;
    problem_.n = problem.n;
    problem_.signed_weight = problem.signed_weight;
    std::vector<std::uint32_t> slot(problem.features(), kNone);
    for (std::uint32_t k = 0; k < features_.size(); ++k) slot[features_[k]] = k;
    starts_.push_back(0);
    std::visit([&](const auto& rows) { gather(rows, slot); }, problem.rows);
    problem_.rows = SparseRows<double>{starts_.data(), ids_.data(), values_.data(), problem.size(),
                                       features_.size()};
  }
  RestrictedProblem(const RestrictedProblem&) = delete;
  RestrictedProblem& operator=(const RestrictedProblem&) = delete;

  const Problem& problem() const { return problem_; }
  double entries() const { return static_cast<double>(ids_.size()); }
  void write_weights(std::span<const double> w, std::vector<double>& all) const {
    std::fill(all.begin(), all.end(), 0.0);
    for (std::size_t k = 0; k < features_.size(); ++k) all[features_[k]] = w[k];
  }

 private:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  template <class Rows>
  void gather(const Rows& rows, const std::vector<std::uint32_t>& slot) {
    for (std::uint64_t i = 0; i < rows.rows; ++i) {
      if (i % 4096 == 0) check_interrupt();
      const auto row = rows[i];
      for (std::uint64_t k = 0; problem_.signed_weight[i] != 0 && k < row.size; ++k) {
        const std::uint32_t at = slot[row.feature(k)];
        if (at == kNone || row.value(k) == 0) continue;
        ids_.push_back(at);
        values_.push_back(row.value(k));
      }
      starts_.push_back(ids_.size());
    }
  }

  std::vector<std::uint32_t> features_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint32_t> ids_;
  std::vector<double> values_;
  Problem problem_;
};

class Interior {
 public:
  Interior(const Problem& problem, const SolverSettings& settings, Listener& listener)
      : problem_(problem),
        settings_(settings),
        listener_(listener),
        best_(zero_solution(problem)),
        unproved_(problem.l1 == 0 && problem.l2 == 0) {}

  Solution run() {
    const std::uint64_t smaller =
        std::min<std::uint64_t>(problem_.examples().size(), problem_.features());
    if (problem_.l1 > 0 && (smaller > kMost || problem_.features() > 4 * kMost)) {
      solve_on_working_sets();
    } else {
      follow_path(problem_, 1, [](std::span<const double> w, std::vector<double>& all) {
        all.assign(w.begin(), w.end());
      });
    }
    best_.passes = passes_;
    best_.reached = reached();
    best_.solver = SolvedBy::interior;
    return std::move(best_);
  }

 private:
  // The largest system of equations that is cheap enough to include all features.
  static constexpr std::uint64_t kMost = 1024;

  bool reached() const {
    return vanished_ || relative_gap(best_.primal, best_.dual) <= settings_.tolerance;
  }
  bool over() const {
    return stopped_ || reached() || passes_ >= static_cast<double>(settings_.epochs);
  }

  void solve_on_working_sets() {
    std::vector<std::uint32_t> features;
    std::vector<double> w(problem_.features());
    // All rows below the margin, as for w = 0 if their weights are balanced.
    std::vector<double> beta(problem_.size());
    for (std::uint64_t i = 0; i < beta.size(); ++i) beta[i] = std::abs(problem_.signed_weight[i]);
    const double entries = stored();
    while (!over()) {
      balance(problem_, beta);
      if (!extend(features, w, combination(problem_, beta))) break;
      passes_ += 2;
      const RestrictedProblem part(problem_, features);
      if (!is_within_reach(part.problem())) break;
      beta = follow_path(part.problem(), part.entries() / std::max(entries, 1.0),
                         [&](std::span<const double> some, std::vector<double>& all) {
                           part.write_weights(some, all);
                           w = all;
                         });
    }
  }
  double stored() const {
    return std::visit([](const auto& rows) { return static_cast<double>(rows.stored()); },
                      problem_.rows);
  }

  // Adds the features that violate the optimality condition most, as many as there are, or a few
  // hundred at first. False if there is none.
  static constexpr double kExcess = 1e-9;
  bool extend(std::vector<std::uint32_t>& features, const std::vector<double>& w,
              const std::vector<double>& u) const {
    std::vector<std::pair<double, std::uint32_t>> violating;
    for (std::uint32_t j = 0; j < w.size(); ++j) {
      const double excess = std::abs(u[j] - problem_.l2 * w[j]) - problem_.l1;
      if (excess > kExcess * problem_.l1 &&
          !std::binary_search(features.begin(), features.end(), j))
        violating.emplace_back(-excess, j);
    }
    if (violating.empty()) return false;
    const std::size_t most = std::max<std::size_t>(features.size(), kMost / 4);
    if (violating.size() > most) {
      std::nth_element(violating.begin(), violating.begin() + static_cast<std::ptrdiff_t>(most),
                       violating.end());
      violating.resize(most);
    }
    for (const auto& each : violating) features.push_back(each.second);
    std::sort(features.begin(), features.end());
    return true;
  }

  // Steps until the tolerance is reached or progress ends; a step costs `share` of what it would
  // cost with all features. Returns the last β.
  template <class Expand>
  std::vector<double> follow_path(const Problem& part, double share, const Expand& expand) {
    return std::visit(
        [&](const auto& rows) {
          InteriorPoint<std::decay_t<decltype(rows)>> point(part, rows);
          const bool whole = &part == &problem_;
          // On a part of the features the end of the path is not the end of the work.
          const double enough = (whole ? 1 : 0.3) * settings_.tolerance;
          std::vector<double> w;
          constexpr int kMostSteps = 200;
          for (int step = 0; step < kMostSteps; ++step) {
            check_interrupt();
            report_progress(settings_, passes_, point.primal(), std::min(point.gap(), 1.0),
                            listener_);
            const bool close = point.gap() <= enough;
            if (close || settings_.watch || settings_.observe) {
              measure(point, expand, w, Zeros::wanted);
              if (over() || (close && !whole)) break;
            }
            passes_ += share * InteriorPoint<std::decay_t<decltype(rows)>>::kPassesOfStep;
            if (!point.step() || passes_ >= static_cast<double>(settings_.epochs)) break;
          }
          if (!over()) measure(point, expand, w, Zeros::if_cheap);
          return point.beta();
        },
        part.rows);
  }

  enum class Zeros { wanted, if_cheap };
  // P and D over all features; the best of each is kept.
  template <class Point, class Expand>
  void measure(const Point& point, const Expand& expand, std::vector<double>& w, Zeros zeros) {
    w.resize(problem_.features());
    std::vector<double> beta = point.beta();
    best_.keep_dual(dual_value(problem_, beta), beta);
    if (problem_.l1 > 0) {
      expand(point.sparse_weights(), w);
      keep_primal(w, point.offset());
    }
    // If exact zeros cost too much, it is too early for them: some more steps are tried.
    constexpr int kPatience = 6;
    if (problem_.l1 == 0 || zeros == Zeros::if_cheap || (!reached() && ++waited_ > kPatience)) {
      expand(point.weights(), w);
      if (!reached()) keep_primal(w, point.offset());
    }
    passes_ += 3;
    vanished_ = unproved_ && point.gap() <= settings_.tolerance;
    stopped_ = !settings_.notify({passes_, best_.primal, best_.dual, best_.w, best_.b});
  }

  void keep_primal(const std::vector<double>& w, double offset) {
    const auto s = products(problem_, w);
    const double b = best_offset(problem_, s, offset);
    best_.keep_primal(mean_loss(problem_, s, b) + penalty(problem_, w, b), w, b);
  }

  const Problem& problem_;
  const SolverSettings& settings_;
  Listener& listener_;
  Solution best_;
  bool unproved_;
  bool vanished_ = false;  // the gap on the path, where there is no other
  bool stopped_ = false;
  int waited_ = 0;  // measurements without exact zeros
  double passes_ = 0;
};

}  // namespace

RowTerm row_term(Loss loss) {
  return with_loss(loss, [](auto definition) -> RowTerm {
    using L = decltype(definition);
    if constexpr (kHasInteriorTerm<L>) {
      using Term = typename L::InteriorTerm;
      return {Term::kKink, L::kLargestBeta == 1, L::value, Term::bend, Term::slope};
    } else {
      throw std::logic_error("the interior point method does not support this loss");
    }
  });
}

double interior_work(const Problem& problem) {
  constexpr double kUsualSteps = 40;
  std::vector<std::uint32_t> examples;
  for (const std::uint64_t i : problem.examples())
    examples.push_back(static_cast<std::uint32_t>(i));
  return kUsualSteps *
         std::visit([&](const auto& rows) { return step_cost(rows, examples).additions; },
                    problem.rows);
}

bool is_within_reach(const Problem& problem) {
  const std::uint64_t rows = problem.examples().size();
  return std::min<std::uint64_t>(rows, problem.features()) <= System::kMostFeatures;
}

Solution solve_interior(const Problem& problem, const SolverSettings& settings,
                        Listener& listener) {
  return Interior(problem, settings, listener).run();
}

}  // namespace perceptron::core
