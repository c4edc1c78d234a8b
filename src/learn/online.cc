// One example after the other: the loop of the design with the losses' rules.

#include <fmt/format.h>

#include <cmath>

#include "base/interrupt.h"
#include "learn/adaptive.h"
#include "learn/loss.h"
#include "learn/order.h"
#include "learn/solver.h"
#include "learn/steady.h"

namespace perceptron {
namespace {

template <class Learner, class Rows>
class Online {
 public:
  Online(const Problem& problem, const Rows& rows, const SolverSettings& settings,
         Listener& listener, Learner learner)
      : problem_(problem),
        rows_(rows),
        settings_(settings),
        listener_(listener),
        learner_(std::move(learner)),
        order_(settings.shuffled, settings.seed, problem.examples(),
               settings.shrink_on_steps_only ? 1 : Order::kBlock) {
    learner_.load(settings.start);
  }

  Solution run() {
    bool clean = false;
    for (std::uint64_t epoch = 1; epoch <= settings_.epochs && !clean; ++epoch) {
      const std::uint64_t before = solution_.updates;
      run_pass(epoch);
      learner_.end_pass();
      solution_.passes = static_cast<double>(epoch);
      solution_.mistakes.push_back(solution_.updates - before);
      clean = solution_.updates == before && settings_.shrink_on_steps_only;
      if (clean) rest(epoch);
      if (settings_.updates > 0 && solution_.updates >= settings_.updates) break;
      if (settings_.watch && !watch(epoch)) break;
    }
    finish(clean);
    return std::move(solution_);
  }

 private:
  void run_pass(std::uint64_t epoch) {
    constexpr std::size_t kRowsBetweenChecks = 16384;  // for Ctrl-C
    const auto order = order_.of_pass(settings_.start.epochs + epoch);
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k % kRowsBetweenChecks == 0) {
        check_interrupt();
        listener_.progress(
            "training", (epoch - 1) * order.size() + k, settings_.epochs * order.size(), [&] {
              return fmt::format("pass {}, mean loss {:.4g}", epoch, loss_ / std::max(seen_, 1.0));
            });
      }
      const std::uint64_t i = order[k];
      const double v = problem_.signed_weight[i];
      const auto [m, stepped] = learner_.learn(rows_[i], v > 0 ? 1 : -1, std::abs(v));
      loss_ += std::abs(v) * std::max(0.0, 1 - m);
      seen_ += std::abs(v);
      if (!stepped) continue;
      ++solution_.updates;
      if (!(m > 0)) ++solution_.wrong;
    }
    steps_ += order.size();
  }

  // The passes that a clean one makes needless count in a mean all the same.
  void rest(std::uint64_t epoch) {
    const std::uint64_t steps = (settings_.epochs - epoch) * order_.size();
    learner_.rest(static_cast<double>(steps));
    steps_ += steps;
    rested_ = settings_.epochs - epoch;
  }

  bool watch(std::uint64_t epoch) {
    take_answer();
    return settings_.watch({static_cast<double>(epoch), 0, 0, solution_.w, solution_.b});
  }

  void take_answer() {
    solution_.w = settings_.average ? learner_.average() : learner_.last();
    solution_.b = solution_.w.back();
    solution_.w.pop_back();
  }

  void finish(bool clean) {
    take_answer();
    solution_.reached = clean;
    solution_.solver = "online";
    solution_.next.epochs =
        settings_.start.epochs + static_cast<std::uint64_t>(solution_.passes) + rested_;
    solution_.next.steps = settings_.start.steps + steps_;
    learner_.save(solution_.next);
  }

  const Problem& problem_;
  const Rows& rows_;
  const SolverSettings& settings_;
  Listener& listener_;
  Learner learner_;
  Order order_;
  Solution solution_;
  std::uint64_t steps_ = 0;
  std::uint64_t rested_ = 0;  // passes that were not needed
  double loss_ = 0;           // of the examples as they came, for whoever watches
  double seen_ = 0;
};

}  // namespace

Solution solve_online(const Problem& problem, const SolverSettings& settings, Listener& listener) {
  return std::visit(
      [&](const auto& rows) {
        return with_loss(problem.loss, [&](auto loss) {
          using Term = decltype(loss);
          using Rows = std::decay_t<decltype(rows)>;
          const auto run = [&](auto learner) {
            return Online<decltype(learner), Rows>(problem, rows, settings, listener,
                                                   std::move(learner))
                .run();
          };
          if (settings.rate > 0) return run(Steady<Term>(problem, settings));
          if (problem.l1 > 0 || problem.l2 > 0) return run(Adaptive<Term, true>(problem));
          return run(Adaptive<Term, false>(problem));
        });
      },
      problem.rows);
}

}  // namespace perceptron
