// How a classifier is to be trained: the settings, their names, defaults, ranges and meanings.
// Command line, help, manual, Python and the record of a run all follow from the table below.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "base/options.h"
#include "base/written_number.h"

namespace perceptron {

// What each learner is and does stands in learners.h.
enum class Learner {
  perceptron,
  averaged,
  pocket,
  passive_aggressive,
  hinge,
  squared_hinge,
  logistic,
  margin,
  max_margin,
};
template <>
struct Names<Learner> {
  static constexpr std::array kAll = {
      std::pair{Learner::perceptron, "perceptron"},
      std::pair{Learner::averaged, "averaged"},
      std::pair{Learner::pocket, "pocket"},
      std::pair{Learner::passive_aggressive, "passive-aggressive"},
      std::pair{Learner::hinge, "hinge"},
      std::pair{Learner::squared_hinge, "squared-hinge"},
      std::pair{Learner::logistic, "logistic"},
      std::pair{Learner::margin, "margin"},
      std::pair{Learner::max_margin, "max-margin"},
  };
};

enum class Solver { automatic, online, batch, dual, newton };
template <>
struct Names<Solver> {
  static constexpr std::array kAll = {
      std::pair{Solver::automatic, "auto"}, std::pair{Solver::online, "online"},
      std::pair{Solver::batch, "batch"},    std::pair{Solver::dual, "dual"},
      std::pair{Solver::newton, "newton"},
  };
};

// How the learning rate falls with the step or pass k: not at all, as 1/k, as 1/√k.
enum class Schedule { constant, inverse, sqrt };
template <>
struct Names<Schedule> {
  static constexpr std::array kAll = {
      std::pair{Schedule::constant, "constant"},
      std::pair{Schedule::inverse, "inverse"},
      std::pair{Schedule::sqrt, "sqrt"},
  };
};

enum class PassiveVariant { pa, pa1, pa2 };
template <>
struct Names<PassiveVariant> {
  static constexpr std::array kAll = {
      std::pair{PassiveVariant::pa, "PA"},
      std::pair{PassiveVariant::pa1, "PA-I"},
      std::pair{PassiveVariant::pa2, "PA-II"},
  };
};

// How three or more classes are told apart, see multiclass/scheme.h.
enum class Multiclass { one_vs_rest, one_vs_one, joint };
template <>
struct Names<Multiclass> {
  static constexpr std::array kAll = {
      std::pair{Multiclass::one_vs_rest, "one-vs-rest"},
      std::pair{Multiclass::one_vs_one, "one-vs-one"},
      std::pair{Multiclass::joint, "joint"},
  };
};

enum class CalibrationKind { none, sigmoid, isotonic, temperature };
template <>
struct Names<CalibrationKind> {
  static constexpr std::array kAll = {
      std::pair{CalibrationKind::none, "none"},
      std::pair{CalibrationKind::sigmoid, "sigmoid"},
      std::pair{CalibrationKind::isotonic, "isotonic"},
      std::pair{CalibrationKind::temperature, "temperature"},
  };
};

// The order in which examples are visited: a new seeded shuffle each pass, or that of the file.
enum class VisitOrder { shuffle, file };
template <>
struct Names<VisitOrder> {
  static constexpr std::array kAll = {
      std::pair{VisitOrder::shuffle, "shuffle"},
      std::pair{VisitOrder::file, "file"},
  };
};

// How much the examples of each class count.
struct ClassWeights {
  bool balanced = false;                                       // each class as much as the others
  std::vector<std::pair<std::string, WrittenNumber>> weights;  // of the classes named; others 1

  bool empty() const { return !balanced && weights.empty(); }
  bool operator==(const ClassWeights&) const = default;
};
// From "balanced", or entries "NAME=W".
ClassWeights parse_class_weights(const std::vector<std::string>& entries);
std::string value_text(const ClassWeights& weights);
SettingValue shown_setting(const ClassWeights& weights);
void parse_setting(std::string_view name, const std::string& text, ClassWeights& value);

struct LearnSettings {
  Learner learner = Learner::perceptron;
  bool offset = true;
  bool penalise_offset = false;
  Solver solver = Solver::automatic;
  double tolerance = 1e-3;
  double l1 = 0;
  std::optional<WrittenNumber> l2;  // none: see l2_of()
  std::optional<double> rate;       // none: the solver's own choice
  Schedule schedule = Schedule::constant;
  bool average = true;
  PassiveVariant variant = PassiveVariant::pa1;
  double aggressiveness = 1;
  Multiclass multiclass = Multiclass::one_vs_rest;
  CalibrationKind calibrate = CalibrationKind::none;
  ClassWeights class_weight;
  double early_stop = 0;
  std::optional<std::uint64_t> epochs;  // none: see epochs_of()
  std::uint64_t updates = 0;            // 0: no limit
  double lambda = 1.1;
  std::optional<double> gap;  // none: see max_margin in docs/margins.md
  VisitOrder order = VisitOrder::shuffle;
  std::vector<double> initial_weights;
  double initial_offset = 0;
  std::uint64_t seed = 1;

  bool operator==(const LearnSettings&) const = default;
};

inline constexpr std::array kLearnOptions = {
    option<&LearnSettings::learner>(
        "learner", "", "",
        "learning algorithm: perceptron (last weights), averaged, pocket (best weights seen), "
        "passive-aggressive; hinge (linear SVM, support vector machine), squared-hinge, logistic "
        "(logistic regression): regularised losses, solved to a proved optimum; margin (margin "
        "perceptron), max-margin (hard-margin SVM)"),
    option<&LearnSettings::offset>(
        "offset", "", "",
        "learn an offset (bias, intercept) beside the weights, or keep the plane at the origin"),
    option<&LearnSettings::penalise_offset>(
        "penalise-offset", "", "",
        "for a loss: let the L1 and L2 penalties hold for the offset too"),
    option<&LearnSettings::solver>(
        "solver", "", "",
        "optimisation method for hinge, squared-hinge and logistic; auto picks one from the size "
        "of the data and the penalties"),
    option<&LearnSettings::tolerance>(
        "tolerance", "G", "",
        "stop when the objective is proved to be within this fraction of the optimum (relative "
        "duality gap)",
        0, 1),
    option<&LearnSettings::l1>(
        "l1", "L", "",
        "L1 regularisation (lasso): adds L·‖w‖₁ to the objective, which makes many weights 0", 0,
        1e300),
    option<&LearnSettings::l2>(
        "l2", "L", "",
        "L2 regularisation (ridge, weight decay): adds L/2·‖w‖² to the objective; auto: 1e-4 for "
        "the losses, 0 elsewhere",
        0, 1e300, "auto"),
    option<&LearnSettings::rate>(
        "rate", "R", "",
        "learning rate (step size) of online and batch; 0: the solver's own choice", 0, 1e300, "0"),
    option<&LearnSettings::schedule>(
        "schedule", "", "",
        "how the learning rate falls with the step or pass k: not at all, as 1/k, as 1/sqrt(k)"),
    option<&LearnSettings::average>(
        "average", "", "",
        "for online: return the mean of all weights passed through, or the last ones"),
    option<&LearnSettings::variant>(
        "variant", "", "",
        "for passive-aggressive: steps without bound, at most C, or softened by C"),
    option<&LearnSettings::aggressiveness>(
        "aggressiveness", "C", "", "for PA-I and PA-II: how large steps may be", 1e-300, 1e300),
    option<&LearnSettings::multiclass>(
        "multiclass", "", "",
        "scheme for three or more classes: a model for each class, for each pair of classes, or "
        "one a class, all updated together"),
    option<&LearnSettings::calibrate>(
        "calibrate", "", "",
        "calibrate probabilities by 5-fold cross-validation (Platt sigmoid, isotonic, "
        "temperature)"),
    option<&LearnSettings::class_weight>(
        "class-weight", "NAME=W,…|balanced", "",
        "how much the examples of a class count; balanced: each class as much as the others"),
    option<&LearnSettings::early_stop>(
        "early-stop", "F", "",
        "early stopping: hold out this fraction of the rows and keep the weights that do best on "
        "them",
        0, 0.9),
    option<&LearnSettings::epochs>(
        "epochs", "T", "",
        "passes over the data at most (default: 100; losses 1000, online 5); training also ends at "
        "a pass without mistakes",
        1, 1e9, "0"),
    option<&LearnSettings::updates>("updates", "K", "",
                                    "stop after the pass that reaches K updates; 0: no limit"),
    option<&LearnSettings::lambda>(
        "lambda", "L", "",
        "the learner margin reaches 1/L² of the widest margin (with an offset: of the rows [x, 1])",
        1.000001, 1e6),
    option<&LearnSettings::gap>(
        "gap", "G", "",
        "how close max-margin comes to the widest margin; 0: 1e-9, or 0.01 with many rows and "
        "features",
        0, 1, "0"),
    option<&LearnSettings::order>(
        "order", "", "",
        "order of the examples: a new seeded shuffle each pass, or as in the file"),
    option<&LearnSettings::initial_weights>("initial-weights", "W1,W2,…", "",
                                            "weights to start from, one a feature (default: "
                                            "zeros)"),
    option<&LearnSettings::initial_offset>("initial-offset", "B", "",
                                           "offset (bias) to start from"),
    option<&LearnSettings::seed>("seed", "N", "",
                                 "seed of the random numbers; the same seed gives the same result"),
};

}  // namespace perceptron
