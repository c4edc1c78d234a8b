// The main sentence of a report.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.h"
#include "learn/learners.h"
#include "report/report_page.h"
#include "report/run_section.h"
#include "report/values.h"

namespace perceptron::core {
namespace {

std::string percent(double share, int digits = 1) {
  return fmt::format("{:.{}f} %", 100 * share, digits);
}

// "35 %", rounded down, and 100 only if it is all.
std::string share_text(double share) {
  constexpr double kAll = 1 - 1e-9;
  if (share >= kAll) return "100 %";
  const double percents = 100 * share;
  if (percents < 99) return fmt::format("{:.0f} %", std::floor(percents));
  for (int digits = 1; digits < 9; ++digits) {
    const double unit = std::pow(10, digits);
    const double shown = std::floor(percents * unit) / unit;
    if (shown > 99) return fmt::format("{:.{}f} %", shown, digits);
  }
  return "99 %";
}

// "3.2011", or "between 3.2 and 3.3" if it is not known to five digits.
std::string margin_text(const OptimumRecord& optimum) {
  const std::string low = brief(optimum.lower, Round::nearest, 5);
  const std::string high = brief(optimum.upper, Round::nearest, 5);
  return low == high ? low
                     : fmt::format("between {} and {}", brief(optimum.lower, Round::down, 5),
                                   brief(optimum.upper, Round::up, 5));
}

// `lift`: the constant appended to each row, for which the statement holds.
std::string separability(const OptimumRecord& optimum, const std::optional<double>& lift = {}) {
  if (!optimum.separable) return "Whether a plane separates the classes was not decided";
  if (*optimum.separable)
    return fmt::format("Separable. The widest possible margin{} is {}",
                       lift ? fmt::format(" of the rows lifted by {}", brief(*lift)) : "",
                       margin_text(optimum));
  return optimum.touching.value_or(false)
             ? "Not separable, and proved so: the classes touch"
             : "Not separable, and proved so: no plane has every row on its side";
}

// ---- Training ----

std::string mistakes_text(const TrainOutcome& result, const OptimumRecord& optimum) {
  std::string text = fmt::format(
      " after {}",
      plural(result.models[0].updates, result.updates_are_mistakes() ? "mistake" : "update"));
  const bool bounded = traits_of(result.learner).mistake_bound;
  const auto& evidence = result.proof.evidence;
  if (bounded && evidence && evidence->mistake_bound && optimum.mistake_bound)
    text += fmt::format("; at most {} were possible", floor_text(*optimum.mistake_bound));
  return text;
}

std::string learner_name(Learner learner) { return "this " + std::string(traits_of(learner).noun); }

std::string objective_text(const TrainOutcome& result) {
  const OptimalityRecord& optimality = *result.proof.optimality;
  const double gap = optimality.gap.value_or(NAN);
  const std::optional<Loss> loss = traits_of(result.learner).loss;
  return fmt::format("The objective of the {} loss is {}, {}.",
                     loss ? name_of(*loss) : name_of(result.learner),
                     brief(*optimality.objective, Round::up, 5),
                     gap < 1 ? fmt::format("proved to be at most {} above the optimum",
                                           brief(100 * gap / (1 - gap), Round::up, 2) + " %")
                             : "and nothing is proved about its distance from the optimum");
}

// The fraction of the widest margin that the training reached.
std::string reached_text(const TrainOutcome& result, const OptimumRecord& optimum,
                         const std::string& answers) {
  const std::string text = separability(optimum);
  if (optimum.separable != true) {
    const LearnerTraits& learner = traits_of(result.learner);
    const bool bends = learner.keeps_rows && !learner.votes;
    return text + "." + (bends ? " The boundary of this kernel perceptron is no plane." : "") +
           answers;
  }
  const auto& evidence = result.proof.evidence;
  const double lower = evidence && evidence->margin ? evidence->margin->lower : NAN;
  const std::string name = learner_name(result.learner);
  if (traits_of(result.learner).search == SearchKind::widest_margin)
    return text + ", and this plane has it.";
  if (!(lower > 0) && result.training_error == 0.0)
    return text + "; " + name +
           " has every row on its side, but one so close to the plane that rounding decides." +
           answers;
  if (!(lower > 0)) return text + "; " + name + " does not separate the classes." + answers;
  return fmt::format("{}; {} reached {}, {} of it,{}.", text, name, brief(lower, Round::down, 5),
                     share_text(lower / optimum.upper), mistakes_text(result, optimum));
}

std::string verdict_of(const TrainRecord& record) {
  const TrainOutcome& result = record.result;
  const std::string answers =
      result.accuracy ? fmt::format(" Its training accuracy is {}.", percent(*result.accuracy))
                      : "";
  if (result.models.size() > 1)
    return fmt::format("{} classes, separated by {} ({}).{}", result.classes.size(),
                       plural(result.models.size(), "model"),
                       result.multiclass ? name_of(*result.multiclass) : "", answers);
  if (result.proof.optimality && result.proof.optimality->objective)
    return objective_text(result) + answers;
  if (record.history && record.history->optimum)
    return reached_text(result, *record.history->optimum, answers);
  return fmt::format("{} passes over the rows with the learner {}{}.{}", with_commas(result.epochs),
                     name_of(result.learner),
                     result.converged           ? ", the last without a mistake"
                     : result.models[0].stalled ? ", until they no longer had fewer mistakes"
                                                : ", and the last one still changed the weights",
                     answers);
}

// ---- Margins ----

std::string sweep_text(const std::vector<SweepRecord>& sweep, double best) {
  double least = INFINITY;
  double most = 0;
  for (const SweepRecord& trial : sweep) {
    if (!trial.run.margin) continue;
    least = std::min(least, trial.run.margin->lower / best);
    most = std::max(most, trial.run.margin->lower / best);
  }
  if (!(most > 0)) return "";
  return fmt::format("; over {} of λ the margin perceptron reached {} to {} of it",
                     plural(sweep.size(), "value"), share_text(least), share_text(most));
}

std::string plane_text(const MarginOutcome& result, double best) {
  if (!result.plane()) return "";
  const double reached = result.plane()->lower;
  if (result.search) {
    const double lambda = result.search->run.lambda;
    return fmt::format(
        "; the margin perceptron with λ = {} reached {}, {} of it, where {} are guaranteed",
        brief(lambda), brief(reached, Round::down, 5), share_text(reached / best),
        share_text(1 / (lambda * lambda)));
  }
  return reached > 0 ? fmt::format("; the plane of the model has {}, {} of it",
                                   brief(reached, Round::down, 5), share_text(reached / best))
                     : "; the plane of the model does not separate the classes";
}

// Three or more classes: all together, or each class or pair.
std::string classes_verdict(const MarginRecord& record) {
  const MarginOutcome& result = record.result;
  const OptimumRecord& optimum = record.optimum;
  if (result.parts) {
    const auto& parts = *result.parts;
    const auto yes =
        static_cast<std::uint64_t>(std::count_if(parts.begin(), parts.end(), [](const auto& part) {
          return part.separable.value_or(false);
        }));
    return fmt::format("{} of {} can be separated{} by a plane, and proved so.", with_commas(yes),
                       result.multiclass == Multiclass::one_vs_one
                           ? plural(parts.size(), "pair") + " of classes"
                           : with_commas(parts.size()) + " classes",
                       result.multiclass == Multiclass::one_vs_one ? "" : " from the rest");
  }
  if (!optimum.separable)
    return "Whether planes, one for each class, classify every row correctly was not decided.";
  if (!*optimum.separable)
    return "Not separable, and proved so: no planes, one for each class, give the class of every "
           "row the highest score.";
  return fmt::format(
      "Separable. The widest possible joint margin{} is {}.",
      result.lift ? fmt::format(" of the rows lifted by {}", brief(*result.lift)) : "",
      margin_text(optimum));
}

std::string verdict_of(const MarginRecord& record) {
  const MarginOutcome& result = record.result;
  const OptimumRecord& optimum = record.optimum;
  if (result.multiclass) return classes_verdict(record);
  std::string text = separability(optimum, result.lift);
  if (optimum.separable != true) return text + ".";
  if (result.sweep) {
    text += sweep_text(*result.sweep, optimum.upper);
  } else if (result.optimum) {
    text += plane_text(result, optimum.upper);
  }
  text += ".";
  if (optimum.mistake_bound)
    text += fmt::format(" No perceptron makes more than {} mistakes here, in any order.",
                        floor_text(*optimum.mistake_bound));
  return text;
}

// ---- Cross-validation ----

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string verdict_of(const ValidationRecord& record) {
  const ValidationOutcome& result = record.result;
  const IntervalRecord& interval = result.interval.range;
  std::string text =
      fmt::format("On held-out rows {} has an accuracy of {} (95 % interval {} to {}).",
                  name_of(result.learner), percent(result.accuracy), percent(interval.lower),
                  percent(interval.upper));
  if (!result.comparisons) return text;
  for (const ComparisonRecord& other : *result.comparisons) text += " " + capital(other.sentence);
  return text;
}

std::string verdict_of(const TuningRecord& record) {
  const TuningOutcome& result = record.result;
  const auto as_good = std::count_if(
      result.grid.begin(), result.grid.end(),
      [&](const GridRecord& row) { return row.accuracy && *row.accuracy == result.accuracy; });
  return fmt::format("Best of {}: {}{}. Its accuracy on held-out rows is {}.",
                     plural(result.grid.size(), "setting"), settings_text(result.best),
                     as_good > 1 ? fmt::format(" (the first of {} equally good)", as_good) : "",
                     percent(result.accuracy));
}

std::string verdict_of(const EvaluationRecord& record) {
  return fmt::format("The model classifies {} of {} rows correctly{}.",
                     percent(record.result.accuracy), with_commas(record.result.rows),
                     record.result.trained_on == true ? ", which are those it was trained on" : "");
}

// ---- Others ----

std::string verdict_of(const VerificationRecord& record) {
  return fmt::format("The certificate is {}: {}.", record.result.valid ? "valid" : "refused",
                     record.sentence);
}

std::string verdict_of(const PredictionRecord& record) {
  return fmt::format("{} rows were given a class.", with_commas(record.result.rows));
}

std::string verdict_of(const ExplanationRecord& record) {
  const auto& rows = record.result.rows;
  if (rows.size() != 1)
    return fmt::format("Why {} are predicted as they are, compared with the average of the {}.",
                       plural(rows.size(), "row"), record.result.compared_with);
  const ExplainedRowRecord& row = rows[0];
  std::string text =
      fmt::format("Row {} is predicted to be {}", with_commas(row.row), row.predicted);
  const auto first =
      std::find_if(row.contributions.begin(), row.contributions.end(),
                   [&](const ContributionRecord& each) { return row.favours(each); });
  if (first != row.contributions.end())
    text += fmt::format(", most of all because of {} = {}", first->feature, brief(first->value));
  if (row.flip)
    text += fmt::format("; with {} at {} instead of {} it would be {}", row.flip->feature,
                        brief(row.flip->flip_at), brief(row.flip->value), row.flip->predicted);
  return text + ".";
}

std::string verdict_of(const GenerationRecord& record) {
  return fmt::format("{} rows of {} features were generated: {}.", with_commas(record.result.rows),
                     with_commas(record.result.features), record.result.kind);
}

std::string verdict_of(const ConversionRecord& record) {
  return fmt::format("{} rows of {} features were written to a file of {} bytes.",
                     with_commas(record.result.rows), with_commas(record.result.features),
                     with_commas(record.result.bytes));
}

std::string verdict_of(const ModelFileRecord& file) {
  return fmt::format("A model of {} and {}, trained with the learner {} on {}.",
                     plural(file.features, "feature"), plural(file.classes.size(), "class"),
                     file.learner, plural(file.rows, "row"));
}

std::string verdict_of(const DataFileRecord& file) {
  std::string text =
      fmt::format("{} of {}, {}.", plural(file.rows, "row"), plural(file.features, "feature"),
                  plural(file.classes.size(), "class"));
  if (!file.warnings) return text;
  if (file.warnings->empty()) return text + " Nothing in its columns looks like a mistake.";
  return text +
         fmt::format(" {} to check before training.", plural(file.warnings->size(), "thing"));
}

std::string verdict_of(const CertificateFileRecord& file) {
  return fmt::format("A certificate about {} of {}, not checked here: {}.",
                     plural(file.rows, "row"), plural(file.features, "feature"), file.claim);
}

std::string verdict_of(const InspectionRecord& record) {
  return std::visit([](const auto& file) { return verdict_of(file); }, record.result.file);
}

std::string verdict_of(const DemoRecord& /*record*/) {
  return "Learners trained and tested on built-in data.";
}

}  // namespace

std::string verdict(const RunRecord& record) {
  return std::visit(
      [&](const auto& finding) {
        if constexpr (std::is_same_v<std::decay_t<decltype(finding)>, DocumentRecord>) {
          return fmt::format("The command {} ended with status {}.", record.command, record.exit);
        } else {
          return verdict_of(finding);
        }
      },
      record.finding);
}

}  // namespace perceptron::core
