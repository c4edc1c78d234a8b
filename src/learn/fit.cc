#include "learn/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "base/threads.h"
#include "learn/holdout.h"
#include "learn/learners.h"
#include "learn/margin_search.h"
#include "learn/minimise.h"
#include "learn/order.h"

namespace perceptron {
namespace {

// Counts steps and mistakes, and tells the keeper.
class Recorder : public Watcher {
 public:
  Recorder(std::vector<Fit>& fits, Keeper& keeper)
      : fits_(fits), keeper_(keeper), mistakes_(fits.size()) {}
  // Steps of one model in the pass so far.
  std::uint64_t mistakes(std::size_t model) const { return mistakes_[model]; }
  bool on_move(const Move& move) override {
    for (const std::uint64_t m : move.models) {
      ++fits_[m].updates;
      // A step leads towards the truth, so its sign is the truth's.
      if (!(move.scores[m] * move.steps[m] > 0)) ++fits_[m].wrong;
      ++mistakes_[m];
      fits_[m].alpha[move.row] += std::abs(move.steps[m]);
    }
    keeper_.on_move(move);
    return true;
  }

 private:
  std::vector<Fit>& fits_;
  Keeper& keeper_;
  std::vector<std::uint64_t> mistakes_;
};

// Trains one slice of the models, from the first pass to the last.
class Training {
 public:
  Training(const Examples& examples, const Targets& targets, const LearnSettings& settings,
           const Holdout& holdout)
      : examples_(examples),
        targets_(targets),
        settings_(settings),
        holdout_(holdout),
        learner_(find_learner(settings.learner)),
        rule_(learner_.rule),
        offset_(settings.offset ? Offset::constant : Offset::none),
        epochs_(epochs_of(settings)),
        order_(rows_to_visit()),
        bank_(start()),
        keeper_(learner_.keep(examples, targets, offset_, bank_)),
        fits_(targets.models()),
        best_(targets.models()),
        active_(std::make_unique<bool[]>(targets.models())) {  // NOLINT: vector<bool> has no span
    for (Fit& fit : fits_) fit.alpha.resize(examples.size());
    std::fill_n(active_.get(), fits_.size(), true);
    for (std::uint64_t m = 0; m < fits_.size(); ++m) keeper_->load(m, settings.start);
    if (auto* rule = std::get_if<PassiveAggressive>(&rule_)) {
      lengths_ = squared_lengths(examples.rows);
      if (settings.offset) {
        for (double& length : lengths_) length += 1;
      }
      if (!(*std::max_element(lengths_.begin(), lengths_.end()) < 1e300)) refuse_long_rows();
      rule->lengths = lengths_;
      // Weights are for C here, not for the step.
      rule->weights = examples.weights;
      step_weights_ = {};
      if (settings.variant == "PA-I") rule->most = settings.aggressiveness;
      if (settings.variant == "PA-II") rule->soft = 1 / (2 * settings.aggressiveness);
    }
  }

  std::vector<Fit> run(Listener& listener) {
    for (std::uint64_t epoch = 1; epoch <= epochs_ && any_active(); ++epoch) {
      Recorder recorder(fits_, *keeper_);
      run_epoch(epoch, recorder, listener);
      keeper_->on_pass_end(bank_, {active_.get(), fits_.size()});
      for (std::size_t m = 0; m < fits_.size(); ++m) {
        if (active_[m]) end_pass(m, recorder.mistakes(m));
      }
    }
    for (std::size_t m = 0; m < fits_.size(); ++m) take_result(m);
    return std::move(fits_);
  }

 private:
  // Rows of weight 0, such as those held out, are not visited at all.
  Order rows_to_visit() const {
    const bool shuffled = settings_.order == "shuffle";
    const auto& weights = examples_.weights;
    if (std::find(weights.begin(), weights.end(), 0.0) == weights.end())
      return {shuffled, settings_.seed, examples_.size()};
    std::vector<std::uint64_t> rows;
    for (std::uint64_t i = 0; i < weights.size(); ++i) {
      if (weights[i] != 0) rows.push_back(i);
    }
    return {shuffled, settings_.seed, std::move(rows)};
  }

  Bank start() const {
    Bank bank(examples_.features(), targets_.models());
    if (!settings_.start.weights.empty()) return go_on(std::move(bank));
    const auto& initial = settings_.initial_weights;
    const std::vector<double> zeros(initial.empty() ? bank.features() : 0);
    for (std::uint64_t m = 0; m < bank.models(); ++m) {
      bank.put(m, initial.empty() ? zeros : initial,
               settings_.offset ? settings_.initial_offset : 0);
    }
    return bank;
  }

  // From the weights after the last step of the run before.
  Bank go_on(Bank bank) const {
    const Start& from = settings_.start;
    std::vector<double> weights = from.weights;
    double offset = from.offset;
    if (from.has("last", bank.features() + 1)) {
      weights = from.vectors.at("last");
      offset = weights.back();
      weights.pop_back();
    }
    for (std::uint64_t m = 0; m < bank.models(); ++m) bank.put(m, weights, offset);
    return bank;
  }

  void run_epoch(std::uint64_t epoch, Recorder& recorder, Listener& listener) {
    constexpr std::uint64_t kRowsBetweenChecks = 16384;  // for Ctrl-C
    auto order = order_.of_pass(settings_.start.epochs + epoch);
    while (!order.empty()) {
      check_interrupt();
      const auto part = order.first(std::min<std::size_t>(order.size(), kRowsBetweenChecks));
      const std::uint64_t seen = epoch * order_.size() - order.size();
      run_pass(rule_, {examples_.rows, examples_.labels, part, targets_, offset_,
                       settings_.start.steps + seen, bank_, recorder, step_weights_});
      order = order.subspan(part.size());
      listener.progress("training", seen + part.size(), epochs_ * order_.size(), [&] {
        return fmt::format("pass {}, {} {} in it", epoch, recorder.mistakes(0), step_name());
      });
    }
  }

  const char* step_name() const {
    return std::holds_alternative<Perceptron>(rule_) ? "mistakes" : "updates";
  }

  void end_pass(std::size_t m, std::uint64_t mistakes) {
    constexpr std::size_t kPassesKept = 1'000'000;
    Fit& fit = fits_[m];
    ++fit.epochs;
    if (fit.mistakes.size() < kPassesKept) fit.mistakes.push_back(mistakes);
    fit.converged = mistakes == 0;
    const bool go_on = holdout_.empty() || consider(m);
    if (fit.converged || !go_on || (settings_.updates > 0 && fit.updates >= settings_.updates)) {
      active_[m] = false;
      targets_.silence(m);
    }
  }

  // Whether the rows held out leave hope that more passes help.
  bool consider(std::size_t m) {
    std::vector<double> weights(bank_.features());
    double offset = 0;
    keeper_->result(bank_, m, steps(fits_[m].epochs), weights, offset);
    const double accuracy = holdout_.accuracy(examples_, targets_, m, weights, offset);
    return best_[m].consider(accuracy, weights, offset);
  }

  std::uint64_t steps(std::uint64_t epochs) const {
    return settings_.start.steps + epochs * order_.size();
  }

  bool any_active() const {
    return std::any_of(active_.get(), active_.get() + fits_.size(),
                       [](bool active) { return active; });
  }

  void take_result(std::size_t m) {
    Fit& fit = fits_[m];
    // A converged model would have gone through its remaining passes unmoved.
    const std::uint64_t passes = fit.converged ? epochs_ : fit.epochs;
    fit.weights.resize(bank_.features());
    keeper_->result(bank_, m, steps(passes), fit.weights, fit.offset);
    fit.next.epochs = settings_.start.epochs + passes;
    fit.next.steps = steps(passes);
    keeper_->save(m, fit.next);
    if (!fit.next.vectors.empty()) {
      std::vector<double>& last = fit.next.vectors["last"];
      last.resize(bank_.features() + 1);
      bank_.take(m, {last.data(), bank_.features()}, last.back());
    }
    if (best_[m].accuracy() >= 0) {
      fit.held_out = best_[m].accuracy();
      fit.weights = best_[m].w();
      fit.offset = best_[m].b();
    }
  }

  Examples examples_;
  Targets targets_;
  const LearnSettings& settings_;
  const Holdout& holdout_;
  const Learner& learner_;
  Rule rule_;
  std::vector<double> lengths_;  // ‖x‖² of each row, for a rule that asks
  std::span<const double> step_weights_ = examples_.weights;
  Offset offset_;
  std::uint64_t epochs_;
  Order order_;
  Bank bank_;
  std::unique_ptr<Keeper> keeper_;
  std::vector<Fit> fits_;
  std::vector<BestSeen> best_;      // on the rows held out
  std::unique_ptr<bool[]> active_;  // NOLINT
};

// The learner margin: a search for each model.
std::vector<Fit> search_all(const Examples& examples, const Targets& targets,
                            const LearnSettings& settings, std::uint64_t threads,
                            Listener& listener) {
  MarginSearchSettings search;
  search.lambda = settings.lambda;
  search.order = settings.order;
  search.seed = settings.seed;
  search.epochs = epochs_of(settings);
  search.updates = settings.updates;
  const Offset offset = settings.offset ? Offset::constant : Offset::none;
  std::vector<Fit> fits(targets.models());
  Listener silent;
  parallel_for(fits.size(), threads, [&](std::uint64_t m) {
    MarginSearch result =
        search_margin(examples, targets.slice(m, 1), offset, search, m == 0 ? listener : silent);
    result.fit.updates = result.total_updates;
    fits[m] = std::move(result.fit);
  });
  return fits;
}

}  // namespace

std::vector<Fit> fit(const Examples& all_examples, const Targets& targets,
                     const LearnSettings& settings, std::uint64_t threads, Listener& listener) {
  const Learner& learner = find_learner(settings.learner);
  const auto& initial = settings.initial_weights;
  if (!initial.empty() && initial.size() != all_examples.features()) {
    throw Error(Exit::usage, fmt::format("--initial-weights has {}, the data has {}",
                                         plural(initial.size(), "number"),
                                         plural(all_examples.features(), "feature")));
  }
  const Holdout holdout(all_examples, settings.early_stop, settings.seed);
  Examples examples = all_examples;
  if (!holdout.empty()) examples.weights = holdout.weights();
  if (settings.learner == "margin")
    return search_all(examples, targets, settings, threads, listener);
  std::vector<Fit> fits(targets.models());
  Listener silent;
  const bool penalised = settings.l1 > 0 || l2_of(settings) > 0;
  if (penalised && !learner.loss && settings.learner != "perceptron" &&
      settings.learner != "averaged")
    throw Error(Exit::usage, settings.learner + " takes no --l1 or --l2");
  if (learner.loss || penalised) {
    parallel_for(fits.size(), threads, [&](std::uint64_t m) {
      fits[m] = minimise(examples, targets, m, settings, holdout, m == 0 ? listener : silent);
    });
    return fits;
  }
  if (learner.keep == nullptr)
    throw Error(Exit::usage, settings.learner + " is not a loop over the rows; see find_optimum()");
  // Slices are whole cache lines of models, as even as that allows.
  const std::uint64_t lines = (targets.models() + 7) / 8;
  const std::uint64_t slices = std::clamp<std::uint64_t>(threads, 1, lines);
  const std::uint64_t models = (lines + slices - 1) / slices * 8;
  parallel_for(slices, threads, [&](std::uint64_t slice) {
    const std::uint64_t first = slice * models;
    if (first >= targets.models()) return;
    Training training(examples, targets.slice(first, std::min(models, targets.models() - first)),
                      settings, holdout);
    auto part = training.run(slice == 0 ? listener : silent);
    std::move(part.begin(), part.end(), fits.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return fits;
}

}  // namespace perceptron
