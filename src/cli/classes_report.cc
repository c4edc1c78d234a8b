#include "cli/classes_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cli/command.h"
#include "cli/text_table.h"
#include "learn/learners.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

std::string gap_text(const PlaneTraining& plane) {
  if (!plane.optimality || !std::isfinite(plane.optimality->upper)) return "-";
  const auto& [upper, lower, beta] = *plane.optimality;
  return lower > 0 ? fmt::format("{:.1e}", relative_gap(upper, lower)) : "-";
}

std::string margin_text(const PlaneTraining& plane) {
  if (!plane.evidence || !plane.evidence->margin) return "-";
  const auto [lower, upper] = *plane.evidence->margin;
  return lower > 0
             ? fmt::format("{} to {}", brief(lower, Round::down, 4), brief(upper, Round::up, 4))
             : "-";
}

// The objective that all planes share.
std::string objective_text(const OptimalityEvidence& evidence) {
  const auto& [upper, lower, beta] = evidence;
  if (!std::isfinite(upper)) return "  objective          beyond the range of numbers\n";
  if (!(lower > 0)) {
    return fmt::format(
        "  objective          {}; nothing is proved about its distance from the "
        "optimum\n",
        brief(upper, Round::up));
  }
  return fmt::format("  objective          {}; the optimum is at least {} (relative gap {:.1e})\n",
                     brief(upper, Round::up), brief(lower, Round::down),
                     relative_gap(upper, lower));
}

// One line per model; if there are very many, for the first ones.
std::string models_table(const TrainRun& run) {
  constexpr std::size_t kShown = 20;
  const auto& planes = run.training.planes;
  const bool loss = std::any_of(planes.begin(), planes.end(), [](const PlaneTraining& plane) {
    return plane.optimality.has_value();
  });
  const bool held = planes[0].fit.held_out.has_value();
  const bool joint = run.training.model.scheme().joint() > 0;
  if (run.training.joint_optimality) return objective_text(*run.training.joint_optimality);
  TextTable table("<>>>>");
  table.add({"model", "passes", loss ? "objective" : "updates",
             loss    ? "gap"
             : joint ? ""
                     : "best margin",
             held ? "held out" : ""});
  const std::size_t shown = planes.size() <= kShown + 1 ? planes.size() : kShown;
  for (std::size_t m = 0; m < shown; ++m) {
    const PlaneTraining& plane = planes[m];
    const Fit& fit = plane.fit;
    std::string amount = with_commas(fit.updates);
    if (loss) amount = plane.optimality ? brief(plane.optimality->upper, Round::up) : "-";
    table.add({printable(sides_text(run.training.model, m)),
               with_commas(fit.epochs) + (fit.converged ? "" : "+"), amount,
               loss    ? gap_text(plane)
               : joint ? ""
                       : margin_text(plane),
               held ? fmt::format("{:.4f}", *fit.held_out) : ""});
  }
  std::string text = table.text("  ");
  if (shown < planes.size())
    text += fmt::format("  … and {} more (--json lists all)\n", with_commas(planes.size() - shown));
  return text;
}

}  // namespace

std::string sides_text(const Model& model, std::uint64_t plane) {
  const auto [positive, negative] = model.scheme().sides(plane);
  if (model.scheme().joint() > 0) return model.classes[positive];
  if (!negative) return model.classes[positive] + " against the rest";
  return model.classes[*negative] + " against " + model.classes[positive];
}

void say_classes(const TrainRun& run, Terminal& terminal) {
  const Training& training = run.training;
  const LearnSettings& learn = run.options.learn;
  const auto& planes = training.planes;
  const auto converged = static_cast<std::uint64_t>(
      std::count_if(planes.begin(), planes.end(),
                    [](const PlaneTraining& plane) { return plane.fit.converged; }));
  std::string how = fmt::format("{} of {}", with_commas(converged), with_commas(planes.size()));
  if (converged == planes.size()) how = "all";
  if (converged == 0) how = "none";
  terminal.say(fmt::format("learner {}, {}{}: {}, {} converged after at most {} ({:.2f} s)",
                           name_of(learn.learner), name_of(training.model.multiclass),
                           learn.offset ? "" : " through the origin",
                           plural(planes.size(), "model"), how,
                           plural(training.model.origin.epochs, "pass"), run.fit_seconds));
  std::string table = models_table(run);
  table.pop_back();
  terminal.say(table);
  const std::uint64_t rows = run.rows;
  terminal.say(fmt::format("  training accuracy  {:.4f} ({} wrong)",
                           static_cast<double>(training.correct) / static_cast<double>(rows),
                           with_commas(rows - training.correct)));
  if (converged < planes.size() && !planes[0].fit.held_out)
    terminal.say("  " + classes_advice(training, learn, run.hints));
  say_files(run, terminal);
}

}  // namespace perceptron::core
