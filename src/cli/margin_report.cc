#include "cli/margin_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "base/text.h"
#include "cli/classes_margin_report.h"
#include "cli/separation_report.h"
#include "cli/text_table.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

const std::string& class_name(const Dataset& data, std::uint64_t row) {
  return data.classes.names()[data.labels[row]];
}

class MarginText {
 public:
  explicit MarginText(const MarginFindings& found) : found_(found), best_(found.best) {}

  std::string text() const {
    if (found_.points) return points_text();
    TextTable facts("<<");
    facts.add({"separable", verdict()});
    if (found_.diagnosis) {
      add_separation(separation_record(*found_.diagnosis, found_.measured), found_.data().rows(),
                     facts);
    }
    if (best_.separable == false) {
      facts.add({"proof", proof()});
    } else if (std::isfinite(best_.margin.upper)) {
      facts.add({"best margin", margin_interval_text(best_.margin, found_.gap)});
    }
    if (found_.of_model) facts.add({"this plane", plane_text()});
    facts.add({"radius R", brief(best_.radius)});
    if (best_.mistake_bound) {
      facts.add(
          {"mistakes", fmt::format("at most {} in any order, by {}", mistakes_text(),
                                   found_.subject().offset ? "(R² + 1)/margin² of the rows [x, 1]"
                                                           : "(R/margin)²")});
    }
    if (best_.separable == true) facts.add({"support", support_text()});
    std::string text = facts.text("");
    if (found_.sweep && !found_.trials.empty()) {
      text += '\n' + sweep_text();
    } else if (!found_.trials.empty()) {
      text += '\n' + rounds_text(found_.trials[0]);
    }
    return text;
  }

 private:
  const std::string& class_of(std::uint64_t row) const { return class_name(found_.data(), row); }

  double share(double margin) const { return 100 * margin / best_.margin.upper; }

  std::string mistakes_text() const {
    const double bound = std::floor(*best_.mistake_bound);
    return bound < 1e15 ? with_commas(static_cast<std::uint64_t>(bound)) : brief(bound);
  }

  // The guarantee of the theorem, if it applies to this search.
  std::string promise_text(const MarginSearchResult& trial) const {
    const bool theorem = found_.search.coefficient == UpdateCoefficient(KnownCoefficient::theorem);
    if (found_.search.stop != SearchStop::proof && !theorem) return "";
    return fmt::format("; guaranteed {:.4g} %", 100 / (trial.lambda * trial.lambda));
  }

  std::string points_text() const {
    std::string text = "row\tclass\tmargin\n";
    for (std::size_t i = 0; i < found_.margins.size(); ++i) {
      text += fmt::format("{}\t{}\t{}\n", i + 1, printable(class_of(i)),
                          format_number(found_.margins[i]));
    }
    return text;
  }

  std::string verdict() const {
    std::string where = found_.subject().offset ? "" : " through the origin";
    if (found_.measured.lift)
      where += fmt::format(" (of the rows lifted by {})", *found_.measured.lift);
    if (!best_.separable)
      return "not decided: an exact answer is out of reach for data of this size";
    if (*best_.separable)
      return fmt::format("yes: a plane{} has every row strictly on its side", where);
    if (best_.touching == true) {
      std::string text =
          fmt::format("no: the classes touch, so the widest margin{} is exactly 0", where);
      if (found_.diagnosis) return text;
      return text + fmt::format(
                        "; some plane has no row on its wrong side, but {} of {} on itself, {} "
                        "(--diagnose says more)",
                        with_commas(best_.on_weak_plane), plural(found_.data().rows(), "row"),
                        best_.overlap_on_weak_plane ? "which overlap there" : "all the same point");
    }
    return fmt::format("no: {}, no plane{} has every row on its side",
                       best_.touching == false ? "the classes overlap" : "the classes meet", where);
  }

  std::string proof() const {
    const auto& rows = best_.zero_combination.rows;
    if (rows.size() == 1) return fmt::format("row {} is the origin itself", rows[0] + 1);
    const auto& weights = best_.zero_combination.weights;
    if (rows.size() == 2 && found_.data().labels[rows[0]] != found_.data().labels[rows[1]] &&
        weights[0] == weights[1]) {
      return fmt::format("rows {} and {} are the same point, of class {} and of class {}",
                         rows[0] + 1, rows[1] + 1, printable(class_of(rows[0])),
                         printable(class_of(rows[1])));
    }
    constexpr std::size_t kShown = 4;
    std::string parts;
    for (std::size_t k = 0; k < rows.size() && k < kShown; ++k) {
      parts += fmt::format("{}row {} × {:.3g}", k == 0 ? "" : ", ", rows[k] + 1,
                           best_.alpha[k] * (found_.subject().offset ? 2 : 1));
    }
    if (rows.size() > kShown) parts += fmt::format(" and {} more", rows.size() - kShown);
    return fmt::format("{}: {}, weighted exactly",
                       found_.subject().offset ? "the hulls of the classes share a point"
                                               : "the hull of all y·x contains the origin",
                       parts);
  }

  std::string plane_text() const {
    if (!found_.plane) return "has no direction: all weights are 0";
    const double lower = found_.plane->lower;
    if (!(lower > 0) && found_.plane->upper >= 0 && lower > -1e-300)
      return "margin 0: a row lies on it";
    if (!(lower > 0))
      return fmt::format("margin {}: it does not separate the classes", brief(lower));
    return fmt::format(
        "margin {}{}", brief(lower, Round::down, 12),
        best_.separable == true ? fmt::format(", {:.4g} % of the best", share(lower)) : "");
  }

  std::string support_text() const {
    constexpr std::size_t kShown = 12;
    std::string rows;
    for (std::size_t k = 0; k < best_.support.size() && k < kShown; ++k)
      rows += fmt::format("{}{}", k == 0 ? "" : ", ", best_.support[k] + 1);
    const std::size_t count = best_.support.size();
    if (count > kShown) rows += fmt::format(" and {} more", with_commas(count - kShown));
    return plural(count, "row") + ": " + rows;
  }

  std::string rounds_text(const MarginSearchResult& trial) const {
    TextTable table("<>>>>");
    table.add({"round", "guess", "updates", "limit", "outcome"});
    const auto& rounds = trial.search.rounds;
    constexpr std::size_t kShown = 200;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      if (rounds.size() > kShown && i == kShown / 2) {
        table.add({"…", "", "", "", "--json has all"});
        i = rounds.size() - kShown / 2;
      }
      table.add({std::to_string(i + 1), brief(rounds[i].guess), with_commas(rounds[i].updates),
                 with_commas(rounds[i].limit), std::string(name_of(rounds[i].outcome))});
    }
    const double lower = trial.margin ? trial.margin->lower : 0;
    return fmt::format("Margin perceptron, lambda {}: margin {}, {:.4g} % of the best{}\n\n{}",
                       trial.lambda, brief(lower, Round::down, 12), share(lower),
                       promise_text(trial), table.text("  "));
  }

  std::string sweep_text() const {
    TextTable table(">>>>>>>>>>");
    table.add({"lambda", "margin", "of best", "promised", "guess", "guess/lambda", "updates",
               "in all", "rounds", "ms"});
    std::size_t above = 0;
    std::size_t kept = 0;
    for (const MarginSearchResult& trial : found_.trials) {
      const double guess = trial.search.rounds.back().guess;
      const double lower = trial.margin ? trial.margin->lower : 0;
      if (guess > best_.margin.upper) ++above;
      if (trial.margin && trial.margin->upper >= guess / trial.lambda) ++kept;
      table.add({fmt::format("{}", trial.lambda), brief(lower, Round::down),
                 fmt::format("{:.2f} %", share(lower)),
                 brief(best_.margin.lower / (trial.lambda * trial.lambda)), brief(guess),
                 brief(guess / trial.lambda), with_commas(trial.search.rounds.back().updates),
                 with_commas(trial.search.total_updates),
                 std::to_string(trial.search.rounds.size()),
                 fmt::format("{:.1f}", 1e3 * trial.seconds)});
    }
    return table.text("") +
           fmt::format(
               "\nupdates: of the last round, and in all.\nThe margin is at least guess/lambda in "
               "{} of {} runs: that is what ends a search.\nThe last guess is above the best "
               "margin "
               "in {}. That a guess is at most the best margin\nis enough for a search to end, but "
               "not necessary: guess/lambda must be reached, not the guess.\n",
               kept, found_.trials.size(), above);
  }

  const MarginFindings& found_;
  const WidestMargin& best_;
};

}  // namespace

std::string margin_interval_text(const Interval& interval, const std::optional<double>& gap) {
  if (!(interval.lower > 0)) return fmt::format("at most {}", brief(interval.upper, Round::up));
  const double found = 1 - interval.lower / interval.upper;
  const std::string ends = fmt::format("between {} and {}", format_number(interval.lower),
                                       format_number(interval.upper));
  if (found > gap.value_or(0.01)) {
    return fmt::format("{}, a gap of {:.2g} instead of {:.2g} (more --passes may help)", ends,
                       found, gap.value_or(0.01));
  }
  // The digits that both bounds share, then both bounds.
  const int digits = std::clamp(static_cast<int>(-std::log10(std::max(found, 1e-16))), 3, 14);
  return fmt::format("{} ({})", brief(interval.lower, Round::nearest, digits), ends);
}

std::string margin_text(const MarginFindings& found) {
  return found.multiclass ? classes_margin_text(found) : MarginText(found).text();
}

namespace {

LambdaRecord lambda_record(const MarginSearchResult& trial, const WidestMargin& best) {
  const double guess = trial.search.rounds.back().guess;
  LambdaRecord record;
  record.lambda = trial.lambda;
  record.guess = guess;
  record.guess_over_lambda = guess / trial.lambda;
  record.updates = trial.search.rounds.back().updates;
  record.total_updates = trial.search.total_updates;
  record.converged = trial.search.fit.converged;
  record.margin = interval_record(trial.margin);
  record.guarantee = best.margin.lower / (trial.lambda * trial.lambda);
  return record;
}

SearchRecord search_record(const MarginFindings& found) {
  SearchRecord record;
  record.run.lambda = found.lambdas[0];
  if (!found.trials.empty()) {  // else there is nothing to search for
    record.run = lambda_record(found.trials[0], found.best);
    for (const GuessRound& round : found.trials[0].search.rounds)
      record.rounds.push_back({round.guess, round.updates, round.limit, round.outcome});
  }
  record.stop = found.search.stop;
  record.scan = found.search.scan;
  record.coefficient = update_coefficient(found.search.coefficient, found.lambdas[0]);
  return record;
}

std::vector<SweepRecord> sweep_record(const MarginFindings& found) {
  std::vector<SweepRecord> sweep;
  for (const MarginSearchResult& trial : found.trials)
    sweep.push_back({lambda_record(trial, found.best), trial.search.rounds.size(), trial.seconds});
  return sweep;
}

std::vector<SupportRecord> support_record(const MarginFindings& found) {
  const WidestMargin& best = found.best;
  std::vector<SupportRecord> support;
  for (std::size_t k = 0; k < best.support.size(); ++k) {
    support.push_back(
        {best.support[k] + 1, class_name(found.data(), best.support[k]), {}, best.alpha[k], {}});
    if (!best.zero_combination.weights.empty())
      support.back().exact = best.zero_combination.weights[k];
  }
  return support;
}

void add_plane(const MarginFindings& found, MarginOutcome& result) {
  constexpr std::uint64_t kWeightsShown = 10'000;
  if (found.weights.empty() || found.weights.size() > kWeightsShown || found.sweep) return;
  if (found.best.separable != true && !found.of_model) return;
  result.weights = found.weights;
  if (found.subject().offset) result.plane_offset = found.plane_offset;
}

}  // namespace

MarginOutcome margin_outcome(const MarginFindings& found) {
  const WidestMargin& best = found.best;
  if (found.multiclass) return classes_margin_outcome(found);
  MarginOutcome result;
  result.rows = found.data().rows();
  result.features = found.subject().features;
  result.offset = found.subject().offset;
  result.radius = best.radius;
  result.separable = best.separable;
  result.lift = found.measured.lift;
  result.touching = best.touching;
  if (found.diagnosis) result.diagnosis = separation_record(*found.diagnosis, found.measured);
  const auto widest = interval_record(best.margin);
  const bool one_lambda = !found.sweep && !found.lambdas.empty();
  if (one_lambda) result.search = search_record(found);
  result.margin = found.of_model ? interval_record(found.plane) : widest;
  if (found.sweep) result.sweep = sweep_record(found);
  if (one_lambda || found.of_model || found.sweep) result.optimum = widest;
  result.mistake_bound = best.mistake_bound;
  result.passes = best.passes;
  result.seconds = found.seconds;
  result.read_seconds = found.read_seconds;
  add_plane(found, result);
  result.support = support_record(found);
  result.data_hash = found.subject().hash;
  if (!found.points) return result;
  result.points.emplace();
  for (std::size_t i = 0; i < found.margins.size(); ++i)
    result.points->push_back({i + 1, class_name(found.data(), i), found.margins[i]});
  return result;
}

}  // namespace perceptron::core
