// How a classifier is to be trained.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/options.h"

namespace perceptron {

struct LearnSettings {
  std::string learner = "perceptron";
  bool offset = true;
  std::uint64_t epochs = 100;
  std::uint64_t updates = 0;
  double lambda = 1.1;
  double gap = 0;
  std::string order = "shuffle";
  std::vector<double> initial_weights;
  double initial_offset = 0;
  std::uint64_t seed = 1;
};

const std::vector<Option<LearnSettings>>& learn_options();

}  // namespace perceptron
