#include "cli/train_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/scaling_text.h"
#include "learn/learners.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

bool is_perceptron(const LearnSettings& learn) { return traits_of(learn).rule != nullptr; }

// The sizes of columns show in some of the rows.
ScalingChoice look_at_columns(const Dataset& data) {
  constexpr std::uint64_t kRows = 10'000;
  constexpr std::uint64_t kValues = std::uint64_t{1} << 20U;
  const std::uint64_t rows =
      std::clamp<std::uint64_t>(kValues / (data.matrix.stored() / data.rows() + 1), 1, kRows);
  return rows < data.rows() ? choose_scaling(sample_rows(data, rows)) : choose_scaling(data);
}

// "--learner logistic --scale standard"
std::string learner_option(Learner learner, ScalingKind scale) {
  return fmt::format("--learner {}{}", name_of(learner),
                     scale == ScalingKind::none ? "" : fmt::format(" --scale {}", name_of(scale)));
}

bool is_unlike(const std::optional<ScalingChoice>& columns) {
  return columns && columns->kind != ScalingKind::none;
}

std::string scale_option(const TrainHints& hints) {
  return fmt::format("--scale {}", name_of(hints.columns->kind));
}

// Another learner and a scaling to try.
std::vector<std::string> usual_tries(const Training& training, const LearnSettings& learn,
                                     const TrainHints& hints) {
  std::vector<std::string> tries;
  const auto steadier = traits_of(learn).steadier;
  if (hints.better) {
    tries.push_back(learner_option(hints.better->learner, hints.better->scale));
  } else if (steadier) {
    tries.push_back(learner_option(*steadier, training.model.scaling.kind));
  }
  const bool scales = hints.better && hints.better->scale != ScalingKind::none;
  if (is_unlike(hints.columns) && !scales) tries.push_back(scale_option(hints));
  return tries;
}

std::string unregularised_advice(const LearnSettings& learn) {
  return fmt::format(
      "Without regularisation the optimum is not proved; use --l2 1e-4{} for a proof.",
      traits_of(learn).l1 ? ", or --l1," : "");
}

// By how much the tolerance was missed, and what to try.
std::string loss_advice(const Training& training, const LearnSettings& learn,
                        const TrainHints& hints) {
  const PlaneTraining& plane = training.planes[0];
  const double l2 = l2_of(learn);
  if (l2 == 0 && learn.l1 == 0) return unregularised_advice(learn);
  const double gap =
      plane.optimality ? relative_gap(plane.optimality->upper, plane.optimality->lower) : 1;
  constexpr double kRounding = 1e-12;
  if (gap < kRounding)
    return fmt::format("The duality gap is {:.2g}, as small as double precision can prove.", gap);
  std::vector<std::string> tries;
  if (learn.solver != Solver::automatic) tries.emplace_back("--solver auto");
  if (is_unlike(hints.columns)) tries.push_back(scale_option(hints));
  // A solver that stopped before the limit would do so again.
  if (plane.fit.epochs >= epochs_of(learn))
    tries.push_back(fmt::format("--epochs {}", 10 * epochs_of(learn)));
  tries.push_back(fmt::format("--l2 {}", brief(l2 > 0 ? 10 * l2 : 1e-4)));
  return fmt::format("The duality gap is {:.2g}, the tolerance {:.2g}; what may help: {}.", gap,
                     learn.tolerance, fmt::join(tries, ", "));
}

std::string perceptron_advice(const Training& training, const LearnSettings& learn,
                              const TrainHints& hints) {
  const Fit& fit = training.planes[0].fit;
  std::vector<std::string> tries = usual_tries(training, learn, hints);
  tries.push_back(
      fmt::format("--epochs {}", fit.stalled ? epochs_of(learn) : 10 * epochs_of(learn)));
  std::string stopped;
  if (fit.stalled) {
    stopped = fmt::format(
        "Stopped because {} in a row had no fewer {} than the best one before (--patience). ",
        plural(patience_of(learn), "pass"), fit.wrong == fit.updates ? "mistakes" : "updates");
  }
  const auto& evidence = training.planes[0].evidence;
  if (evidence && evidence->plane && evidence->plane->lower > 0)
    return stopped + "The plane separates the classes, although the last pass made mistakes.";
  return fmt::format("{}Either the classes overlap or more passes are needed; what may help: {}.",
                     stopped, fmt::join(tries, ", "));
}

std::string unconverged_text(const Training& training, const LearnSettings& learn) {
  if (training.joint_optimality) return "The tolerance was not reached.";
  if (traits_of(learn).loss) return "Some models did not reach the tolerance.";
  std::string text = "A + marks models that still made mistakes in their last pass.";
  if (has_stalled(training)) {
    text += fmt::format(" Training stops when {} in a row had no fewer (--patience).",
                        plural(patience_of(learn), "pass"));
  }
  return text;
}

}  // namespace

TrainHints find_hints(const Dataset& data, const Training& training, const LearnSettings& learn) {
  TrainHints hints;
  const ScalingKind scaled = training.model.scaling.kind;
  const bool matters = is_perceptron(learn) || !training.converged;
  if (scaled == ScalingKind::none && matters) hints.columns = look_at_columns(data);
  // A kernel depends on the size of the columns too much to be compared as it is.
  if (!training.converged && has_planes(learn))
    hints.better = find_better_learner(data, learn, scaled);
  return hints;
}

void note_hints(const TrainHints& hints, const LearnSettings& learn, const NamedChoices& named,
                Terminal& terminal) {
  if (is_unlike(hints.columns) && is_perceptron(learn) && !named.scale) {
    terminal.note(
        fmt::format("the columns were not scaled, and {}: perceptrons do better with {} (or "
                    "--scale auto)",
                    sizes_text(*hints.columns), scale_option(hints)));
  }
  if (hints.better) {
    const BetterLearner& better = *hints.better;
    terminal.note(fmt::format(
        "{} did better in 5-fold cross-validation on {}, with accuracy {:.3f} against {:.3f}: try "
        "{}",
        name_of(better.learner), plural(better.rows, "row"), better.accuracy, better.own_accuracy,
        learner_option(better.learner, better.scale)));
  }
}

std::string plane_advice(const Training& training, const LearnSettings& learn,
                         const TrainHints& hints) {
  const Fit& fit = training.planes[0].fit;
  if (learn.updates > 0 && fit.updates >= learn.updates)
    return "Stopped at the limit of --updates.";
  if (traits_of(learn).loss) return loss_advice(training, learn, hints);
  if (traits_of(learn).search == SearchKind::widest_margin)
    return "Separability was not decided; the margin command shows the interval reached.";
  if (traits_of(learn).search == SearchKind::margin_perceptron)
    return fmt::format(
        "The last guess was neither reached nor refuted; more passes are needed: --epochs {}.",
        10 * epochs_of(learn));
  return perceptron_advice(training, learn, hints);
}

std::string classes_advice(const Training& training, const LearnSettings& learn,
                           const TrainHints& hints) {
  if (training.joint_optimality && l2_of(learn) == 0 && learn.l1 == 0)
    return unregularised_advice(learn);
  std::vector<std::string> tries = usual_tries(training, learn, hints);
  tries.push_back(
      fmt::format("--epochs {}", has_stalled(training) ? epochs_of(learn) : 10 * epochs_of(learn)));
  return fmt::format("{} What may help: {}.", unconverged_text(training, learn),
                     fmt::join(tries, ", "));
}

bool has_stalled(const Training& training) {
  return std::any_of(training.planes.begin(), training.planes.end(),
                     [](const PlaneTraining& plane) { return plane.fit.stalled; });
}

}  // namespace perceptron::core
