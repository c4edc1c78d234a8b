#include "solve/minimise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/message.h"
#include "base/parts.h"
#include "base/threads.h"
#include "kernel/bank.h"
#include "learn/bank_training.h"
#include "learn/learners.h"
#include "solve/solver.h"

namespace perceptron::core {

OffsetKind offset_kind_of(const LearnSettings& settings) {
  if (!settings.offset) return OffsetKind::none;
  return settings.penalise_offset || traits_of(settings).pegasos ? OffsetKind::penalised
                                                                 : OffsetKind::free;
}

void require_short_rows(const RowsView& rows) {
  constexpr double kLongest = 1e280;
  const auto lengths = squared_lengths(rows);
  if (std::any_of(lengths.begin(), lengths.end(), [](double x) { return !(x < kLongest); }))
    refuse_long_rows();
}

Problem problem_of(const Examples& examples, const Targets& targets, std::uint64_t model,
                   const LearnSettings& settings) {
  Problem problem;
  problem.rows = examples.rows;
  problem.signed_weight.resize(examples.size());
  for (std::uint64_t i = 0; i < examples.size(); ++i) {
    const double y = targets.sign(examples.labels[i], model);
    problem.signed_weight[i] = y * examples.weight(i);
    if (y != 0) problem.n += examples.weight(i);
  }
  const LearnerTraits& learner = traits_of(settings);
  problem.loss = learner.loss ? *learner.loss : learner.penalised_loss.value();
  problem.l1 = settings.l1;
  problem.l2 = l2_of(settings) / (learner.joint_loss ? 2 : 1);
  problem.offset = offset_kind_of(settings);
  return problem;
}

void note_large_tolerance(const LearnSettings& settings, Listener& listener) {
  constexpr double kLarge = 0.1;
  if (!traits_of(settings).loss || settings.tolerance < kLarge) return;
  listener.note(fmt::format(
      "with {} the optimum may lie {:.4g} % below the objective reached, so that even weights of 0 "
      "may count as converged; the default is {}",
      setting("tolerance", fmt::format("{}", settings.tolerance)), 100 * settings.tolerance,
      LearnSettings().tolerance));
}

SolverSettings solver_settings(const LearnSettings& settings, std::uint64_t features,
                               const WarmStart& start) {
  SolverSettings solver;
  solver.tolerance = settings.tolerance;
  solver.epochs = epochs_of(settings);
  solver.seed = settings.seed;
  solver.shuffled = settings.order == VisitOrder::shuffle;
  solver.rate = settings.rate.value_or(0);
  solver.schedule = settings.schedule;
  solver.average = settings.average;
  solver.updates = settings.updates;
  solver.pegasos = traits_of(settings).pegasos;
  solver.projection = settings.projection;
  solver.start = start;
  if (solver.start.weights.empty() &&
      (!settings.initial_weights.empty() || settings.initial_offset != 0)) {
    solver.start.weights = settings.initial_weights;
    solver.start.weights.resize(features);
    solver.start.offset = settings.offset ? settings.initial_offset : 0;
  }
  if (!traits_of(settings).loss) {
    // The perceptron itself: steps of 1, each followed by weight decay.
    solver.rate = settings.rate.value_or(1);
    solver.average = traits_of(settings).keep == KeptWeights::average;
    solver.shrink_on_steps_only = true;
  }
  return solver;
}

Fit fit_of(Solution solution) {
  Fit fit;
  fit.converged = solution.reached;
  fit.epochs = static_cast<std::uint64_t>(std::ceil(solution.passes));
  fit.updates = solution.updates;
  fit.wrong = solution.wrong;
  fit.mistakes = std::move(solution.mistakes);
  fit.weights = std::move(solution.w);
  fit.offset = solution.b;
  fit.next = std::move(solution.next);
  fit.optimisation = {
      solution.solver, solution.primal, solution.dual, solution.passes,
      static_cast<std::uint64_t>(std::count(fit.weights.begin(), fit.weights.end(), 0.0))};
  return fit;
}

namespace {

class Minimisation {
 public:
  Minimisation(const FitRequest& request, const Holdout& holdout)
      : request_(request),
        examples_(request.examples),
        targets_(request.targets),
        holdout_(holdout) {
    require_short_rows(examples_.rows);
  }

  std::vector<Fit> run(Listener& listener) const {
    const std::uint64_t threads = request_.threads;
    const auto groups = this->groups(threads);
    std::vector<Fit> fits(targets_.models());
    Parts parts(listener, groups.size());
    parallel_for(groups.size(), threads, [&](std::uint64_t g) {
      auto part = fit(groups[g], parts[g]);
      parts.finished(g);
      for (std::size_t k = 0; k < part.size(); ++k) fits[groups[g][k]] = std::move(part[k]);
    });
    return fits;
  }

 private:
  using Group = std::vector<std::uint64_t>;  // of models

  // The models that are trained together.
  std::vector<Group> groups(std::uint64_t threads) const {
    if (targets_.models() == 1) return {{0}};
    // A bank has one solver, one loss and one order of rows.
    std::map<std::tuple<Solver, Learner, VisitOrder, std::uint64_t>, Group> banks;
    std::vector<Group> groups;
    std::vector<Solver> solvers(targets_.models());
    parallel_for(solvers.size(), threads, [&](std::uint64_t m) {
      solvers[m] =
          choose_solver(problem_of(examples_, targets_, m, settings_of(m)), solver_asked(m));
    });
    for (std::uint64_t m = 0; m < targets_.models(); ++m) {
      const LearnSettings& settings = settings_of(m);
      const Solver solver = solvers[m];
      if (settings.l1 == 0 && (solver == Solver::dual || solver == Solver::newton)) {
        banks[{solver, settings.learner, settings.order, settings.seed}].push_back(m);
      } else {
        groups.push_back({m});
      }
    }
    for (const auto& [kind, models] : banks) {
      // Memory for each row of a model.
      constexpr std::uint64_t kBytesOfDual = 18;
      constexpr std::uint64_t kBytesOfNewton = 64;
      const std::uint64_t bytes = std::get<0>(kind) == Solver::dual ? kBytesOfDual : kBytesOfNewton;
      const auto parts = slices(models, most_models(bytes), threads);
      groups.insert(groups.begin(), parts.begin(), parts.end());
    }
    return groups;
  }

  // As even as possible: models that Newton's method takes over are separate work.
  static std::vector<Group> slices(const Group& banked, std::uint64_t most_models,
                                   std::uint64_t threads) {
    const std::uint64_t lines = lines_for(banked.size());
    const std::uint64_t most = most_models / kModelsOfLine;
    // Several per thread, so that none waits long for another at the end.
    const std::uint64_t wanted = threads > 1 ? 4 * threads : 1;
    const std::uint64_t slices = std::min(lines, std::max(wanted, (lines + most - 1) / most));
    const std::uint64_t width = (banked.size() + slices - 1) / slices;
    std::vector<Group> slice;
    for (std::uint64_t first = 0; first < banked.size(); first += width) {
      const std::uint64_t end = std::min<std::uint64_t>(first + width, banked.size());
      slice.emplace_back(banked.begin() + static_cast<std::ptrdiff_t>(first),
                         banked.begin() + static_cast<std::ptrdiff_t>(end));
    }
    return slice;
  }

  // As many as let the weights of a bank stay in cache, and its memory per row stay moderate.
  std::uint64_t most_models(std::uint64_t bytes_of_row) const {
    constexpr std::uint64_t kCache = std::uint64_t{1} << 25;
    constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;
    const std::uint64_t by_features = kCache / (8 * (examples_.features() + 1));
    const std::uint64_t by_rows = kMemory / (bytes_of_row * (examples_.size() + 1));
    return std::clamp<std::uint64_t>(std::min(by_features, by_rows), kModelsOfLine, 64);
  }

  const LearnSettings& settings_of(std::uint64_t model) const {
    return request_.settings_of(model);
  }
  Solver solver_asked(std::uint64_t model) const {
    const LearnSettings& settings = settings_of(model);
    const LearnerTraits& learner = traits_of(settings);
    return learner.loss && !learner.pegasos ? settings.solver : Solver::online;
  }

  std::vector<Fit> fit(const Group& models, Listener& listener) const {
    std::vector<Problem> problems;
    std::vector<SolverSettings> settings;
    std::vector<BestSeen> best(models.size(), BestSeen(patience_of(settings_of(models[0]))));
    std::vector<std::vector<ConvergencePoint>> histories(models.size());
    for (std::size_t k = 0; k < models.size(); ++k) {
      problems.push_back(problem_of(examples_, targets_, models[k], settings_of(models[k])));
      settings.push_back(
          solver_settings(settings_of(models[k]), examples_.features(),
                          request_.starts.empty() ? WarmStart() : request_.starts[models[k]]));
      settings[k].tracer = request_.tracer;
      settings[k].model = models[k];
      if (request_.history) {
        settings[k].observe = [&history = histories[k]](const SolverProgress& now) {
          history.push_back({now.passes, now.primal, now.dual});
        };
      }
      if (holdout_.empty()) continue;
      settings[k].watch = [this, m = models[k], &seen = best[k]](const SolverProgress& now) {
        return consider(m, now.w, now.b, seen);
      };
    }
    std::vector<Solution> solutions = solve(problems, solver_asked(models[0]), settings, listener);
    std::vector<Fit> fits;
    for (std::size_t k = 0; k < models.size(); ++k) {
      // A solver that stops before its first pass has reported nothing.
      if (!holdout_.empty()) consider(models[k], solutions[k].w, solutions[k].b, best[k]);
      fits.push_back(take(std::move(solutions[k]), best[k]));
      fits.back().history = std::move(histories[k]);
    }
    return fits;
  }

  bool consider(std::uint64_t model, std::span<const double> w, double b, BestSeen& best) const {
    return best.consider(holdout_.accuracy(examples_, targets_, model, w, b), w, b);
  }

  Fit take(Solution solution, const BestSeen& best) const {
    if (!holdout_.empty()) {
      // The duality gap is that of the solver's last weights; these are different ones.
      solution.reached = false;
      solution.w = best.w();
      solution.b = best.b();
      solution.primal = std::numeric_limits<double>::quiet_NaN();
    }
    std::vector<double> beta = std::move(solution.beta);
    Fit fit = fit_of(std::move(solution));
    if (!holdout_.empty()) fit.held_out = best.accuracy();
    if (request_.weights_only) {
      fit.next = {};
    } else {
      fit.alpha = std::move(beta);
      fit.alpha.resize(examples_.size());
    }
    return fit;
  }

  const FitRequest& request_;
  const Examples& examples_;
  const Targets& targets_;
  const Holdout& holdout_;
};

}  // namespace

std::vector<Fit> minimise(const FitRequest& request, const Holdout& holdout, Listener& listener) {
  return Minimisation(request, holdout).run(listener);
}

}  // namespace perceptron::core
