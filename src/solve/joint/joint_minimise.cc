#include "solve/joint/joint_minimise.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parts.h"
#include "base/threads.h"
#include "learn/bank_training.h"
#include "learn/learners.h"
#include "learn/patience.h"
#include "solve/joint/joint_solver.h"
#include "solve/minimise.h"

namespace perceptron::core {

JointProblem joint_problem_of(const Examples& examples, const Targets& targets, std::uint64_t first,
                              std::uint64_t classes, const LearnSettings& settings) {
  JointProblem problem;
  problem.rows = examples.rows;
  problem.classes = classes;
  problem.truth.resize(examples.size());
  problem.weight.resize(examples.size());
  for (std::uint64_t i = 0; i < examples.size(); ++i) {
    const double* const signs = targets.signs(examples.labels[i]) + first;
    const auto truth = static_cast<std::uint32_t>(std::max_element(signs, signs + classes) - signs);
    if (!(signs[truth] > 0)) continue;  // not an example
    problem.truth[i] = truth;
    problem.weight[i] = signs[truth] * examples.weight(i);
    problem.n += examples.weight(i);
  }
  problem.loss = *traits_of(settings).joint_loss;
  problem.l1 = settings.l1;
  problem.l2 = l2_of(settings);
  problem.offset = offset_kind_of(settings);
  return problem;
}

namespace {

class JointMinimisation {
 public:
  JointMinimisation(const FitRequest& request, const Holdout& holdout)
      : request_(request), holdout_(holdout), classes_(request.joint) {
    require_short_rows(request.examples.rows);
  }

  std::vector<Fit> run(Listener& listener) const {
    const std::uint64_t groups = request_.targets.models() / classes_;
    std::vector<Fit> fits(request_.targets.models());
    Parts parts(listener, groups);
    parallel_for(groups, request_.threads, [&](std::uint64_t g) {
      auto part = fit(g * classes_, parts[g]);
      parts.finished(g);
      std::move(part.begin(), part.end(), fits.begin() + static_cast<std::ptrdiff_t>(g * classes_));
    });
    return fits;
  }

 private:
  const LearnSettings& settings_of(std::uint64_t first) const {
    return request_.settings_of(first);
  }

  // The best weights on the rows held out for early stopping.
  struct Best {
    Patience patience;
    double accuracy = -1;
    std::optional<Bank> w = {};
  };

  std::vector<Fit> fit(std::uint64_t first, Listener& listener) const {
    const LearnSettings& learn = settings_of(first);
    const JointProblem problem =
        joint_problem_of(request_.examples, request_.targets, first, classes_, learn);
    const std::optional<Bank> start = start_of(first, learn);
    JointSettings settings;
    settings.tolerance = learn.tolerance;
    settings.epochs = epochs_of(learn);
    settings.seed = learn.seed;
    settings.shuffled = learn.order == VisitOrder::shuffle;
    settings.start = start ? &*start : nullptr;
    Best best{Patience(patience_of(learn))};
    std::vector<ConvergencePoint> history;
    if (!holdout_.empty() || request_.history) {
      settings.watch = [&](const JointProgress& now) {
        if (request_.history) history.push_back({now.passes, now.primal, now.dual});
        return holdout_.empty() || consider(first, now.w, best);
      };
    }
    JointSolution solution = solve_joint(problem, learn.solver, settings, listener);
    if (!holdout_.empty()) {
      consider(first, solution.w, best);
      solution.w = std::move(*best.w);
      solution.reached = false;
    }
    std::vector<Fit> fits = fits_of(solution);
    fits[0].history = std::move(history);
    if (!holdout_.empty()) {
      for (Fit& each : fits) each.held_out = best.accuracy;
    } else if (!request_.weights_only) {
      fits[0].probabilities = std::move(solution.p);
    }
    return fits;
  }

  std::optional<Bank> start_of(std::uint64_t first, const LearnSettings& learn) const {
    const std::uint64_t features = request_.examples.features();
    const bool initial = !learn.initial_weights.empty() || learn.initial_offset != 0;
    const bool resumed = !request_.starts.empty() && !request_.starts[first].weights.empty();
    if (!initial && !resumed) return {};
    Bank bank(features, classes_);
    std::vector<double> weights = learn.initial_weights;
    weights.resize(features);
    for (std::uint64_t k = 0; k < classes_; ++k) {
      if (resumed) {
        const WarmStart& from = request_.starts[first + k];
        bank.put(k, from.weights, from.offset);
      } else {
        bank.put(k, weights, learn.initial_offset);
      }
    }
    return bank;
  }

  // False if it is time to stop.
  bool consider(std::uint64_t first, const Bank& w, Best& best) const {
    const double accuracy = holdout_.joint_accuracy(request_.examples, request_.targets, first, w);
    const bool improved = accuracy > best.accuracy;
    if (improved) {
      best.accuracy = accuracy;
      best.w = w;
    }
    return best.patience.proceed(improved);
  }

  std::vector<Fit> fits_of(const JointSolution& solution) const {
    std::vector<Fit> fits(classes_);
    for (std::uint64_t k = 0; k < classes_; ++k) {
      Fit& fit = fits[k];
      fit.weights.resize(solution.w.features());
      solution.w.take(k, fit.weights, fit.offset);
      fit.converged = solution.reached;
      fit.epochs = static_cast<std::uint64_t>(std::ceil(solution.passes));
      fit.updates = solution.updates;
      fit.optimisation = {
          solution.solver, solution.primal, solution.dual, solution.passes,
          static_cast<std::uint64_t>(std::count(fit.weights.begin(), fit.weights.end(), 0.0))};
    }
    return fits;
  }

  const FitRequest& request_;
  const Holdout& holdout_;
  std::uint64_t classes_;
};

}  // namespace

std::vector<Fit> minimise_jointly(const FitRequest& request, const Holdout& holdout,
                                  Listener& listener) {
  return JointMinimisation(request, holdout).run(listener);
}

}  // namespace perceptron::core
