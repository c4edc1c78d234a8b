// One example at a time: the online loop with the losses' update rules.

#include "solve/online/online.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/interrupt.h"
#include "learn/order.h"
#include "solve/losses/losses.h"
#include "solve/online/adaptive_rate.h"
#include "solve/online/constant_rate.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

template <class Learner>
class Online : public OnlineRun {
 public:
  Online(const SolverSettings& settings, Learner learner)
      : settings_(settings), learner_(std::move(learner)) {
    learner_.load(settings.start);
  }

  void visit(const RowsView& view, std::span<const std::uint64_t> order,
             std::span<const double> signed_weight) override {
    std::visit(
        [&](const auto& rows) {
          for (const std::uint64_t i : order) {
            const double v = signed_weight[i];
            const auto [m, stepped] = learner_.learn(rows[i], v > 0 ? 1 : -1, std::abs(v));
            loss_ += std::abs(v) * std::max(0.0, 1 - m);
            seen_ += std::abs(v);
            if (!stepped) continue;
            ++solution_.updates;
            if (!(m > 0)) ++solution_.wrong;
          }
        },
        view);
    steps_ += order.size();
  }

  bool end_pass(std::uint64_t rows) override {
    learner_.end_pass();
    ++passes_;
    solution_.passes = static_cast<double>(passes_);
    solution_.mistakes.push_back(solution_.updates - before_);
    const bool clean = solution_.updates == before_ && settings_.shrink_on_steps_only;
    before_ = solution_.updates;
    if (clean) {
      rest(rows);
      return false;
    }
    if (settings_.updates > 0 && solution_.updates >= settings_.updates) return false;
    if (settings_.watch && !watch()) return false;
    return passes_ < settings_.epochs;
  }

  Solution finish() override {
    take_answer();
    solution_.solver = SolvedBy::online;
    solution_.next.epochs = settings_.start.epochs + passes_ + rested_;
    solution_.next.steps = settings_.start.steps + steps_;
    learner_.save(solution_.next);
    return std::move(solution_);
  }

  std::uint64_t passes() const override { return passes_; }
  double mean_loss() const override { return loss_ / std::max(seen_, 1.0); }

 private:
  // Passes that are skipped after one without updates still count in the mean.
  void rest(std::uint64_t rows) {
    solution_.reached = true;
    rested_ = settings_.epochs - passes_;
    learner_.rest(static_cast<double>(rested_ * rows));
    steps_ += rested_ * rows;
  }

  bool watch() {
    take_answer();
    return settings_.watch({solution_.passes, 0, 0, solution_.w, solution_.b});
  }

  void take_answer() {
    solution_.w = settings_.average ? learner_.average() : learner_.last();
    solution_.b = solution_.w.back();
    solution_.w.pop_back();
  }

  SolverSettings settings_;
  Learner learner_;
  Solution solution_;
  std::uint64_t passes_ = 0;
  std::uint64_t before_ = 0;  // updates before the pass
  std::uint64_t steps_ = 0;
  std::uint64_t rested_ = 0;  // passes that were skipped
  double loss_ = 0;
  double seen_ = 0;
};

}  // namespace

std::unique_ptr<OnlineRun> start_online(const Problem& problem, const SolverSettings& settings) {
  return with_loss(problem.loss, [&](auto definition) -> std::unique_ptr<OnlineRun> {
    using L = decltype(definition);
    const auto run = [&](auto learner) -> std::unique_ptr<OnlineRun> {
      return std::make_unique<Online<decltype(learner)>>(settings, std::move(learner));
    };
    if (settings.rate > 0) return run(ConstantRateSgd<L>(problem, settings));
    if (problem.l1 > 0 || problem.l2 > 0) return run(AdaptiveSgd<L, true>(problem));
    return run(AdaptiveSgd<L, false>(problem));
  });
}

Solution solve_online(const Problem& problem, const SolverSettings& settings, Listener& listener) {
  constexpr std::size_t kRowsBetweenChecks = 16384;  // for Ctrl-C
  const auto run = start_online(problem, settings);
  Order order(settings.shuffled, settings.seed, problem.examples(),
              settings.shrink_on_steps_only ? 1 : Order::kBlock);
  bool proceed = settings.epochs > 0;
  while (proceed) {
    const std::uint64_t epoch = run->passes() + 1;
    auto rows = order.of_pass(settings.start.epochs + epoch);
    while (!rows.empty()) {
      check_interrupt();
      listener.progress(
          "training", epoch * order.size() - rows.size(), settings.epochs * order.size(),
          [&] { return fmt::format("pass {}, mean loss {:.4g}", epoch, run->mean_loss()); });
      const auto part = rows.first(std::min(rows.size(), kRowsBetweenChecks));
      run->visit(problem.rows, part, problem.signed_weight);
      rows = rows.subspan(part.size());
    }
    proceed = run->end_pass(order.size());
  }
  return run->finish();
}

}  // namespace perceptron::core
