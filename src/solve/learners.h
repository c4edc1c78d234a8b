// Every learner there is: a rule, and what is kept of the weights it passes
// through; or a loss that a solver minimises. A new one is a line here. Two are
// not single runs of the loop and keep nothing: margin is a search with many
// (margin_search.h), max-margin the distance of hulls (certify/optimum.h).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "learn/keepers/keeper.h"
#include "learn/rules/rules.h"
#include "solve/problem.h"

namespace perceptron {

struct Learner {
  std::string_view name;
  Rule rule;
  MakeKeeper keep;
  std::optional<Loss> loss = {};
};

inline const std::array kLearners = {
    Learner{"perceptron", Perceptron{}, keep_last},
    Learner{"averaged", Perceptron{}, keep_average},
    Learner{"pocket", Perceptron{}, keep_pocket},
    Learner{"passive-aggressive", PassiveAggressive{}, keep_last},
    Learner{"hinge", {}, nullptr, Loss::hinge},
    Learner{"squared-hinge", {}, nullptr, Loss::squared_hinge},
    Learner{"logistic", {}, nullptr, Loss::logistic},
    Learner{"margin", MarginPerceptron{}, nullptr},
    Learner{"max-margin", {}, nullptr},
};

const Learner& find_learner(std::string_view name);
std::string learner_names();  // "perceptron|averaged|…"

}  // namespace perceptron
