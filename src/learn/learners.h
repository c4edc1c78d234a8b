// Every rule and every learner there is. A learner is a rule of the loop with what is kept of
// the weights it passes through, or a loss that a solver minimises, or a search. A new one is a
// row of the table below; what is not said of it is false, so nothing is claimed unproved.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "learn/rules/joint.h"
#include "learn/rules/margin_perceptron.h"
#include "learn/rules/passive_aggressive.h"
#include "learn/rules/perceptron.h"
#include "learn/settings.h"

namespace perceptron::core {

// A rule has one function, step(s, y, m, i): how far model m with score s moves along x, the row
// i, when the truth is y: a number whose sign tells the class and whose size is the weight of it.
// A joint rule has steps() for all models at once.
using Rule = std::variant<Perceptron, MarginPerceptron, PassiveAggressive, JointPerceptron,
                          JointPassiveAggressive>;

// The rule as the settings ask for it; one with parameters has from(settings).
template <class R>
Rule make_rule(const LearnSettings& settings) {
  if constexpr (requires { R::from(settings); }) {
    return R::from(settings);
  } else {
    return R{};
  }
}

// Which weights of the loop are the answer, see keepers/keeper.h.
enum class KeptWeights { last, average, pocket };

// See solve/problem.h.
enum class Loss { perceptron, hinge, squared_hinge, logistic };

struct LearnerTraits {
  Learner learner;

  // ---- What it is: one of these three; a search has none ----
  Rule (*rule)(const LearnSettings& settings) = nullptr;
  KeptWeights keep = KeptWeights::last;
  std::optional<Loss> loss = {};
  // Names of settings that no other learner takes.
  std::array<std::string_view, 2> settings = {};

  // ---- What is true of it ----
  // The rule for several classes together, where there is one.
  Rule (*joint_rule)(const LearnSettings& settings) = nullptr;
  bool mistake_bound = false;        // from zero, at most (R/γ)² updates (Novikoff)
  bool streams = false;              // rows may stream by, each seen once a pass
  bool l1 = false;                   // takes an L1 penalty
  bool l2 = false;                   // takes an L2 penalty
  bool weights = false;              // rows and classes may have weights
  bool early_stop = false;           // may stop by rows held out
  bool warm_start = false;           // goes on from the weights of a model
  bool finds_margin = false;         // ends with a plane whose margin is certified
  bool follows_updates = false;      // goes update by update, so that a tracer can follow
  bool gives_probabilities = false;  // its scores are log-odds
};

inline constexpr std::array kLearners = {
    LearnerTraits{.learner = Learner::perceptron,
                  .rule = make_rule<Perceptron>,
                  .keep = KeptWeights::last,
                  .joint_rule = make_rule<JointPerceptron>,
                  .mistake_bound = true,
                  .streams = true,
                  .l1 = true,
                  .l2 = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true,
                  .follows_updates = true},
    LearnerTraits{.learner = Learner::averaged,
                  .rule = make_rule<Perceptron>,
                  .keep = KeptWeights::average,
                  .joint_rule = make_rule<JointPerceptron>,
                  .mistake_bound = true,
                  .streams = true,
                  .l2 = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true,
                  .follows_updates = true},
    LearnerTraits{.learner = Learner::pocket,
                  .rule = make_rule<Perceptron>,
                  .keep = KeptWeights::pocket,
                  .mistake_bound = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true,
                  .follows_updates = true},
    LearnerTraits{.learner = Learner::passive_aggressive,
                  .rule = make_rule<PassiveAggressive>,
                  .keep = KeptWeights::last,
                  .settings = {"variant"},
                  .joint_rule = make_rule<JointPassiveAggressive>,
                  .streams = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true,
                  .follows_updates = true},
    LearnerTraits{.learner = Learner::hinge,
                  .loss = Loss::hinge,
                  .streams = true,
                  .l1 = true,
                  .l2 = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true},
    LearnerTraits{.learner = Learner::squared_hinge,
                  .loss = Loss::squared_hinge,
                  .streams = true,
                  .l1 = true,
                  .l2 = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true},
    LearnerTraits{.learner = Learner::logistic,
                  .loss = Loss::logistic,
                  .streams = true,
                  .l1 = true,
                  .l2 = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true,
                  .gives_probabilities = true},
    // A search with many runs of the loop (margin_search.h).
    LearnerTraits{.learner = Learner::margin,
                  .settings = {"lambda"},
                  .finds_margin = true,
                  .follows_updates = true},
    // The distance between the hulls of the classes (certify/widest_margin.h).
    // Its plane bounds the mistakes of every perceptron.
    LearnerTraits{.learner = Learner::max_margin,
                  .settings = {"gap"},
                  .mistake_bound = true,
                  .finds_margin = true},
};

constexpr const LearnerTraits& traits_of(Learner learner) {
  for (const LearnerTraits& traits : kLearners) {
    if (traits.learner == learner) return traits;
  }
  return kLearners[0];  // not reached: a test holds that every learner has its row
}
constexpr const LearnerTraits& traits_of(const LearnSettings& settings) {
  return traits_of(settings.learner);
}

// What is meant where the settings leave it to the learner.
double l2_of(const LearnSettings& settings);
std::uint64_t epochs_of(const LearnSettings& settings);
// Whether weights are drawn towards 0. Then a perceptron too is the minimum of a loss.
bool is_penalised(const LearnSettings& settings);
// Whether a solver minimises a loss, rather than the loop.
bool minimises_loss(const LearnSettings& settings);

// ---- The settings' names, ranges and meanings ----
// Command line, help, manual, Python and the record of a run follow from this table.

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

}  // namespace perceptron::core
