// Every learner there is: a rule, and what is kept of the weights it passes
// through. A new one is a line here.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "learn/keeper.h"
#include "learn/rules.h"

namespace perceptron {

struct Learner {
  std::string_view name;
  Rule rule;
  MakeKeeper keep;
};

inline const std::array kLearners = {
    Learner{"perceptron", Perceptron{}, keep_last},
    Learner{"averaged", Perceptron{}, keep_average},
    Learner{"pocket", Perceptron{}, keep_pocket},
};

const Learner& find_learner(std::string_view name);
std::string learner_names();  // "perceptron|averaged|pocket"

}  // namespace perceptron
