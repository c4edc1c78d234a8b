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
  bool penalise_offset = false;
  std::string solver = "auto";
  double tolerance = 1e-3;
  double l1 = 0;
  std::string l2 = "auto";
  double rate = 0;
  std::string schedule = "constant";
  bool average = true;
  std::string variant = "PA-I";
  double aggressiveness = 1;
  std::string multiclass = "one-vs-rest";
  std::string calibrate = "none";
  std::vector<std::string> class_weight;
  double early_stop = 0;
  std::uint64_t epochs = 0;
  std::uint64_t updates = 0;
  double lambda = 1.1;
  double gap = 0;
  std::string order = "shuffle";
  std::vector<double> initial_weights;
  double initial_offset = 0;
  std::uint64_t seed = 1;

  bool operator==(const LearnSettings&) const = default;
};

const std::vector<Option<LearnSettings>>& learn_options();

// What is meant where the settings leave it to the learner.
double l2_of(const LearnSettings& settings);
std::uint64_t epochs_of(const LearnSettings& settings);

}  // namespace perceptron
