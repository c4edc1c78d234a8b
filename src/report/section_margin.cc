// A search for the widest margin.

#include <fmt/format.h>

#include "base/text.h"
#include "report/charts.h"
#include "report/run_section.h"

namespace perceptron::core {
namespace {

void show_sweep(const MarginRecord& record, RunSection& section) {
  const double best = record.optimum.upper;
  const auto& sweep = *record.result.sweep;
  section.topic("Final margin against λ");
  section.page().text(
      "The margin perceptron guarantees at least γ_opt/λ². A λ near 1 guarantees more and takes "
      "longer; the margin it reaches is often far above the guarantee, and larger λ are not always "
      "worse.");
  section.draw("sweep", sweep_chart(sweep, best),
               "Final margins for each λ, between the guarantee and the widest margin.",
               "The points are the margins reached, the curve below is the guarantee.");
  section.draw(
      "guess", guess_chart(sweep, best),
      "Final margin against guess over λ; every point is on or above the diagonal.",
      "A pass without updates with a guess ensures a margin of γ_guess/λ: no point lies below the "
      "diagonal.");
  section.draw("effort", effort_chart(sweep), "Updates for each λ.",
               "The updates of all guesses together.");
}

void show_rounds(const std::vector<RoundRecord>& rounds, RunSection& section) {
  section.topic("Guess after guess");
  std::vector<std::vector<std::string>> rows;
  rows.reserve(rounds.size());
  for (const RoundRecord& round : rounds)
    rows.push_back({cell_text(round.guess), cell_text(round.updates), cell_text(round.limit),
                    std::string(name_of(round.outcome))});
  section.page().table({"guess", "updates", "allowed by theory", "outcome"}, rows,
                       "A guess is refuted as soon as ‖w‖/k falls below it.");
}

std::string part_margin_text(const MarginPartRecord& part) {
  if (part.separable == false || !part.margin) return "";
  return cell_text(part.margin->lower) + " to " + cell_text(part.margin->upper);
}

void show_parts(const std::vector<MarginPartRecord>& parts, RunSection& section) {
  section.topic("Which can be separated");
  std::vector<std::vector<std::string>> rows;
  rows.reserve(parts.size());
  for (const MarginPartRecord& part : parts)
    rows.push_back({part.positive, part.negative.value_or("the rest"),
                    part.separable ? *part.separable ? "yes" : "no" : "not decided",
                    part_margin_text(part),
                    cell_text(static_cast<std::uint64_t>(part.support.size()))});
  section.page().table({"class", "against", "separable", "widest margin", "rows of the proof"},
                       rows, "Each with a proof of its own in the certificate.");
}

// What a plane that has no row on its wrong side does to a logistic regression.
void show_separation(const SeparationRecord& separation, std::uint64_t rows, RunSection& section) {
  section.topic("Separation");
  if (!separation.separation) {
    section.page().text("Not decided: an exact answer is out of reach for data of this size.");
    return;
  }
  switch (*separation.separation) {
    case Separation::none:
      section.page().text(
          "None: the classes overlap. The likelihood of a logistic regression has a maximum, and "
          "every coefficient is finite.");
      break;
    case Separation::quasi_complete:
      section.page().text(fmt::format(
          "Quasi-complete: some plane has no row on its wrong side, but {} of {} on itself, {}. A "
          "logistic regression without a penalty has no solution.",
          separation.on_plane.value_or(0), plural(rows, "row"),
          separation.overlap_on_plane.value_or(true) ? "which overlap there"
                                                     : "all the same point"));
      break;
    case Separation::complete:
      section.page().text(
          "Complete: some plane has every row strictly on its side. A logistic regression without "
          "a penalty has no solution.");
      break;
  }
  std::vector<std::vector<std::string>> coefficients;
  if (separation.infinite) {
    for (const InfiniteRecord& each : *separation.infinite)
      coefficients.push_back({each.feature, each.sign.value > 0 ? "+∞" : "−∞"});
  }
  for (const std::string& each : separation.undetermined)
    coefficients.push_back({each, "to either side"});
  for (const std::string& each : separation.aliased)
    coefficients.push_back({each, "taken to be 0: columns before determine it"});
  const bool known = separation.infinite.has_value();
  if (!known) section.page().text("Which coefficients are infinite was not decided.");
  if (coefficients.empty()) return;
  section.page().table({"coefficient", "tends to"}, coefficients,
                       known ? "As the likelihood approaches its supremum; all others stay finite."
                             : "As the likelihood approaches its supremum.");
}

}  // namespace

void show(const MarginRecord& record, RunSection& section) {
  const MarginOutcome& result = record.result;
  Facts facts;
  facts.add_data(record.data);
  facts.add("passes", result.passes);
  facts.add_optimum(record.optimum);
  facts.add_seconds("time", result.seconds);
  section.page().facts(facts.list());
  if (record.picture) show_picture(*record.picture, result.lift, section);
  if (result.diagnosis) show_separation(*result.diagnosis, result.rows, section);
  if (has_items(result.parts)) show_parts(*result.parts, section);
  if (has_items(result.sweep)) show_sweep(record, section);
  if (result.search && !result.search->rounds.empty()) show_rounds(result.search->rounds, section);
  if (record.certificate) show_certificate(*record.certificate, section);
}

}  // namespace perceptron::core
