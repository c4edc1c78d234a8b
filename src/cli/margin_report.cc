#include "cli/margin_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/text_table.h"

namespace perceptron {
namespace {

class Report {
 public:
  explicit Report(const MarginFindings& found) : found_(found), best_(found.best) {}

  // ---- JSON ----

  Json json() const {
    Json json = {{"rows", found_.data().rows()},
                 {"features", found_.subject().features},
                 {"offset", found_.subject().offset},
                 {"radius", best_.radius},
                 {"separable", best_.separable ? Json(*best_.separable) : Json()}};
    if (found_.lift) json["lift"] = *found_.lift;
    if (best_.separable == false)
      json["touching"] = best_.touching ? Json(*best_.touching) : Json();
    const Json optimum = interval_json(best_.margin);
    if (single_trial()) {
      add_trial(json);
      json["optimum"] = optimum;
    } else if (found_.of_model) {
      json["margin"] = interval_json(found_.plane);
      json["optimum"] = optimum;
    } else {
      json["margin"] = optimum;
    }
    if (found_.sweep) {
      Json sweep = Json::array();
      for (const MarginSearchResult& trial : found_.trials) {
        Json each = trial_json(trial);
        each["rounds"] = trial.search.rounds.size();
        each["seconds"] = trial.seconds;
        sweep.push_back(each);
      }
      json["sweep"] = sweep;
      json["optimum"] = optimum;
    }
    json["mistake_bound"] = best_.mistake_bound ? Json(*best_.mistake_bound) : Json();
    json["passes"] = best_.passes;
    json["seconds"] = found_.seconds;
    json["read_seconds"] = found_.read_seconds;
    add_plane(json);
    json["support"] = support_json();
    json["data_hash"] = found_.subject().hash;
    if (found_.points) {
      Json list = Json::array();
      for (std::size_t i = 0; i < found_.margins.size(); ++i)
        list.push_back({{"row", i + 1}, {"class", class_of(i)}, {"margin", found_.margins[i]}});
      json["points"] = list;
    }
    return json;
  }

  // ---- Text ----

  std::string text() const {
    if (found_.points) return points_text();
    TextTable facts("<<");
    facts.add({"separable", verdict()});
    if (best_.separable == false) {
      facts.add({"proof", proof()});
    } else if (std::isfinite(best_.margin.upper)) {
      facts.add({"best margin", interval_text(best_.margin)});
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
  bool single_trial() const { return !found_.sweep && !found_.lambdas.empty(); }

  const std::string& class_of(std::uint64_t row) const {
    return found_.data().classes.names()[found_.data().labels[row]];
  }

  double share(double margin) const { return 100 * margin / best_.margin.upper; }

  void add_trial(Json& json) const {
    const double lambda = found_.lambdas[0];
    Json rounds = Json::array();
    if (found_.trials.empty()) {  // there is nothing to search for
      json.update({{"lambda", lambda}, {"guess", Json()}, {"updates", 0}, {"margin", Json()}});
    } else {
      json.update(trial_json(found_.trials[0]));
      for (const GuessRound& round : found_.trials[0].search.rounds) {
        rounds.push_back({{"guess", round.guess},
                          {"updates", round.updates},
                          {"limit", round.limit},
                          {"outcome", name_of(round.outcome)}});
      }
    }
    json["rounds"] = rounds;
    json["stop"] = name_of(found_.search.stop);
    json["scan"] = name_of(found_.search.scan);
    json["coefficient"] = update_coefficient(found_.search.coefficient, lambda);
  }

  Json trial_json(const MarginSearchResult& trial) const {
    const double guess = trial.search.rounds.back().guess;
    return {{"lambda", trial.lambda},
            {"guess", guess},
            {"guess_over_lambda", guess / trial.lambda},
            {"updates", trial.search.rounds.back().updates},
            {"total_updates", trial.search.total_updates},
            {"converged", trial.search.fit.converged},
            {"margin", interval_json(trial.margin)},
            {"guarantee", best_.margin.lower / (trial.lambda * trial.lambda)}};
  }

  void add_plane(Json& json) const {
    constexpr std::uint64_t kWeightsShown = 10'000;
    if (found_.weights.empty() || found_.weights.size() > kWeightsShown || found_.sweep) return;
    if (best_.separable != true && !found_.of_model) return;
    json["weights"] = found_.weights;
    if (found_.subject().offset) json["plane_offset"] = found_.plane_offset;
  }

  Json support_json() const {
    Json support = Json::array();
    for (std::size_t k = 0; k < best_.support.size(); ++k) {
      Json point = {{"row", best_.support[k] + 1},
                    {"class", class_of(best_.support[k])},
                    {"weight", best_.alpha[k]}};
      if (!best_.vanishing.weights.empty()) point["exact"] = best_.vanishing.weights[k];
      support.push_back(point);
    }
    return support;
  }

  std::string mistakes_text() const {
    const double bound = std::floor(*best_.mistake_bound);
    return bound < 1e15 ? with_commas(static_cast<std::uint64_t>(bound)) : brief(bound);
  }

  // What the theorem promises, where what was done is what it is about.
  std::string promise_text(const MarginSearchResult& trial) const {
    const bool theorem = found_.search.coefficient == UpdateCoefficient(KnownCoefficient::theorem);
    if (found_.search.stop != SearchStop::proof && !theorem) return "";
    return fmt::format("; promised {:.4g} %", 100 / (trial.lambda * trial.lambda));
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
    if (found_.lift) where += fmt::format(" (of the rows lengthened by {})", *found_.lift);
    if (!best_.separable)
      return "not decided: an exact answer is out of reach for data of this size";
    if (*best_.separable)
      return fmt::format("yes: a plane{} has every row strictly on its side", where);
    if (best_.touching == true) {
      return fmt::format(
          "no: the classes touch, so the widest margin{} is exactly 0; some plane has no row on "
          "its wrong side, but rows on itself",
          where);
    }
    return fmt::format("no: {}, no plane{} has every row on its side",
                       best_.touching == false ? "the classes overlap" : "the classes meet", where);
  }

  std::string proof() const {
    const auto& rows = best_.vanishing.rows;
    if (rows.size() == 1) return fmt::format("row {} is the origin itself", rows[0] + 1);
    const auto& weights = best_.vanishing.weights;
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

  std::string interval_text(const Interval& interval) const {
    if (!(interval.lower > 0)) return fmt::format("at most {}", brief(interval.upper, Round::up));
    const double gap = 1 - interval.lower / interval.upper;
    const std::string ends = fmt::format("between {} and {}", format_number(interval.lower),
                                         format_number(interval.upper));
    if (gap > found_.gap.value_or(0.01)) {
      return fmt::format("{}, a gap of {:.2g} where {:.2g} was to be reached (more --passes may)",
                         ends, gap, found_.gap.value_or(0.01));
    }
    // The digits that both ends share, then both ends.
    const int digits = std::clamp(static_cast<int>(-std::log10(std::max(gap, 1e-16))), 3, 14);
    return fmt::format("{} ({})", brief(interval.lower, Round::nearest, digits), ends);
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
  const Optimum& best_;
};

}  // namespace

Json margin_json(const MarginFindings& found) { return Report(found).json(); }
std::string margin_text(const MarginFindings& found) { return Report(found).text(); }

}  // namespace perceptron
