#include "learn/margin_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/number.h"
#include "base/parts.h"
#include "base/text.h"
#include "base/threads.h"
#include "learn/order.h"

namespace perceptron {
namespace {

// One round: a guess, tried until it holds or fails. Follows ‖w‖ from move to move.
class Trial : public Watcher {
 public:
  Trial(const std::vector<double>& lengths, const MarginSearchSettings& settings, GuessRound& round,
        Fit& fit)
      : lengths_(lengths),
        settings_(settings),
        round_(round),
        fit_(fit),
        beta_(round.guess / settings.lambda) {}

  // The pass that is under way, of all rounds.
  void start_pass(std::uint64_t pass) { pass_ = pass; }

  bool on_move(const Move& move) override {
    if (settings_.tracer != nullptr) settings_.tracer->on_move(move, pass_, settings_.first_model);
    // Now and then from the weights themselves, so that rounding does not pile up.
    const std::uint64_t period = 1 + move.bank.features() / 64;
    if (round_.updates % period == 0) square_ = square(move.bank);
    const double t = move.steps[0];
    square_ += 2 * t * move.scores[0] + t * t * lengths_[move.row];
    square_ = std::max(square_, 0.0);
    const double norm = std::sqrt(square_);
    bar_ = beta_ * norm;
    ++round_.updates;
    ++mistakes_;
    if (!(t * move.scores[0] > 0)) ++fit_.wrong;
    visited_ = move.step + 1;
    fit_.alpha[move.row] += std::abs(t);
    // A hair more than the roundings of the norm.
    const double least = round_.guess * static_cast<double>(round_.updates) * (1 - 1e-9);
    if (settings_.stop == "proof" && norm < least) {
      round_.outcome = GuessRound::Outcome::refuted;
    } else if (settings_.stop == "limit" && round_.updates >= round_.limit) {
      round_.outcome = GuessRound::Outcome::limit;
    }
    return round_.outcome == GuessRound::Outcome::unfinished && settings_.scan == "pass";
  }

  const double& bar() const { return bar_; }
  std::uint64_t take_mistakes() { return std::exchange(mistakes_, 0); }
  // Rows up to the last move of the pass.
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

}  // namespace

const char* outcome_name(GuessRound::Outcome outcome) {
  switch (outcome) {
    case GuessRound::Outcome::converged:
      return "converged";
    case GuessRound::Outcome::limit:
      return "limit";
    case GuessRound::Outcome::refuted:
      return "refuted";
    case GuessRound::Outcome::unfinished:
      break;
  }
  return "unfinished";
}

double update_coefficient(const std::string& coefficient, double lambda) {
  if (coefficient == "document") return (50 * lambda * lambda + lambda) / (lambda - 1);
  if (coefficient == "theorem") {
    // (t + 2)t / 2(at − 1) with t = c'λ and a = 1 − 1/λ, at its lowest.
    const double a = 1 - 1 / lambda;
    const double t = (1 + std::sqrt(1 + 2 * a)) / a;
    return (t + 2) * t / (2 * (a * t - 1));
  }
  const auto value = parse_number(coefficient);
  if (!value || !(*value > 0) || !std::isfinite(*value)) {
    throw Error(ErrorKind::usage,
                "--coefficient: expected theorem, document or a number above 0, found " +
                    in_quotes(coefficient));
  }
  return *value;
}

MarginSearch search_margin(const Examples& examples, const Targets& targets, Offset offset,
                           const MarginSearchSettings& settings, Listener& listener) {
  auto lengths = squared_lengths(examples.rows);
  if (offset == Offset::constant) {
    for (double& length : lengths) length += 1;
  }
  std::vector<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < examples.size(); ++i) {
    if (targets.sign(examples.labels[i], 0) != 0) seen.push_back(i);
  }
  const std::uint64_t rows = seen.size();
  double radius = settings.radius;
  if (radius == 0) {
    double longest = 0;
    for (const std::uint64_t i : seen) longest = std::max(longest, lengths[i]);
    radius = std::sqrt(longest);
  }
  if (radius != 0 && !(radius > 1e-140 && radius < 1e140)) {
    throw Error(ErrorKind::input,
                fmt::format("rows of length {:.3g} are beyond what the margin perceptron can "
                            "square; bring the features to a common size with --scale maxabs",
                            radius));
  }
  const double coefficient = update_coefficient(settings.coefficient, settings.lambda);
  MarginSearch search;
  Bank bank(examples.features(), 1);
  Order order(settings.order == "shuffle", settings.seed, std::move(seen));
  std::uint64_t epoch = 0;
  std::uint64_t visited = 0;  // rows; a pass that a refutation cuts short is part of one
  const auto spent = [&] {
    return (settings.epochs > 0 && visited >= settings.epochs * rows) ||
           (settings.updates > 0 && search.total_updates >= settings.updates);
  };
  // A margin of a billionth of R would need more updates than anyone can wait for.
  const double smallest = std::max(settings.smallest_guess, 1e-9 * radius);
  for (double guess = radius; guess > smallest; guess /= settings.lambda) {
    bank.clear();
    search.fit.alpha.assign(examples.size(), 0);
    search.fit.mistakes.clear();
    GuessRound& round = search.rounds.emplace_back();
    round.guess = guess;
    // The theorem allows as many updates; the document stops at this number.
    const double limit = std::floor(coefficient * (radius * radius) / (guess * guess)) +
                         (settings.coefficient == "theorem" ? 1 : 0);
    round.limit = limit < 1e18 ? static_cast<std::uint64_t>(limit) : std::uint64_t{1} << 62U;
    Trial trial(lengths, settings, round, search.fit);
    if (settings.tracer != nullptr) settings.tracer->on_guess(settings.first_model, guess);
    const Rule rule = MarginPerceptron{{&trial.bar(), 1}};
    while (round.outcome == GuessRound::Outcome::unfinished) {
      if (spent()) break;
      check_interrupt();
      trial.start_pass(++epoch);
      run_pass(rule, {examples.rows, examples.labels, order.of_pass(epoch), targets, offset, 0,
                      bank, trial});
      const std::uint64_t mistakes = trial.take_mistakes();
      if (settings.scan == "pass" && search.fit.mistakes.size() < 1'000'000)
        search.fit.mistakes.push_back(mistakes);
      const bool cut = round.outcome != GuessRound::Outcome::unfinished || settings.scan != "pass";
      visited += cut && mistakes > 0 ? trial.visited() : rows;
      search.total_updates += mistakes;
      if (mistakes == 0) round.outcome = GuessRound::Outcome::converged;
      listener.progress("margin perceptron", 0, 0, [&] {
        return fmt::format("round {}, guess {:.6g}, {} updates", search.rounds.size(), guess,
                           round.updates);
      });
    }
    search.fit.updates = round.updates;
    search.fit.converged = round.outcome == GuessRound::Outcome::converged;
    if (round.outcome == GuessRound::Outcome::converged ||
        round.outcome == GuessRound::Outcome::unfinished)
      break;
  }
  // The last pass may end a little beyond the limit.
  search.fit.epochs = visited / std::max<std::uint64_t>(rows, 1);
  search.fit.weights.resize(bank.features());
  bank.take(0, search.fit.weights, search.fit.offset);
  return search;
}

std::vector<Fit> search_margins(const Examples& examples, const Targets& targets,
                                const LearnSettings& settings, std::uint64_t threads,
                                Tracer* tracer, Listener& listener) {
  MarginSearchSettings search;
  search.tracer = tracer;
  search.lambda = settings.lambda;
  search.order = settings.order;
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

}  // namespace perceptron
