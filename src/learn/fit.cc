#include "learn/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "base/threads.h"
#include "learn/learners.h"
#include "learn/margin_search.h"
#include "learn/order.h"

namespace perceptron {
namespace {

// Counts mistakes and steps, and tells the keeper.
class Recorder : public Watcher {
 public:
  Recorder(std::vector<Fit>& fits, Keeper& keeper)
      : fits_(fits), keeper_(keeper), mistakes_(fits.size()) {}
  // Of one model in the pass so far.
  std::uint64_t mistakes(std::size_t model) const { return mistakes_[model]; }
  bool on_move(const Move& move) override {
    for (std::size_t m = 0; m < fits_.size(); ++m) {
      if (move.steps[m] == 0) continue;
      ++fits_[m].updates;
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
  Training(const Examples& examples, const Targets& targets, const LearnSettings& settings)
      : examples_(examples),
        targets_(targets),
        settings_(settings),
        learner_(find_learner(settings.learner)),
        offset_(settings.offset ? Offset::constant : Offset::none),
        order_(settings.order == "shuffle", settings.seed, examples.size()),
        bank_(start()),
        keeper_(learner_.keep(examples, targets, offset_, bank_)),
        fits_(targets.models()),
        active_(std::make_unique<bool[]>(targets.models())) {  // NOLINT: vector<bool> has no span
    for (Fit& fit : fits_) fit.alpha.resize(examples.size());
    std::fill_n(active_.get(), fits_.size(), true);
  }

  std::vector<Fit> run(Listener& listener) {
    for (std::uint64_t epoch = 1; epoch <= settings_.epochs && any_active(); ++epoch) {
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
  Bank start() const {
    Bank bank(examples_.features(), targets_.models());
    const auto& initial = settings_.initial_weights;
    if (!initial.empty() && initial.size() != bank.features()) {
      throw Error(Exit::usage, fmt::format("--initial-weights has {}, the data has {}",
                                           plural(initial.size(), "number"),
                                           plural(bank.features(), "feature")));
    }
    const std::vector<double> zeros(initial.empty() ? bank.features() : 0);
    for (std::uint64_t m = 0; m < bank.models(); ++m) {
      bank.put(m, initial.empty() ? zeros : initial,
               settings_.offset ? settings_.initial_offset : 0);
    }
    return bank;
  }

  void run_epoch(std::uint64_t epoch, Recorder& recorder, Listener& listener) {
    constexpr std::uint64_t kRowsBetweenChecks = 16384;  // for Ctrl-C
    auto order = order_.of_pass(epoch);
    while (!order.empty()) {
      check_interrupt();
      const auto part = order.first(std::min<std::size_t>(order.size(), kRowsBetweenChecks));
      const std::uint64_t seen = epoch * examples_.size() - order.size();
      run_pass(learner_.rule,
               {examples_.rows, examples_.labels, part, targets_, offset_, seen, bank_, recorder});
      order = order.subspan(part.size());
      listener.progress("training", seen + part.size(), settings_.epochs * examples_.size(), [&] {
        return fmt::format("pass {}, {} mistakes in it", epoch, recorder.mistakes(0));
      });
    }
  }

  void end_pass(std::size_t m, std::uint64_t mistakes) {
    constexpr std::size_t kPassesKept = 1'000'000;
    Fit& fit = fits_[m];
    ++fit.epochs;
    if (fit.mistakes.size() < kPassesKept) fit.mistakes.push_back(mistakes);
    fit.converged = mistakes == 0;
    if (fit.converged || (settings_.updates > 0 && fit.updates >= settings_.updates)) {
      active_[m] = false;
      targets_.silence(m);
    }
  }

  bool any_active() const {
    return std::any_of(active_.get(), active_.get() + fits_.size(),
                       [](bool active) { return active; });
  }

  void take_result(std::size_t m) {
    Fit& fit = fits_[m];
    // A converged model would have gone through its remaining passes unmoved.
    const std::uint64_t passes = fit.converged ? settings_.epochs : fit.epochs;
    fit.weights.resize(bank_.features());
    keeper_->result(bank_, m, passes * examples_.size(), fit.weights, fit.offset);
  }

  Examples examples_;
  Targets targets_;
  const LearnSettings& settings_;
  const Learner& learner_;
  Offset offset_;
  Order order_;
  Bank bank_;
  std::unique_ptr<Keeper> keeper_;
  std::vector<Fit> fits_;
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
  search.epochs = settings.epochs;
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

std::vector<Fit> fit(const Examples& examples, const Targets& targets,
                     const LearnSettings& settings, std::uint64_t threads, Listener& listener) {
  if (settings.learner == "margin")
    return search_all(examples, targets, settings, threads, listener);
  if (find_learner(settings.learner).keep == nullptr)
    throw Error(Exit::usage, settings.learner + " is not a loop over the rows; see find_optimum()");
  // Slices are whole cache lines of models, as even as that allows.
  const std::uint64_t lines = (targets.models() + 7) / 8;
  const std::uint64_t slices = std::clamp<std::uint64_t>(threads, 1, lines);
  const std::uint64_t models = (lines + slices - 1) / slices * 8;
  std::vector<Fit> fits(targets.models());
  Listener silent;
  parallel_for(slices, threads, [&](std::uint64_t slice) {
    const std::uint64_t first = slice * models;
    if (first >= targets.models()) return;
    Training training(examples, targets.slice(first, std::min(models, targets.models() - first)),
                      settings);
    auto part = training.run(slice == 0 ? listener : silent);
    std::move(part.begin(), part.end(), fits.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return fits;
}

}  // namespace perceptron
