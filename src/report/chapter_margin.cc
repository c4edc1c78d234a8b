// A search for the widest margin.

#include <fmt/format.h>

#include "report/chapter.h"
#include "report/charts.h"

namespace perceptron::core {
namespace {

void tell_sweep(const MarginRecord& record, Chapter& chapter) {
  const double best = record.optimum.upper;
  const auto& sweep = *record.result.sweep;
  chapter.topic("Final margin against λ");
  chapter.page().text(
      "The margin perceptron guarantees at least γ_opt/λ². A λ near 1 guarantees more and takes "
      "longer; the margin it reaches is often far above the guarantee, and larger λ are not always "
      "worse.");
  chapter.draw("sweep", sweep_chart(sweep, best),
               "Final margins for each λ, between the guarantee and the widest margin.",
               "The points are the margins reached, the curve below is the guarantee.");
  chapter.draw(
      "guess", guess_chart(sweep, best),
      "Final margin against guess over λ; every point is on or above the diagonal.",
      "A pass without updates with a guess ensures a margin of γ_guess/λ: no point lies below the "
      "diagonal.");
  chapter.draw("effort", effort_chart(sweep), "Updates for each λ.",
               "The updates of all guesses together.");
}

void tell_rounds(const std::vector<RoundRecord>& rounds, Chapter& chapter) {
  chapter.topic("Guess after guess");
  std::vector<std::vector<std::string>> rows;
  rows.reserve(rounds.size());
  for (const RoundRecord& round : rounds)
    rows.push_back({cell_text(round.guess), cell_text(round.updates), cell_text(round.limit),
                    std::string(name_of(round.outcome))});
  chapter.page().table({"guess", "updates", "allowed by theory", "outcome"}, rows,
                       "A guess is refuted as soon as ‖w‖/k falls below it.");
}

}  // namespace

void tell(const MarginRecord& record, Chapter& chapter) {
  const MarginOutcome& result = record.result;
  Facts facts;
  facts.add_data(record.data);
  facts.add("passes", result.passes);
  facts.add_optimum(record.optimum);
  facts.add_seconds("time", result.seconds);
  chapter.page().facts(facts.list());
  if (record.picture) tell_picture(*record.picture, result.lift, chapter);
  if (has_items(result.sweep)) tell_sweep(record, chapter);
  if (result.search && !result.search->rounds.empty()) tell_rounds(result.search->rounds, chapter);
  if (record.certificate) tell_certificate(*record.certificate, chapter);
}

}  // namespace perceptron::core
