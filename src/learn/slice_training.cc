#include "learn/slice_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "kernel/arithmetic.h"
#include "learn/bank_training.h"

namespace perceptron::core {
namespace {

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

}  // namespace

SliceTraining::SliceTraining(const FitRequest& request, const Holdout& holdout,
                             std::span<const std::uint64_t> rows_of_classes)
    : examples_(request.examples),
      targets_(request.targets),
      settings_(request.settings[0]),
      holdout_(holdout),
      starts_(request.starts),
      epochs_before_(starts_.empty() ? 0 : starts_[0].epochs),
      joint_(request.joint > 0),
      keep_state_(!request.weights_only),
      rule_(rule_of(settings_, joint_)),
      offset_(settings_.offset ? Offset::constant : Offset::none),
      order_(rows_to_visit()),
      rows_of_classes_(rows_of_classes.begin(), rows_of_classes.end()),
      tally_(targets_, steps_before(starts_)),
      bank_(start()),
      kernel_(make_kernel_loop(examples_, settings_, targets_.models())),
      keeper_(make_keeper(traits_of(settings_).keep, examples_, targets_, offset_, bank_)),
      fits_(targets_.models()),
      best_(targets_.models(), BestSeen(patience_of(settings_))),
      fewest_(targets_.models(), std::numeric_limits<std::uint64_t>::max()),
      active_(targets_.models(), 1.0),
      recorder_(fits_, *keeper_, joint_, traits_of(settings_).votes, request.tracer) {
  for (std::uint64_t m = 0; m < targets_.models(); ++m) {
    epochs_.push_back(epochs_of(request.settings_of(m)));
    patience_.emplace_back(patience_of(request.settings_of(m)));
  }
  most_epochs_ = *std::max_element(epochs_.begin(), epochs_.end());
  rows_of_classes_.resize(targets_.classes());
  for (const std::uint64_t i : order_.rows()) ++rows_of_classes_[examples_.labels[i]];
  rows_of_pass_ =
      std::accumulate(rows_of_classes_.begin(), rows_of_classes_.end(), std::uint64_t{0});
  for (std::uint64_t m = 0; m < starts_.size(); ++m) keeper_->load(m, starts_[m]);
  if (examples_.size() > 0) use(examples_);
}

std::vector<Fit> SliceTraining::run(Listener& listener) {
  while (has_next_pass()) {
    visit(order_.of_pass(epochs_before_ + epoch_), listener);
    end_pass();
  }
  return results();
}

template <class R>
void SliceTraining::prepare(R& rule, double times) {
  lengths_ = squared_lengths(examples_.rows);
  for (double& length : lengths_) length = times * (length + (settings_.offset ? 1 : 0));
  if (!(*std::max_element(lengths_.begin(), lengths_.end()) < 1e300)) refuse_long_rows();
  rule.lengths = lengths_;
  // A rule that takes the weights of the rows scales C by them, not the step.
  if constexpr (requires { rule.weights; }) {
    rule.weights = examples_.weights;
    step_weights_ = {};
  }
}

void SliceTraining::use(const Examples& examples) {
  examples_ = examples;
  step_weights_ = examples.weights;
  keeper_->on_rows(examples);
  std::visit(
      [this](auto& rule) {
        if constexpr (requires { rule.lengths; }) prepare(rule, 1);
        // The two-class example of a joint update contains the row twice.
        if constexpr (requires { rule.rule.lengths; }) prepare(rule.rule, 2);
      },
      rule_);
}

void SliceTraining::visit(std::span<const std::uint64_t> order, Listener& listener) {
  // For Ctrl-C and progress.
  const std::uint64_t between = std::clamp<std::uint64_t>((1U << 22U) / fits_.size(), 512, 16384);
  while (!order.empty()) {
    check_interrupt();
    const auto part = order.first(std::min<std::size_t>(order.size(), between));
    const Pass pass{examples_.rows, examples_.labels, part,          targets_, offset_, seen_,
                    bank_,          recorder_,        step_weights_, active_,  &tally_};
    kernel_ ? kernel_->run_pass(pass) : run_pass(rule_, pass);
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

void SliceTraining::end_pass() {
  keeper_->on_pass_end(bank_, active_);
  std::uint64_t all = 0;
  for (std::size_t m = 0; m < fits_.size(); ++m) all += recorder_.mistakes(m);
  for (std::size_t m = 0; m < fits_.size(); ++m) {
    if (active_[m] != 0) end_pass(m, recorder_.mistakes(m), joint_ ? all : recorder_.mistakes(m));
  }
  recorder_.start_pass();
  ++epoch_;
}

std::vector<Fit> SliceTraining::results() {
  take_weights();
  for (std::size_t m = 0; m < fits_.size(); ++m) take_result(m);
  return std::move(fits_);
}

Order SliceTraining::rows_to_visit() const {
  const bool shuffled = settings_.order == VisitOrder::shuffle;
  const auto& weights = examples_.weights;
  if (settings_.order == VisitOrder::given) {
    std::vector<std::uint64_t> rows = settings_.given_order;
    std::erase_if(rows, [&](std::uint64_t i) { return !weights.empty() && weights[i] == 0; });
    return {shuffled, settings_.seed, std::move(rows)};
  }
  if (std::find(weights.begin(), weights.end(), 0.0) == weights.end())
    return {shuffled, settings_.seed, examples_.size()};
  std::vector<std::uint64_t> rows;
  for (std::uint64_t i = 0; i < weights.size(); ++i) {
    if (weights[i] != 0) rows.push_back(i);
  }
  return {shuffled, settings_.seed, std::move(rows)};
}

Bank SliceTraining::start() const {
  Bank bank(examples_.features(), targets_.models());
  if (!starts_.empty()) return resume(std::move(bank));
  const auto& initial = settings_.initial_weights;
  if (initial.empty() && settings_.initial_offset == 0) return bank;  // it is all zeros
  const std::vector<double> zeros(initial.empty() ? bank.features() : 0);
  for (std::uint64_t m = 0; m < bank.models(); ++m) {
    bank.put(m, initial.empty() ? zeros : initial, settings_.offset ? settings_.initial_offset : 0);
  }
  return bank;
}

Bank SliceTraining::resume(Bank bank) const {
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

void SliceTraining::end_pass(std::size_t m, std::uint64_t mistakes, std::uint64_t together) {
  constexpr std::size_t kPassesKept = 1'000'000;
  Fit& fit = fits_[m];
  ++fit.epochs;
  if (fit.mistakes.size() < kPassesKept) fit.mistakes.push_back(mistakes);
  fit.converged = together == 0;
  const bool proceed = consider(m, together);
  fit.stalled = !proceed && !fit.converged && holdout_.empty();
  if (fit.converged || !proceed || fit.epochs >= epochs_[m] ||
      (settings_.updates > 0 && updates(m) >= settings_.updates))
    active_[m] = 0;
}

std::uint64_t SliceTraining::updates(std::size_t m) const {
  if (!joint_) return fits_[m].updates;
  std::uint64_t all = 0;
  for (const Fit& fit : fits_) all += fit.updates;
  return all / 2;
}

bool SliceTraining::consider(std::size_t m, std::uint64_t mistakes) {
  if (!holdout_.empty()) return consider_holdout(m);
  const bool improved = mistakes < fewest_[m];
  if (improved) fewest_[m] = mistakes;
  return patience_[m].proceed(improved);
}

bool SliceTraining::consider_holdout(std::size_t m) {
  std::vector<double> weights(bank_.features());
  double offset = 0;
  keeper_->result(bank_, m, steps(m, fits_[m].epochs), weights, offset);
  const double accuracy = holdout_.accuracy(examples_, targets_, m, weights, offset);
  return best_[m].consider(accuracy, weights, offset);
}

void SliceTraining::take_weights() {
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

void SliceTraining::take_result(std::size_t m) {
  Fit& fit = fits_[m];
  if (traits_of(settings_).keeps_rows) return take_rows(m);
  if (keep_state_) save_state(m, passes(m));
  if (best_[m].accuracy() >= 0) {
    fit.held_out = best_[m].accuracy();
    fit.weights = best_[m].w();
    fit.offset = best_[m].b();
  }
}

// The plane that a linear kernel knows by its rows.
void SliceTraining::add_rows(Fit& fit) const {
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          if (fit.coefficients[i] != 0) add(rows[i], fit.coefficients[i], fit.weights.data());
        }
      },
      examples_.rows);
}

void SliceTraining::take_rows(std::size_t m) {
  Fit& fit = fits_[m];
  if (kernel_) fit.offset = kernel_->offset(m);
  fit.coefficients = fit.alpha;
  for (std::uint64_t i = 0; i < fit.alpha.size(); ++i)
    fit.coefficients[i] = std::copysign(fit.alpha[i], targets_.sign(examples_.labels[i], m));
  if (kernel_ && settings_.kernel == KernelKind::linear) add_rows(fit);
  for (std::size_t k = 0; k < fit.votes.size(); ++k) {
    const bool last = k + 1 == fit.votes.size();
    const double until = last ? static_cast<double>(steps(m, passes(m))) : fit.votes[k + 1].votes;
    fit.votes[k].votes = until - fit.votes[k].votes;
  }
}

void SliceTraining::save_state(std::size_t m, std::uint64_t after) {
  WarmStart& next = fits_[m].next;
  next.epochs = epochs_before_ + after;
  next.steps = steps(m, after);
  keeper_->save(m, next);
  if (next.vectors.empty()) return;
  std::vector<double>& last = next.vectors["last"];
  last.resize(bank_.features() + 1);
  bank_.take(m, {last.data(), bank_.features()}, last.back());
}

}  // namespace perceptron::core
