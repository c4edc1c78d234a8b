#include "learn/bank_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/parts.h"
#include "base/text.h"
#include "base/threads.h"
#include "learn/keepers/keeper.h"
#include "learn/learners.h"
#include "learn/order.h"

namespace perceptron::core {
namespace {

// Counts steps and mistakes, and tells the keeper.
class Recorder : public Watcher {
 public:
  Recorder(std::vector<Fit>& fits, Keeper& keeper, bool joint, Tracer* tracer)
      : fits_(fits), keeper_(keeper), joint_(joint), tracer_(tracer), mistakes_(fits.size()) {}
  void start_pass() {
    std::fill(mistakes_.begin(), mistakes_.end(), 0);
    ++pass_;
  }
  // Steps of one model in the pass so far.
  std::uint64_t mistakes(std::size_t model) const { return mistakes_[model]; }
  bool on_move(const Move& move) override {
    for (const std::uint64_t m : move.models) {
      ++fits_[m].updates;
      if (is_wrong(move, m)) ++fits_[m].wrong;
      ++mistakes_[m];
      if (!fits_[m].alpha.empty()) fits_[m].alpha[move.row] += std::abs(move.steps[m]);
    }
    keeper_.on_move(move);
    if (tracer_ != nullptr) tracer_->on_move(move, pass_, 0);
    return true;
  }

 private:
  // A step leads towards the truth, so its sign is the truth's. Of two that move
  // jointly one is the truth.
  bool is_wrong(const Move& move, std::uint64_t m) const {
    double score = move.scores[m] * move.steps[m];
    if (joint_) {
      score = 0;
      for (const std::uint64_t other : move.models) score += move.scores[other] * move.steps[other];
    }
    return !(score > 0);
  }

  std::vector<Fit>& fits_;
  Keeper& keeper_;
  bool joint_;
  Tracer* tracer_;
  std::uint64_t pass_ = 1;
  std::vector<std::uint64_t> mistakes_;
};

Rule rule_of(const LearnSettings& settings, bool joint) {
  const LearnerTraits& learner = traits_of(settings);
  const auto make = joint ? learner.joint_rule : learner.rule;
  if (make == nullptr)
    throw std::logic_error(std::string(name_of(settings.learner)) + " has no such rule");
  return make(settings);
}

std::vector<std::uint64_t> steps_before(std::span<const WarmStart> starts) {
  std::vector<std::uint64_t> steps;
  for (const WarmStart& start : starts) steps.push_back(start.steps);
  return steps;
}

// Trains one slice of the models, from the first pass to the last. All start
// after the same number of passes.
class SliceTraining {
 public:
  // A stream says how many rows of each class a pass has; of rows that are all here
  // they are counted.
  SliceTraining(const FitRequest& request, const Holdout& holdout,
                std::span<const std::uint64_t> rows_of_classes = {})
      : examples_(request.examples),
        targets_(request.targets),
        settings_(request.settings[0]),
        holdout_(holdout),
        starts_(request.starts),
        epochs_before_(starts_.empty() ? 0 : starts_[0].epochs),
        joint_(request.joint > 0),
        go_on_later_(!request.weights_only),
        rule_(rule_of(settings_, joint_)),
        offset_(settings_.offset ? Offset::constant : Offset::none),
        order_(rows_to_visit()),
        rows_of_classes_(rows_of_classes.begin(), rows_of_classes.end()),
        tally_(targets_, steps_before(starts_)),
        bank_(start()),
        keeper_(make_keeper(traits_of(settings_).keep, examples_, targets_, offset_, bank_)),
        fits_(targets_.models()),
        best_(targets_.models()),
        active_(targets_.models(), 1.0),
        recorder_(fits_, *keeper_, joint_, request.tracer) {
    for (std::uint64_t m = 0; m < targets_.models(); ++m)
      epochs_.push_back(epochs_of(request.settings_of(m)));
    most_epochs_ = *std::max_element(epochs_.begin(), epochs_.end());
    rows_of_classes_.resize(targets_.classes());
    for (const std::uint64_t i : order_.rows()) ++rows_of_classes_[examples_.labels[i]];
    rows_of_pass_ =
        std::accumulate(rows_of_classes_.begin(), rows_of_classes_.end(), std::uint64_t{0});
    for (std::uint64_t m = 0; m < starts_.size(); ++m) keeper_->load(m, starts_[m]);
    if (examples_.size() > 0) use(examples_);
  }

  // Keeps the length of each step along each row.
  void keep_steps() {
    for (Fit& fit : fits_) fit.alpha.resize(examples_.size());
  }

  std::vector<Fit> run(Listener& listener) {
    while (goes_on()) {
      visit(order_.of_pass(epochs_before_ + epoch_), listener);
      end_pass();
    }
    return results();
  }

  // ---- The same pass by pass, for rows that come in stretches ----

  // Whether there is a pass to come.
  bool goes_on() const { return epoch_ <= most_epochs_ && any_active(); }

  // The rows that are visited next.
  void use(const Examples& examples) {
    examples_ = examples;
    step_weights_ = examples.weights;
    keeper_->on_rows(examples);
    std::visit(
        [this](auto& rule) {
          if constexpr (requires { rule.lengths; }) prepare(rule, 1);
          // The example of two classes holds the row twice.
          if constexpr (requires { rule.rule.lengths; }) prepare(rule.rule, 2);
        },
        rule_);
  }

  void visit(std::span<const std::uint64_t> order, Listener& listener) {
    // For Ctrl-C, and whoever waits.
    const std::uint64_t between = std::clamp<std::uint64_t>((1U << 22U) / fits_.size(), 512, 16384);
    while (!order.empty()) {
      check_interrupt();
      const auto part = order.first(std::min<std::size_t>(order.size(), between));
      run_pass(rule_, {examples_.rows, examples_.labels, part, targets_, offset_, seen_, bank_,
                       recorder_, step_weights_, active_, &tally_});
      order = order.subspan(part.size());
      seen_ += part.size();
      listener.progress("training", seen_, most_epochs_ * rows_of_pass_, [&] {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began_;
        const double rate = static_cast<double>(seen_) / std::max(passed.count(), 1e-9);
        return fmt::format("pass {}, {} {} in it, {} rows/s", with_commas(epoch_),
                           with_commas(recorder_.mistakes(0)), step_name(),
                           with_commas(static_cast<std::uint64_t>(rate)));
      });
    }
  }

  void end_pass() {
    keeper_->on_pass_end(bank_, active_);
    std::uint64_t all = 0;
    for (std::size_t m = 0; m < fits_.size(); ++m) all += recorder_.mistakes(m);
    for (std::size_t m = 0; m < fits_.size(); ++m) {
      if (active_[m] != 0) end_pass(m, recorder_.mistakes(m), joint_ ? all : recorder_.mistakes(m));
    }
    recorder_.start_pass();
    ++epoch_;
  }

  std::vector<Fit> results() {
    take_weights();
    for (std::size_t m = 0; m < fits_.size(); ++m) take_result(m);
    return std::move(fits_);
  }

 private:
  // Gives the rule the rows' lengths, each so many times.
  template <class R>
  void prepare(R& rule, double times) {
    lengths_ = squared_lengths(examples_.rows);
    for (double& length : lengths_) length = times * (length + (settings_.offset ? 1 : 0));
    if (!(*std::max_element(lengths_.begin(), lengths_.end()) < 1e300)) refuse_long_rows();
    rule.lengths = lengths_;
    // Weights are for C here, not for the step.
    rule.weights = examples_.weights;
    step_weights_ = {};
  }

  // Rows of weight 0, such as those held out, are not visited at all.
  Order rows_to_visit() const {
    const bool shuffled = settings_.order == VisitOrder::shuffle;
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
    if (!starts_.empty()) return go_on(std::move(bank));
    const auto& initial = settings_.initial_weights;
    if (initial.empty() && settings_.initial_offset == 0) return bank;  // it is all zeros
    const std::vector<double> zeros(initial.empty() ? bank.features() : 0);
    for (std::uint64_t m = 0; m < bank.models(); ++m) {
      bank.put(m, initial.empty() ? zeros : initial,
               settings_.offset ? settings_.initial_offset : 0);
    }
    return bank;
  }

  // From the weights after the last step of the run before.
  Bank go_on(Bank bank) const {
    for (std::uint64_t m = 0; m < bank.models(); ++m) {
      const WarmStart& from = starts_[m];
      if (from.has("last", bank.features() + 1)) {
        const std::vector<double>& last = from.vectors.at("last");
        bank.put(m, {last.data(), bank.features()}, last.back());
      } else {
        bank.put(m, from.weights, from.offset);
      }
    }
    return bank;
  }

  const char* step_name() const {
    return traits_of(settings_).mistake_bound ? "mistakes" : "updates";
  }

  // `together` are the mistakes of all models that learn jointly with this one.
  void end_pass(std::size_t m, std::uint64_t mistakes, std::uint64_t together) {
    constexpr std::size_t kPassesKept = 1'000'000;
    Fit& fit = fits_[m];
    ++fit.epochs;
    if (fit.mistakes.size() < kPassesKept) fit.mistakes.push_back(mistakes);
    fit.converged = together == 0;
    const bool go_on = holdout_.empty() || consider(m);
    if (fit.converged || !go_on || fit.epochs >= epochs_[m] ||
        (settings_.updates > 0 && updates(m) >= settings_.updates))
      active_[m] = 0;
  }

  // Those made jointly move two models each.
  std::uint64_t updates(std::size_t m) const {
    if (!joint_) return fits_[m].updates;
    std::uint64_t all = 0;
    for (const Fit& fit : fits_) all += fit.updates;
    return all / 2;
  }

  // Whether the rows held out leave hope that more passes help.
  bool consider(std::size_t m) {
    std::vector<double> weights(bank_.features());
    double offset = 0;
    keeper_->result(bank_, m, steps(m, fits_[m].epochs), weights, offset);
    const double accuracy = holdout_.accuracy(examples_, targets_, m, weights, offset);
    return best_[m].consider(accuracy, weights, offset);
  }

  std::uint64_t steps(std::size_t m, std::uint64_t epochs) const {
    return tally_.after(m, epochs, rows_of_classes_);
  }

  bool any_active() const {
    return std::any_of(active_.begin(), active_.end(), [](double active) { return active != 0; });
  }

  // A converged model would have gone through its remaining passes unmoved.
  std::uint64_t passes(std::size_t m) const {
    return fits_[m].converged ? epochs_[m] : fits_[m].epochs;
  }

  void take_weights() {
    std::vector<std::uint64_t> seen;
    std::vector<std::span<double>> weights;
    std::vector<double> offsets(fits_.size());
    for (std::size_t m = 0; m < fits_.size(); ++m) {
      fits_[m].weights.resize(bank_.features());
      weights.emplace_back(fits_[m].weights);
      seen.push_back(steps(m, passes(m)));
    }
    keeper_->results(bank_, seen, weights, offsets);
    for (std::size_t m = 0; m < fits_.size(); ++m) fits_[m].offset = offsets[m];
  }

  void take_result(std::size_t m) {
    Fit& fit = fits_[m];
    if (go_on_later_) save_state(m, passes(m));
    if (best_[m].accuracy() >= 0) {
      fit.held_out = best_[m].accuracy();
      fit.weights = best_[m].w();
      fit.offset = best_[m].b();
    }
  }

  void save_state(std::size_t m, std::uint64_t after) {
    WarmStart& next = fits_[m].next;
    next.epochs = epochs_before_ + after;
    next.steps = steps(m, after);
    keeper_->save(m, next);
    if (next.vectors.empty()) return;
    std::vector<double>& last = next.vectors["last"];
    last.resize(bank_.features() + 1);
    bank_.take(m, {last.data(), bank_.features()}, last.back());
  }

  Examples examples_;
  Targets targets_;
  const LearnSettings& settings_;  // of all models, but for their epochs
  const Holdout& holdout_;
  std::span<const WarmStart> starts_;
  std::uint64_t epochs_before_;
  bool joint_;
  bool go_on_later_;
  Rule rule_;
  std::vector<double> lengths_;  // ‖x‖² of each row, for a rule that asks
  std::span<const double> step_weights_ = examples_.weights;
  Offset offset_;
  std::vector<std::uint64_t> epochs_;  // at most, of each model
  std::uint64_t most_epochs_ = 0;
  Order order_;
  std::vector<std::uint64_t> rows_of_classes_;  // that a pass visits
  std::uint64_t rows_of_pass_ = 0;
  std::uint64_t epoch_ = 1;  // the pass that is under way
  std::uint64_t seen_ = 0;   // rows, in all passes
  Tally tally_;
  Bank bank_;
  std::unique_ptr<Keeper> keeper_;
  std::vector<Fit> fits_;
  std::vector<BestSeen> best_;  // on the rows held out
  std::vector<double> active_;  // 0 for a model that is done
  Recorder recorder_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

struct Slice {
  std::uint64_t first;
  std::uint64_t models;
};

// Whole cache lines of models, as even as that allows, but for those that learn
// jointly. All of a slice start after the same number of passes.
std::vector<Slice> slice_bank(std::uint64_t models, std::uint64_t threads,
                              std::span<const WarmStart> starts, std::uint64_t joint) {
  const std::uint64_t lines = lines_for(models);
  const std::uint64_t count = std::clamp<std::uint64_t>(threads, 1, lines);
  const std::uint64_t most = joint > 0 ? joint : (lines + count - 1) / count * kModelsOfLine;
  std::vector<Slice> slices;
  for (std::uint64_t m = 0; m < models; ++m) {
    const bool other = m > 0 && !starts.empty() && starts[m].epochs != starts[m - 1].epochs;
    if (m % most == 0 || other) slices.push_back({m, 0});
    ++slices.back().models;
  }
  return slices;
}

// Of settings or warm starts, one for all models or one a model, those of a slice.
template <class List>
List part_of(const List& list, const Targets& targets, const Slice& slice) {
  return list.size() < targets.models() ? list : list.subspan(slice.first, slice.models);
}

}  // namespace

void refuse_long_rows() {
  throw Error(ErrorKind::input,
              "the rows are longer than numbers can square; bring the features to a common size "
              "with " +
                  setting("scale", "maxabs"));
}

std::vector<Fit> train_bank(const FitRequest& request, const Holdout& holdout, Listener& listener) {
  const Examples& examples = request.examples;
  const Targets& targets = request.targets;
  // Steps are kept as long as they are not too many to be worth it.
  constexpr std::uint64_t kMostSteps = 1U << 26U;
  const bool keep_steps = !request.weights_only && request.joint == 0 &&
                          saturating_product(targets.models(), examples.size()) <= kMostSteps;
  const auto slices = slice_bank(targets.models(), request.threads, request.starts, request.joint);
  std::vector<Fit> fits(targets.models());
  Parts parts(listener, slices.size());
  parallel_for(slices.size(), request.threads, [&](std::uint64_t k) {
    const auto [first, models] = slices[k];
    const Targets some = targets.slice(first, models);
    SliceTraining training({examples, some, part_of(request.settings, targets, slices[k]), 1,
                            part_of(request.starts, targets, slices[k]), request.joint,
                            request.weights_only, false, request.tracer},
                           holdout);
    if (keep_steps) training.keep_steps();
    auto trained = training.run(parts[k]);
    parts.finished(k);
    std::move(trained.begin(), trained.end(), fits.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return fits;
}

std::vector<Fit> train_bank(Stream& stream, const Targets& targets, const LearnSettings& settings,
                            std::uint64_t threads, std::uint64_t joint, Listener& listener) {
  const Examples none = no_examples(stream.features());
  const Holdout all(none, 0, settings.seed);
  const auto slices = slice_bank(targets.models(), threads, {}, joint);
  std::vector<std::unique_ptr<SliceTraining>> trainings;
  for (const Slice& slice : slices) {
    const Targets some = targets.slice(slice.first, slice.models);
    trainings.push_back(
        std::make_unique<SliceTraining>(FitRequest{none, some, {&settings, 1}, 1, {}, joint, false},
                                        all, stream.rows_of_classes()));
  }
  const auto goes_on = [](const auto& training) { return training->goes_on(); };
  Parts parts(listener, slices.size());
  for (std::uint64_t pass = 1; std::any_of(trainings.begin(), trainings.end(), goes_on); ++pass) {
    Stretch stretch;
    stream.start(pass);
    while (stream.next(stretch)) {
      parallel_for(slices.size(), threads, [&](std::uint64_t k) {
        if (!trainings[k]->goes_on()) return;
        trainings[k]->use(stretch.examples);
        trainings[k]->visit(stretch.order, parts[k]);
      });
    }
    for (const auto& training : trainings) {
      if (training->goes_on()) training->end_pass();
    }
  }
  std::vector<Fit> fits;
  for (const auto& training : trainings) {
    for (Fit& fit : training->results()) fits.push_back(std::move(fit));
  }
  return fits;
}

}  // namespace perceptron::core
