// All update rules and all learners. A learner is an update rule together with the choice of
// weights to keep, or a loss that a solver minimises, or a search. To add one, add a row to the
// table below; traits default to false, so that nothing is claimed that was not stated.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <variant>

#include "learn/rules/joint.h"
#include "learn/rules/margin_perceptron.h"
#include "learn/rules/passive_aggressive.h"
#include "learn/rules/perceptron.h"
#include "learn/settings.h"

namespace perceptron::core {

// A rule has one function, step(s, y, m, i): the step of model m with score s along row i, where
// the sign of y is the class and its absolute value the class weight. A joint rule has steps() for
// all models at once.
using Rule = std::variant<Perceptron, MarginPerceptron, PassiveAggressive, JointPerceptron,
                          JointPassiveAggressive>;

// The rule for these settings; one with parameters has from(settings).
template <class R>
Rule make_rule(const LearnSettings& settings) {
  if constexpr (requires { R::from(settings); }) {
    return R::from(settings);
  } else {
    return R{};
  }
}

// What a learner that is a search looks for.
enum class SearchKind {
  margin_perceptron,  // a wide margin, with many runs of the loop (margin_search.h)
  widest_margin,      // the distance between the convex hulls (certify/widest_margin.h)
};

// Which weights of the loop are returned, see keepers/keeper.h.
enum class KeptWeights { last, average, pocket };

// See solve/problem.h.
enum class Loss { perceptron, hinge, squared_hinge, logistic };

// See solve/joint/joint_problem.h.
enum class JointLoss { softmax, crammer_singer };

struct LearnerTraits {
  Learner learner;

  // ---- What it is: a rule with the weights to keep, a loss, or a search ----
  Rule (*rule)(const LearnSettings& settings) = nullptr;
  KeptWeights keep = KeptWeights::last;
  std::optional<Loss> loss = {};
  bool pegasos = false;  // the loss is minimised by Pegasos's steps alone, see solve/pegasos.cc
  // For a rule: the loss that is minimised instead where a penalty is given.
  std::optional<Loss> penalised_loss = {};
  // For three or more classes: the loss of all of them together. For two classes it is `loss` with
  // half the L2 penalty, because the two planes are each other's negatives.
  std::optional<JointLoss> joint_loss = {};
  std::optional<SearchKind> search = {};
  // Names of settings that only learners which name them take.
  std::array<std::string_view, 5> settings = {};
  std::string_view noun = "plane";       // what reports call a trained one
  std::optional<Learner> steadier = {};  // what to try where it does not converge

  // ---- Its properties ----
  // The rule for joint multiclass training, if there is one.
  Rule (*joint_rule)(const LearnSettings& settings) = nullptr;
  bool only_at_mistakes = false;     // updates at mistakes only, so that updates are mistakes
  bool mistake_bound = false;        // started from zero, at most (R/γ)² updates (Novikoff)
  bool bounds_others = false;        // its plane bounds the mistakes of every perceptron
  bool streams = false;              // rows may be streamed, each seen once per pass
  bool l1 = false;                   // takes an L1 penalty
  bool l2 = false;                   // takes an L2 penalty
  bool weights = false;              // rows and classes may have weights
  bool early_stop = false;           // supports early stopping on held-out rows
  bool warm_start = false;           // can start from the weights of a model
  bool finds_margin = false;         // returns a plane with a certified margin
  bool follows_updates = false;      // proceeds by single updates, which a tracer can follow
  bool gives_probabilities = false;  // its scores are log-odds, or logarithms of probabilities
  bool keeps_rows = false;  // its models score with rows of the training data (support_planes.h)
  bool votes = false;       // of these, by the votes of all planes that it had

  // Whether it is the learner that takes this setting.
  constexpr bool takes(std::string_view setting) const {
    return std::find(settings.begin(), settings.end(), setting) != settings.end();
  }
};

inline constexpr std::array kLearners = {
    LearnerTraits{.learner = Learner::perceptron,
                  .rule = make_rule<Perceptron>,
                  .keep = KeptWeights::last,
                  .penalised_loss = Loss::perceptron,
                  .noun = "perceptron",
                  .steadier = Learner::averaged,
                  .joint_rule = make_rule<JointPerceptron>,
                  .only_at_mistakes = true,
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
                  .penalised_loss = Loss::perceptron,
                  .noun = "averaged perceptron",
                  .joint_rule = make_rule<JointPerceptron>,
                  .only_at_mistakes = true,
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
                  .noun = "pocket perceptron",
                  .only_at_mistakes = true,
                  .mistake_bound = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true,
                  .follows_updates = true},
    LearnerTraits{.learner = Learner::voted,
                  .rule = make_rule<Perceptron>,
                  .noun = "voted perceptron",
                  .only_at_mistakes = true,
                  .mistake_bound = true,
                  .weights = true,
                  .follows_updates = true,
                  .keeps_rows = true,
                  .votes = true},
    LearnerTraits{.learner = Learner::kernel,
                  .rule = make_rule<Perceptron>,
                  .settings = {"kernel", "degree", "coef0", "kernel-gamma", "beta"},
                  .noun = "kernel perceptron",
                  .mistake_bound = true,
                  .weights = true,
                  .follows_updates = true,
                  .keeps_rows = true},
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
    LearnerTraits{.learner = Learner::averaged_passive_aggressive,
                  .rule = make_rule<PassiveAggressive>,
                  .keep = KeptWeights::average,
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
    LearnerTraits{.learner = Learner::softmax,
                  .loss = Loss::logistic,
                  .joint_loss = JointLoss::softmax,
                  .l2 = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true,
                  .gives_probabilities = true},
    LearnerTraits{.learner = Learner::crammer_singer,
                  .loss = Loss::hinge,
                  .joint_loss = JointLoss::crammer_singer,
                  .l2 = true,
                  .weights = true,
                  .early_stop = true,
                  .warm_start = true},
    LearnerTraits{.learner = Learner::pegasos,
                  .loss = Loss::hinge,
                  .pegasos = true,
                  .settings = {"projection"},
                  .l2 = true,
                  .weights = true,
                  .early_stop = true,
                  .follows_updates = true},
    LearnerTraits{.learner = Learner::margin,
                  .search = SearchKind::margin_perceptron,
                  .settings = {"lambda"},
                  .noun = "margin perceptron",
                  .finds_margin = true,
                  .follows_updates = true},
    LearnerTraits{.learner = Learner::max_margin,
                  .search = SearchKind::widest_margin,
                  .settings = {"gap"},
                  .bounds_others = true,
                  .finds_margin = true},
};

static_assert(kLearners.size() == enum_names(Learner{}).size(), "every learner has a row");
static_assert(std::all_of(kLearners.begin(), kLearners.end(),
                          [](const LearnerTraits& each) {
                            return !(each.l1 || each.l2) || each.loss || each.penalised_loss;
                          }),
              "a learner with a penalty states the loss to minimise");

constexpr const LearnerTraits& traits_of(Learner learner) {
  for (const LearnerTraits& traits : kLearners) {
    if (traits.learner == learner) return traits;
  }
  throw std::logic_error("a learner without a row in kLearners");
}
constexpr const LearnerTraits& traits_of(const LearnSettings& settings) {
  return traits_of(settings.learner);
}

// Values for settings that are left to the learner.
double l2_of(const LearnSettings& settings);
std::uint64_t epochs_of(const LearnSettings& settings);
// 0: no limit.
std::uint64_t patience_of(const LearnSettings& settings);
// Whether there is an L1 or L2 penalty. Then the perceptron too minimises a loss.
bool is_penalised(const LearnSettings& settings);
// Whether a solver minimises a loss, instead of the training loop.
bool minimises_loss(const LearnSettings& settings);
// Whether the weights of its models are planes of the rows, not zeros because only a kernel is
// known.
bool has_planes(const LearnSettings& settings);
// The scheme for three or more classes: some learners have only one.
Multiclass multiclass_of(const LearnSettings& settings);

}  // namespace perceptron::core
