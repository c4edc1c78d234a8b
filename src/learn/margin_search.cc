#include "learn/margin_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/number.h"
#include "base/parts.h"
#include "base/text.h"
#include "base/threads.h"
#include "learn/order.h"

namespace perceptron::core {
namespace {

// Observes one round: counts its updates, tracks ‖w‖ from update to update, and ends the pass once
// the guess has failed.
class RoundObserver : public UpdateObserver {
 public:
  RoundObserver(const std::vector<double>& lengths, const MarginSearchSettings& settings,
                GuessRound& round, Fit& fit)
      : lengths_(lengths),
        settings_(settings),
        round_(round),
        fit_(fit),
        beta_(round.guess / settings.lambda) {}

  // The number of the current pass, counted over all rounds.
  void start_pass(std::uint64_t pass) { pass_ = pass; }

  bool on_update(const UpdateEvent& update) override {
    if (settings_.tracer != nullptr)
      settings_.tracer->on_update(update, pass_, settings_.first_model);
    // Recomputed from the weights now and then, so that rounding errors do not accumulate.
    const std::uint64_t period = 1 + update.bank.features() / 64;
    if (round_.updates % period == 0) square_ = square(update.bank);
    const double t = update.steps[0];
    square_ += 2 * t * update.scores[0] + t * t * lengths_[update.row];
    square_ = std::max(square_, 0.0);
    const double norm = std::sqrt(square_);
    bar_ = beta_ * norm;
    ++round_.updates;
    ++mistakes_;
    if (!(t * update.scores[0] > 0)) ++fit_.wrong;
    visited_ = update.step + 1;
    fit_.alpha[update.row] += std::abs(t);
    // 1e-9 is more than the rounding error of the norm.
    const double least = round_.guess * static_cast<double>(round_.updates) * (1 - 1e-9);
    if (settings_.stop == SearchStop::proof && norm < least) {
      round_.outcome = GuessRound::Outcome::refuted;
    } else if (settings_.stop == SearchStop::limit && round_.updates >= round_.limit) {
      round_.outcome = GuessRound::Outcome::limit;
    }
    return round_.outcome == GuessRound::Outcome::unfinished && settings_.scan == SearchScan::pass;
  }

  const double& bar() const { return bar_; }
  std::uint64_t take_mistakes() { return std::exchange(mistakes_, 0); }
  // Rows up to the last update of the pass.
  std::uint64_t visited() const { return visited_; }

 private:
  static double square(const Bank& bank) {
    double sum = *bank.offsets() * *bank.offsets();
    for (std::uint64_t j = 0; j < bank.features(); ++j) sum += *bank.row(j) * *bank.row(j);
    return sum;
  }

  const std::vector<double>& lengths_;
  const MarginSearchSettings& settings_;
  GuessRound& round_;
  Fit& fit_;
  double beta_;
  double square_ = 0;
  double bar_ = 0;
  std::uint64_t mistakes_ = 0;  // in this pass
  std::uint64_t visited_ = 0;
  std::uint64_t pass_ = 0;
};

std::vector<std::uint64_t> rows_with_sign(const Examples& examples, const Targets& targets) {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t i = 0; i < examples.size(); ++i) {
    if (targets.sign(examples.labels[i], 0) != 0) rows.push_back(i);
  }
  return rows;
}

// The search: one round for each guess, from R downwards.
class Search {
 public:
  Search(const Examples& examples, const Targets& targets, Offset offset,
         const MarginSearchSettings& settings, Listener& listener)
      : examples_(examples),
        targets_(targets),
        offset_(offset),
        settings_(settings),
        listener_(listener),
        lengths_(squared_lengths(examples.rows)),
        bank_(examples.features(), 1),
        order_(settings.shuffle, settings.seed, rows_with_sign(examples, targets)) {
    if (offset == Offset::constant) {
      for (double& length : lengths_) length += 1;
    }
  }

  MarginSearch run() {
    measure_radius();
    // A margin below a billionth of R would need more updates than anyone can wait for.
    const double smallest = std::max(settings_.smallest_guess, 1e-9 * radius_);
    double guess = radius_;
    while (guess > smallest) {
      const auto outcome = run_round(guess);
      if (outcome == GuessRound::Outcome::converged || outcome == GuessRound::Outcome::unfinished)
        break;
      guess /= settings_.lambda;
    }
    // The last pass may exceed the limit slightly.
    search_.fit.epochs = visited_ / std::max<std::uint64_t>(order_.size(), 1);
    search_.fit.weights.resize(bank_.features());
    bank_.take(0, search_.fit.weights, search_.fit.offset);
    return std::move(search_);
  }

 private:
  void measure_radius() {
    radius_ = settings_.radius;
    if (radius_ == 0) {
      double longest = 0;
      for (const std::uint64_t i : order_.rows()) longest = std::max(longest, lengths_[i]);
      radius_ = std::sqrt(longest);
    }
    if (radius_ != 0 && !(radius_ > 1e-140 && radius_ < 1e140)) {
      throw Error(ErrorKind::input,
                  fmt::format("rows of length {:.3g} are too long for the margin perceptron: "
                              "their squares overflow; bring the features to a common size with {}",
                              radius_, setting("scale", "maxabs")));
    }
  }

  // Updates that the theorem allows for this guess; the course notes stop at their number.
  std::uint64_t limit_of(double guess) const {
    const double coefficient = update_coefficient(settings_.coefficient, settings_.lambda);
    const bool theorem = settings_.coefficient == UpdateCoefficient(KnownCoefficient::theorem);
    const double limit =
        std::floor(coefficient * (radius_ * radius_) / (guess * guess)) + (theorem ? 1 : 0);
    return limit < 1e18 ? static_cast<std::uint64_t>(limit) : std::uint64_t{1} << 62U;
  }

  bool spent() const {
    return (settings_.epochs > 0 && visited_ >= settings_.epochs * order_.size()) ||
           (settings_.updates > 0 && search_.total_updates >= settings_.updates);
  }

  GuessRound::Outcome run_round(double guess) {
    bank_.clear();
    search_.fit.alpha.assign(examples_.size(), 0);
    search_.fit.mistakes.clear();
    GuessRound& round = search_.rounds.emplace_back();
    round.guess = guess;
    round.limit = limit_of(guess);
    RoundObserver observer(lengths_, settings_, round, search_.fit);
    if (settings_.tracer != nullptr) settings_.tracer->on_guess(settings_.first_model, guess);
    while (round.outcome == GuessRound::Outcome::unfinished && !spent()) {
      check_interrupt();
      run_one_pass(observer, round);
      listener_.progress("margin perceptron", 0, 0, [&] {
        return fmt::format("round {}, guess {:.6g}, {} updates", search_.rounds.size(), guess,
                           round.updates);
      });
    }
    search_.fit.updates = round.updates;
    search_.fit.converged = round.outcome == GuessRound::Outcome::converged;
    return round.outcome;
  }

  void run_one_pass(RoundObserver& observer, GuessRound& round) {
    observer.start_pass(++pass_);
    const Rule rule = MarginPerceptron{{&observer.bar(), 1}};
    run_pass(rule, {examples_.rows, examples_.labels, order_.of_pass(pass_), targets_, offset_, 0,
                    bank_, observer});
    const std::uint64_t mistakes = observer.take_mistakes();
    const bool whole = settings_.scan == SearchScan::pass;
    if (whole && search_.fit.mistakes.size() < 1'000'000) search_.fit.mistakes.push_back(mistakes);
    const bool cut = round.outcome != GuessRound::Outcome::unfinished || !whole;
    visited_ += cut && mistakes > 0 ? observer.visited() : order_.size();
    search_.total_updates += mistakes;
    if (mistakes == 0) round.outcome = GuessRound::Outcome::converged;
  }

  const Examples& examples_;
  const Targets& targets_;
  Offset offset_;
  const MarginSearchSettings& settings_;
  Listener& listener_;
  std::vector<double> lengths_;  // squared, of the examples
  Bank bank_;
  Order order_;
  double radius_ = 0;
  MarginSearch search_;
  std::uint64_t pass_ = 0;     // of all rounds
  std::uint64_t visited_ = 0;  // rows; a pass ended early by a refutation counts in part
};

}  // namespace

std::string value_text(const UpdateCoefficient& coefficient) {
  const auto* number = std::get_if<double>(&coefficient);
  return number != nullptr ? format_number(*number)
                           : std::string(name_of(std::get<KnownCoefficient>(coefficient)));
}

void parse_setting(std::string_view name, const std::string& text, UpdateCoefficient& value) {
  if (const auto known = find_named<KnownCoefficient>(text)) {
    value = *known;
    return;
  }
  const auto number = parse_number(text);
  if (!number || !(*number > 0) || !std::isfinite(*number)) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected theorem, document or a number above 0, found {}",
                            setting(name), in_quotes(text)));
  }
  value = *number;
}

double update_coefficient(const UpdateCoefficient& coefficient, double lambda) {
  if (const auto* number = std::get_if<double>(&coefficient)) return *number;
  switch (std::get<KnownCoefficient>(coefficient)) {
    case KnownCoefficient::theorem: {
      // (t + 2)t / 2(at − 1) with t = c'λ and a = 1 − 1/λ, at its minimum.
      const double a = 1 - 1 / lambda;
      const double t = (1 + std::sqrt(1 + 2 * a)) / a;
      return (t + 2) * t / (2 * (a * t - 1));
    }
    case KnownCoefficient::document:
      break;
  }
  return (50 * lambda * lambda + lambda) / (lambda - 1);
}

MarginSearch search_margin(const Examples& examples, const Targets& targets, Offset offset,
                           const MarginSearchSettings& settings, Listener& listener) {
  return Search(examples, targets, offset, settings, listener).run();
}

std::vector<Fit> search_margins(const Examples& examples, const Targets& targets,
                                const LearnSettings& settings, std::uint64_t threads,
                                Tracer* tracer, Listener& listener) {
  MarginSearchSettings search;
  search.tracer = tracer;
  search.lambda = settings.lambda;
  search.shuffle = settings.order == VisitOrder::shuffle;
  search.seed = settings.seed;
  search.epochs = epochs_of(settings);
  search.updates = settings.updates;
  const Offset offset = settings.offset ? Offset::constant : Offset::none;
  std::vector<Fit> fits(targets.models());
  Parts parts(listener, fits.size());
  parallel_for(fits.size(), threads, [&](std::uint64_t m) {
    MarginSearchSettings mine = search;
    mine.first_model = m;
    MarginSearch result = search_margin(examples, targets.slice(m, 1), offset, mine, parts[m]);
    parts.finished(m);
    result.fit.updates = result.total_updates;
    fits[m] = std::move(result.fit);
  });
  return fits;
}

}  // namespace perceptron::core
