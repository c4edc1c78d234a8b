#include "cli/train_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/highest.h"
#include "base/text.h"
#include "cli/classes_report.h"
#include "cli/command.h"
#include "cli/spelling.h"
#include "learn/learners.h"
#include "report/summaries.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

std::string passes_text(const std::vector<std::uint64_t>& mistakes) {
  constexpr std::size_t kShown = 12;
  std::string text;
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    if (mistakes.size() > kShown && i == kShown - 2) {
      text += "… ";
      i = mistakes.size() - 2;
    }
    text += with_commas(mistakes[i]) + (i + 1 < mistakes.size() ? " " : "");
  }
  return text;
}

bool saved(const std::optional<std::string>& path) { return path && *path != "-"; }

class TrainText {
 public:
  TrainText(const TrainRun& run, Terminal& terminal)
      : run_(run),
        learn_(run.options.learn),
        training_(run.training),
        plane_(run.training.planes[0]),
        fit_(plane_.fit),
        terminal_(terminal) {}

  void say() {
    headline();
    if (fit_.optimisation) objective_lines();
    if (!fit_.mistakes.empty()) {
      const bool mistakes = fit_.wrong == fit_.updates;
      line(traits_of(learn_).search == SearchKind::margin_perceptron ? "of the last guess"
           : mistakes                                                ? "mistakes by pass"
                                                                     : "updates by pass",
           passes_text(fit_.mistakes));
    }
    line("training accuracy", fmt::format("{:.4f} ({})", accuracy(), errors_text()));
    if (fit_.held_out) line("held-out accuracy", fmt::format("{:.4f}", *fit_.held_out));
    if (plane_.evidence) margin_lines();
    if (plane_.answers) answers_lines(*plane_.answers);
    if (training_.model.support) line("support rows", support_text());
    if (training_.model.has_planes()) line("largest weights", weights_text());
    if (!fit_.converged && !fit_.held_out)
      terminal_.say("  " + plane_advice(training_, learn_, run_.hints));
    say_files(run_, terminal_);
  }

 private:
  void line(const char* name, const std::string& text) {
    terminal_.say(fmt::format("  {:<18} {}", name, text));
  }
  bool loss() const { return traits_of(learn_).loss.has_value(); }

  double accuracy() const {
    return static_cast<double>(training_.correct) / static_cast<double>(run_.rows);
  }

  void headline() {
    std::string how = fit_.converged ? "converged" : "not converged";
    if (fit_.held_out) how = "stopped early";
    std::string steps;
    if (!fit_.mistakes.empty()) {
      const bool mistakes = fit_.wrong == fit_.updates;
      steps = ", " + (mistakes ? plural(fit_.updates, "mistake")
                               : fmt::format("{}, {} at mistakes", plural(fit_.updates, "update"),
                                             with_commas(fit_.wrong)));
    }
    terminal_.say(fmt::format("learner {}{}{}: {} after {}{} ({:.2f} s)", name_of(learn_.learner),
                              loss() ? fmt::format(", solver {}", solver_name()) : "",
                              learn_.offset ? "" : " through the origin", how,
                              plural(fit_.epochs, "pass"), steps, run_.fit_seconds));
  }

  // "sparse" in records is shown as Newton's method with L1.
  std::string solver_name() const {
    const SolvedBy solver = fit_.optimisation->solver;
    if (solver == SolvedBy::newton_l1) return "newton on few features";
    return std::string(name_of(solver));
  }

  void objective_lines() {
    const std::uint64_t features = fit_.weights.size();
    if (plane_.optimality && std::isfinite(plane_.optimality->upper)) {
      const auto& [upper, lower, beta] = *plane_.optimality;
      const std::string reached = brief(upper, Round::up);
      if (loss() && upper == 0) {
        line("objective", "0; no loss is negative, so the optimum is 0");
      } else if (loss() && lower > 0 && std::isfinite(upper / lower)) {
        line("objective", fmt::format("{}; the optimum is at least {}, so this {}", reached,
                                      brief(lower, Round::down), distance(upper, lower)));
      } else {
        line("objective",
             reached + (loss() ? "; nothing is proved about its distance from the optimum" : ""));
      }
    }
    if (fit_.optimisation->zeros > 0)
      line("weights at zero",
           fmt::format("{} of {}", with_commas(fit_.optimisation->zeros), with_commas(features)));
  }

  // What every exact minimiser has in common.
  void answers_lines(const Answers& answers) {
    const std::size_t signs = answers.positive.size() + answers.negative.size();
    std::string text = fmt::format("{} of {} weights have a proved sign", with_commas(signs),
                                   with_commas(fit_.weights.size()));
    if (learn_.l1 > 0)
      text += fmt::format(", {} are proved zero", with_commas(answers.zero.size()));
    line("proved", text);
    if (answers.region) {
      std::string within = fmt::format("every optimal plane has its weights within {} of these",
                                       brief(answers.region->radius, Round::up));
      if (learn_.offset && !answers.region->penalised_offset)
        within += fmt::format(", its offset in {} to {}",
                              brief(answers.region->offset.lower, Round::down),
                              brief(answers.region->offset.upper, Round::up));
      line("", within);
    }
    const auto loss = traits_of(learn_).loss;
    if (loss == Loss::hinge || loss == Loss::squared_hinge)
      line("", fmt::format("{} of {} rows are no support vectors of any of them",
                           with_commas(answers.outside.size()), with_commas(run_.rows)));
  }

  // The maximum distance of an objective from the optimum, rounded up to two digits.
  static std::string distance(double upper, double lower) {
    const bool far = upper / 2 > lower;
    const double exact = far ? upper / lower : 100 * (upper - lower) / lower;
    if (!(exact > 0)) return "is the optimum";
    const double digit = std::pow(10, std::floor(std::log10(exact)) - 1);
    const std::string shown = brief(std::ceil(exact / digit) * digit);
    return far ? fmt::format("may be up to {} times too high", shown)
               : fmt::format("is at most {} % above it", shown);
  }

  std::string errors_text() const {
    if (training_.wrong == 0) return "every row on its correct side";
    const std::uint64_t wrong = run_.rows - training_.correct;
    const std::uint64_t undecided = training_.wrong - wrong;
    return fmt::format(
        "{} wrong{}", with_commas(wrong),
        undecided == 0 ? "" : fmt::format(", {} more on the plane itself", with_commas(undecided)));
  }

  void margin_lines() {
    const MarginEvidence& evidence = *plane_.evidence;
    if (!evidence.margin) {
      line("margin", "not measured: numbers this large overflow (try --scale standard)");
      return;
    }
    const auto [lower, upper] = *evidence.margin;
    // Losses are for data that no plane separates; then margins are not informative.
    if (loss() && !(lower > 0)) return;
    line("radius R",
         brief(evidence.radius) + (training_.model.scaling.is_none() ? "" : " (after scaling)"));
    line("margin",
         lower > 0
             ? fmt::format("this plane has {}; no plane has more than {}",
                           brief(lower, Round::down), brief(upper, Round::up))
             : fmt::format("this plane does not separate the classes; no plane has more than {}",
                           brief(upper, Round::up)));
    if (evidence.mistake_bound) {
      line("mistake bound",
           fmt::format("{} by {}{}", brief(*evidence.mistake_bound, Round::up),
                       learn_.offset ? "(R² + 1)/margin² of the examples [x, 1]" : "(R/margin)²",
                       traits_of(learn_).search == SearchKind::widest_margin
                           ? " for any perceptron"
                           : "; made " + with_commas(fit_.updates)));
    }
  }

  std::string support_text() const {
    const SupportPlanes& support = *training_.model.support;
    const std::string rows = fmt::format("{} of {} are in the model",
                                         with_commas(support.rows.rows()), with_commas(run_.rows));
    return support.voted ? fmt::format("{}, for {} that vote", rows,
                                       plural(support.planes[0].votes.size(), "plane"))
                         : rows;
  }

  std::string weights_text() const {
    const Model& model = training_.model;
    constexpr std::uint64_t kShown = 4;
    constexpr std::size_t kEnd = 20;  // characters of a long name
    std::string text;
    for (const std::uint64_t j : highest(
             model.features(), kShown, [&](std::uint64_t k) { return std::abs(fit_.weights[k]); }))
      text += fmt::format("{} {}, ", shortened(model.schema.feature_name(j), kEnd),
                          brief(fit_.weights[j]));
    return text + (model.has_offset ? "offset " + brief(fit_.offset) : "no offset");
  }

  const TrainRun& run_;
  const LearnSettings& learn_;
  const Training& training_;
  const PlaneTraining& plane_;
  const Fit& fit_;
  Terminal& terminal_;
};

}  // namespace

void say_files(const TrainRun& run, Terminal& terminal) {
  const auto say_certificate = [&](const std::string& where, const std::string& path) {
    terminal.say(fmt::format("  {:<18} {}; check it: {} verify {} {}", "certificate", where,
                             terminal.program, shell_word(path),
                             data_words(run.data_path, run.reading)));
  };
  if (!run.training.model.origin.certificate.empty() && saved(run.model_path))
    say_certificate("inside the model", *run.model_path);
  if (saved(run.certificate_path))
    say_certificate("in " + *run.certificate_path, *run.certificate_path);
  if (!saved(run.model_path)) return;
  terminal.say(fmt::format("Saved to {}. Next: {} evaluate {} TEST-DATA", *run.model_path,
                           terminal.program, shell_word(*run.model_path)));
}

namespace {

ProofRecord proof_record(const PlaneTraining& plane, const LearnSettings& learn) {
  const auto& [fit, evidence, optimality, answers] = plane;
  ProofRecord proof;
  if (evidence)
    proof.evidence = EvidenceRecord{evidence->radius, interval_record(evidence->margin),
                                    evidence->mistake_bound};
  proof.held_out_accuracy = fit.held_out;
  if (fit.optimisation)
    proof.solver = SolverRecord{fit.optimisation->solver, learn.l1, l2_of(learn),
                                fit.optimisation->passes, fit.optimisation->zeros};
  if (optimality) {
    const auto& [upper, lower, beta] = *optimality;
    proof.optimality = OptimalityRecord{{}, lower, {}};
    if (std::isfinite(upper)) {
      proof.optimality->objective = upper;
      proof.optimality->gap = relative_gap(upper, lower);
    }
  }
  return proof;
}

AnswersRecord answers_record(const Answers& answers) {
  AnswersRecord record{answers.positive.size(),
                       answers.negative.size(),
                       answers.zero.size(),
                       answers.outside.size(),
                       {},
                       {}};
  if (answers.region) {
    record.radius = answers.region->radius;
    record.offset = interval_record(std::optional<Interval>(answers.region->offset));
  }
  return record;
}

// The fields of a single plane.
ModelRecord model_record(const TrainRun& run, std::uint64_t m, bool all_weights) {
  const Model& model = run.training.model;
  const Fit& fit = run.training.planes[m].fit;
  const auto [positive, negative] = model.scheme().sides(m);
  ModelRecord record;
  record.positive = model.classes[positive];
  record.negative = negative ? model.classes[*negative] : "rest";
  if (model.has_planes() && (all_weights || run.data.features() <= kWeightsShown))
    record.weights = model.planes[m].weights;
  record.offset = fit.offset;
  record.mistakes = fit.wrong;
  record.updates = fit.updates;
  record.mistakes_by_epoch = fit.mistakes;
  if (fit.stalled) record.stalled = true;
  if (const auto& answers = run.training.planes[m].answers)
    record.proved = answers_record(*answers);
  return record;
}

}  // namespace

TrainOutcome train_outcome(const TrainRun& run, bool all_weights) {
  const Training& training = run.training;
  const LearnSettings& learn = run.options.learn;
  TrainOutcome result;
  result.rows = run.rows;
  result.features = run.data.features();
  result.nonzeros = run.nonzeros;
  result.classes = training.model.classes;
  result.learner = learn.learner;
  result.offset = learn.offset;
  result.epochs = training.model.origin.epochs;
  result.converged = training.converged;
  result.seconds = {run.read_seconds, run.fit_seconds};
  if (training.measured) {
    const auto rows = static_cast<double>(run.rows);
    result.accuracy = static_cast<double>(training.correct) / rows;
    result.training_error = static_cast<double>(training.wrong) / rows;
  }
  result.data_hash = training.model.origin.data_hash;
  result.seed = learn.seed;
  if (const auto& choice = training.model.scaling.choice)
    result.scale = ScaleChoiceRecord{choice->kind, choice->sizes, choice->factor};
  if (training.model.support) result.support_rows = training.model.support->rows.rows();
  if (training.model.calibration) result.calibration = training.model.calibration->kind;
  if (training.model.threshold != 0) result.threshold = training.model.threshold;
  if (run.threshold)
    result.threshold_choice = ThresholdRecord{run.threshold->precision, run.threshold->recall};
  for (std::uint64_t m = 0; m < training.planes.size(); ++m)
    result.models.push_back(model_record(run, m, all_weights));
  if (result.models.size() == 1) {
    result.proof = proof_record(training.planes[0], learn);
    return result;
  }
  result.multiclass = training.model.multiclass;
  if (training.joint_optimality) {
    result.proof = proof_record({training.planes[0].fit, {}, training.joint_optimality, {}}, learn);
    for (ModelRecord& model : result.models) model.converged = training.converged;
    return result;
  }
  for (std::uint64_t m = 0; m < result.models.size(); ++m) {
    const PlaneTraining& plane = training.planes[m];
    result.models[m].epochs = plane.fit.epochs;
    result.models[m].converged = plane.fit.converged;
    result.models[m].proof = proof_record(plane, learn);
  }
  return result;
}

namespace {

void say_choice(const TrainRun& run, Terminal& terminal) {
  const std::string text = choice_text(run.named, run.options.learn.learner,
                                       run.training.model.scaling.choice, run.learner_source);
  if (!text.empty()) terminal.say(text);
}

}  // namespace

void say_stream(const TrainRun& run, Terminal& terminal) {
  say_choice(run, terminal);
  const Training& training = run.training;
  const Origin& origin = training.model.origin;
  const Fit& first = training.planes[0].fit;
  terminal.say(fmt::format(
      "learner {}{}{}: {} after {}, {}{} ({:.2f} s)", name_of(run.options.learn.learner),
      traits_of(run.options.learn).loss ? ", solver online" : "",
      training.planes.size() > 1 ? fmt::format(", {}", plural(training.planes.size(), "model"))
                                 : "",
      training.converged ? "converged" : "not converged", plural(origin.epochs, "pass"),
      plural(origin.updates, "update"), training.planes.size() > 1 ? " in all" : "",
      run.fit_seconds));
  if (training.planes.size() == 1 && !first.mistakes.empty())
    terminal.say(fmt::format("  {:<18} {}", "updates by pass", passes_text(first.mistakes)));
  if (training.measured)
    terminal.say(
        fmt::format("  {:<18} {:.4f}", "training accuracy",
                    static_cast<double>(training.correct) / static_cast<double>(run.rows)));
  if (has_stalled(training)) {
    terminal.say(fmt::format(
        "  Stopped because {} in a row had no fewer updates than the best one before (--patience).",
        plural(patience_of(run.options.learn), "pass")));
  }
  say_files(run, terminal);
}

void say_training(const TrainRun& run, Terminal& terminal) {
  say_choice(run, terminal);
  run.training.planes.size() == 1 ? TrainText(run, terminal).say() : say_classes(run, terminal);
}

}  // namespace perceptron::core
