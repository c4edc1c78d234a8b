// A training: its passes, what it proved, and its models.

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "report/charts.h"
#include "report/run_section.h"
#include "report/values.h"

namespace perceptron::core {
namespace {

class TrainingSection {
 public:
  TrainingSection(const TrainRecord& record, RunSection& section)
      : record_(record), result_(record.result), section_(section) {}

  void show() {
    facts();
    if (record_.history) {
      if (record_.history->picture) show_picture(*record_.history->picture, {}, section_);
      show_steps(*record_.history, section_);
    }
    passes();
    if (record_.history) history(*record_.history);
    if (result_.models.size() > 1) models_table();
    if (record_.history)
      show_answers(record_.history->answers, "On " + measured_rows() + ".", section_);
    show_weights(record_.weights, result_.models.size(), section_);
    if (has_items(record_.worst))
      show_worst(*record_.worst,
                 "Of " + measured_rows() +
                     ", those furthest on the wrong side; of many features the ones that counted "
                     "most.",
                 section_);
    if (record_.history && record_.history->certificate)
      show_certificate(*record_.history->certificate, section_);
  }

 private:
  bool held_out() const { return result_.proof.held_out_accuracy.has_value(); }
  // Which rows the training was measured on.
  std::string measured_rows() const {
    return held_out() ? "all rows, including those held out for early stopping"
                      : "the training rows";
  }
  const std::optional<OptimumRecord>& optimum() const {
    static const std::optional<OptimumRecord> none;
    return record_.history ? record_.history->optimum : none;
  }

  void facts() {
    Facts facts;
    facts.add_data(record_.data);
    facts.add("learner", std::string(name_of(result_.learner)));
    if (result_.proof.solver)
      facts.add("solver", std::string(name_of(result_.proof.solver->solver)));
    if (result_.accuracy)
      facts.add(held_out() ? "accuracy on all rows" : "training accuracy",
                percent(*result_.accuracy));
    if (held_out()) facts.add("held-out accuracy", percent(*result_.proof.held_out_accuracy));
    if (result_.support_rows) facts.add("support rows", *result_.support_rows);
    facts.add("passes", result_.epochs);
    if (result_.models.size() == 1 && result_.models[0].updates != 0)
      facts.add("updates", result_.models[0].updates);
    if (optimum()) facts.add_optimum(*optimum());
    facts.add_seconds("reading time", result_.seconds.read);
    facts.add_seconds("training time", result_.seconds.fit);
    section_.page().facts(facts.list());
    if (record_.streamed)
      section_.page().note("The rows were streamed, so there is no picture of them.");
  }

  void passes() {
    const ModelRecord& model = result_.models[0];
    const auto& counts = model.mistakes_by_epoch;
    if (result_.models.size() > 1 || counts.empty()) return;
    const bool mistakes = result_.updates_are_mistakes();
    const std::string what = mistakes ? "mistakes" : "updates";
    section_.topic(mistakes ? "Mistakes by pass" : "Updates by pass");
    section_.draw(
        "passes", passes_chart(counts, what),
        fmt::format("The number of {} in each of {}.", what, plural(counts.size(), "pass")),
        result_.converged ? "A pass without any ends the training."
        : model.stalled   ? "Training stopped because the last passes had no fewer than an earlier "
                            "one."
                          : "");
    const auto& evidence = result_.proof.evidence;
    if (evidence && evidence->mistake_bound && optimum() && optimum()->mistake_bound)
      bound(counts, what, *optimum()->mistake_bound);
  }

  void bound(const std::vector<std::uint64_t>& counts, const std::string& what, double most) {
    section_.topic("The mistake bound");
    section_.page().text(fmt::format(
        "Novikoff's theorem: where a plane with margin γ exists and no row is longer than R, the "
        "perceptron makes at most (R/γ)² mistakes, in whatever order the rows come. With the "
        "widest margin that is {} here; it made {}.",
        floor_text(most), cell_text(result_.models[0].updates)));
    section_.draw("bound", total_chart(counts, what, most),
                  fmt::format("Mistakes so far by pass, below the bound of {}.",
                              brief(most, Round::nearest, 5)),
                  result_.offset ? "R and γ are those of the rows with a constant 1 appended, on "
                                   "which a perceptron with an "
                                   "offset is trained."
                                 : "");
  }

  void history(const HistoryRecord& history) {
    if (has_items(history.interval)) interval(history);
    if (has_items(history.objective)) objective(*history.objective);
  }

  void interval(const HistoryRecord& history) {
    section_.topic("What the run proved, update by update");
    section_.page().text(
        "Every update tightens the bounds on the widest margin: the plane so far bounds it from "
        "below, the steps so far bound it from above. Both bounds are rounded outwards, "
        "and neither uses the widest margin itself.");
    std::string caption =
        "The band contains the widest margin; the points are the margins of the planes so far, 0 "
        "where a row is on the wrong side.";
    if (history.updates_followed)
      caption += fmt::format(" The first {} updates.", cell_text(*history.updates_followed));
    section_.draw("interval", interval_chart(*history.interval, history.optimum),
                  "A band that narrows around the widest margin with every update.", caption);
  }

  void objective(const std::vector<ObjectiveRecord>& objective) {
    section_.topic("Distance from the optimum");
    section_.draw("objective", objective_chart(objective),
                  "The objective and its lower bound by passes over the data.",
                  "The optimal value lies between the objective and its lower bound.");
    section_.draw("gap", gap_chart(objective),
                  "The relative duality gap by passes, on a log scale.",
                  "Their distance as a fraction of the objective: the relative duality gap.");
  }

  void models_table() {
    constexpr std::size_t kShown = 60;
    section_.topic("The models");
    std::vector<std::vector<std::string>> rows;
    for (const ModelRecord& model : result_.models) {
      if (rows.size() == kShown) break;
      const auto& optimality = model.proof.optimality;
      rows.push_back({model.positive + " against " + model.negative, cell_text(model.epochs),
                      cell_text(model.updates),
                      !model.converged   ? "–"
                      : *model.converged ? "yes"
                                         : "no",
                      optimality ? cell_text(optimality->gap) : "–"});
    }
    section_.page().table({"model", "passes", "updates", "converged", "gap"}, rows,
                          result_.models.size() > rows.size() ? "The first 60." : "");
  }

  const TrainRecord& record_;
  const TrainOutcome& result_;
  RunSection& section_;
};

}  // namespace

void show(const TrainRecord& record, RunSection& section) {
  TrainingSection(record, section).show();
}

}  // namespace perceptron::core
