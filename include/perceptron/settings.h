// How a classifier is trained.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/names.h>
#include <perceptron/written_number.h>

namespace perceptron {

enum class Learner {
  perceptron,                   // Rosenblatt's rule, its last weights
  averaged,                     // the same rule, the average of the weights over all steps
  pocket,                       // the same rule, the best weights seen
  voted,                        // the same rule, all planes with their votes
  kernel,                       // the same rule after the feature map of a kernel
  passive_aggressive,           // the smallest step that gives a row a margin of 1
  averaged_passive_aggressive,  // the same rule, the average of the weights over all steps
  hinge,                        // linear support vector machine
  squared_hinge,                // the same with squared hinge loss
  logistic,                     // logistic regression
  softmax,                      // multinomial logistic regression: all classes in one model
  crammer_singer,               // support vector machine for many classes in one model
  pegasos,                      // linear support vector machine by Pegasos's steps
  margin,                       // margin perceptron: a margin within a factor of the widest
  max_margin,                   // hard-margin support vector machine
};
constexpr auto enum_names(Learner) {
  return std::array{
      std::pair{Learner::perceptron, "perceptron"},
      std::pair{Learner::averaged, "averaged"},
      std::pair{Learner::pocket, "pocket"},
      std::pair{Learner::voted, "voted"},
      std::pair{Learner::kernel, "kernel"},
      std::pair{Learner::passive_aggressive, "passive-aggressive"},
      std::pair{Learner::averaged_passive_aggressive, "averaged-passive-aggressive"},
      std::pair{Learner::hinge, "hinge"},
      std::pair{Learner::squared_hinge, "squared-hinge"},
      std::pair{Learner::logistic, "logistic"},
      std::pair{Learner::softmax, "softmax"},
      std::pair{Learner::crammer_singer, "crammer-singer"},
      std::pair{Learner::pegasos, "pegasos"},
      std::pair{Learner::margin, "margin"},
      std::pair{Learner::max_margin, "max-margin"},
  };
}

// The kernel K(x, z) of the learner `kernel`: x·z, (kernel_gamma·x·z + coef0)^degree, or
// exp(−kernel_gamma·‖x − z‖²).
enum class KernelKind { linear, polynomial, rbf };
constexpr auto enum_names(KernelKind) {
  return std::array{
      std::pair{KernelKind::linear, "linear"},
      std::pair{KernelKind::polynomial, "polynomial"},
      std::pair{KernelKind::rbf, "rbf"},
  };
}

// How a loss is minimised; automatic chooses from the size of the data and the penalties.
enum class Solver { automatic, online, batch, dual, newton, interior };
constexpr auto enum_names(Solver) {
  return std::array{
      std::pair{Solver::automatic, "auto"}, std::pair{Solver::online, "online"},
      std::pair{Solver::batch, "batch"},    std::pair{Solver::dual, "dual"},
      std::pair{Solver::newton, "newton"},  std::pair{Solver::interior, "interior"},
  };
}

// How the learning rate decreases with the step or pass k: not at all, as 1/k, as 1/√k.
enum class Schedule { constant, inverse, sqrt };
constexpr auto enum_names(Schedule) {
  return std::array{
      std::pair{Schedule::constant, "constant"},
      std::pair{Schedule::inverse, "inverse"},
      std::pair{Schedule::sqrt, "sqrt"},
  };
}

// Steps of the passive-aggressive rule: without bound, at most C, or softened by C.
enum class PassiveVariant { pa, pa1, pa2 };
constexpr auto enum_names(PassiveVariant) {
  return std::array{
      std::pair{PassiveVariant::pa, "PA"},
      std::pair{PassiveVariant::pa1, "PA-I"},
      std::pair{PassiveVariant::pa2, "PA-II"},
  };
}

// The scheme for three or more classes: one model per class, one model per pair of classes, or one
// per class, all updated together.
enum class Multiclass { one_vs_rest, one_vs_one, joint };
constexpr auto enum_names(Multiclass) {
  return std::array{
      std::pair{Multiclass::one_vs_rest, "one-vs-rest"},
      std::pair{Multiclass::one_vs_one, "one-vs-one"},
      std::pair{Multiclass::joint, "joint"},
  };
}

// How scores are mapped to probabilities, by 5-fold cross-validation.
enum class CalibrationKind { none, sigmoid, isotonic, temperature };
constexpr auto enum_names(CalibrationKind) {
  return std::array{
      std::pair{CalibrationKind::none, "none"},
      std::pair{CalibrationKind::sigmoid, "sigmoid"},
      std::pair{CalibrationKind::isotonic, "isotonic"},
      std::pair{CalibrationKind::temperature, "temperature"},
  };
}

// The order in which examples are visited: a new seeded shuffle in each pass, that of the file, or
// a given one (LearnSettings::given_order).
enum class VisitOrder { shuffle, file, given };
constexpr auto enum_names(VisitOrder) {
  return std::array{
      std::pair{VisitOrder::shuffle, "shuffle"},
      std::pair{VisitOrder::file, "file"},
      std::pair{VisitOrder::given, "given"},
  };
}

// Weights of the classes.
struct ClassWeights {
  bool balanced = false;  // all classes have the same total weight
  std::vector<std::pair<std::string, WrittenNumber>> weights;  // of the named classes; others 1

  bool empty() const { return !balanced && weights.empty(); }
  bool operator==(const ClassWeights&) const = default;
};
// How features are scaled to a common size: not at all, to mean 0 and standard deviation 1, to
// largest absolute value 1, or each row to length 1. automatic chooses one of the first three from
// the training rows; models and certificates state what it chose.
enum class ScalingKind { none, standard, maxabs, unit, automatic };
constexpr auto enum_names(ScalingKind) {
  return std::array{
      std::pair{ScalingKind::none, "none"},      std::pair{ScalingKind::standard, "standard"},
      std::pair{ScalingKind::maxabs, "maxabs"},  std::pair{ScalingKind::unit, "unit"},
      std::pair{ScalingKind::automatic, "auto"},
  };
}

// A setting that the learner does not use is refused if it differs from the default, not ignored.
struct LearnSettings {
  Learner learner = Learner::averaged;
  bool offset = true;            // bias, intercept; without, planes pass through the origin
  bool penalise_offset = false;  // for a loss: the penalties apply to the offset too
  Solver solver = Solver::automatic;
  // For a loss: stop when the objective is proved to be within this fraction of the optimum
  // (relative duality gap).
  double tolerance = 1e-3;
  double l1 = 0;                         // adds l1·‖w‖₁ to the objective
  std::optional<WrittenNumber> l2 = {};  // adds l2/2·‖w‖²; empty: 1e-4 for the losses, else 0
  std::optional<double> rate = {};       // learning rate; empty: the solver's own choice
  Schedule schedule = Schedule::constant;
  bool average = true;  // for the online solver: the mean of all weights, or the last ones
  PassiveVariant variant = PassiveVariant::pa1;
  double aggressiveness = 1;  // C of PA-I and PA-II
  bool projection = true;     // of pegasos: onto the ball that contains the optimum
  KernelKind kernel = KernelKind::polynomial;  // of the learner kernel
  std::uint64_t degree = 3;
  double coef0 = 1;
  std::optional<double> kernel_gamma = {};  // empty: 1, for rbf 1/features
  double beta = 0;  // of the learner kernel: rows with a smaller margin are updates too
  Multiclass multiclass = Multiclass::one_vs_rest;
  CalibrationKind calibrate = CalibrationKind::none;
  ClassWeights class_weight = {};
  double early_stop = 0;  // fraction of rows held out for early stopping; 0: none
  // Maximum number of passes; empty: 100, losses 1000, online 5.
  std::optional<std::uint64_t> epochs = {};
  // Stop after this many passes in a row that did not improve: the fewest mistakes in a pass of the
  // perceptrons, or with early_stop the held-out accuracy. 0: no limit. Empty: 5, and for
  // perceptrons no limit if epochs or updates is set.
  std::optional<std::uint64_t> patience = {};
  std::uint64_t updates = 0;       // stop after the pass that reaches this many; 0: no limit
  double lambda = 1.1;             // the learner margin reaches 1/λ² of the widest margin
  std::optional<double> gap = {};  // how close max_margin comes to the widest margin
  VisitOrder order = VisitOrder::shuffle;
  // With VisitOrder::given, for the perceptrons: every row of the data once, counted from 0, in the
  // order in which each pass visits them.
  std::vector<std::uint64_t> given_order = {};
  std::vector<double> initial_weights = {};  // to start from, one per feature; empty: zeros
  double initial_offset = 0;
  std::uint64_t seed = 1;

  bool operator==(const LearnSettings&) const = default;
};

}  // namespace perceptron
