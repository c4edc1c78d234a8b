// Two ways to train every class against the rest, by time and by the answers to a
// test set.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "learn/targets.h"

namespace perceptron::core {

// A class each, over again where there are more models than classes.
Targets one_against_rest(std::uint64_t classes, std::uint64_t models);

// Without an offset, in LIBLINEAR's words, as in contest.h.
struct ClassesProblem {
  std::string name;  // of the data, for the table
  const Dataset* train = nullptr;
  const Dataset* test = nullptr;
  int solver = 3;  // LIBLINEAR's number; it says what the loss is
  double c = 1;
};

struct ClassesRun {
  double seconds = std::numeric_limits<double>::infinity();  // of the solver alone
  std::vector<std::vector<double>> weights;                  // of each class
};

using ClassesSolver = std::function<ClassesRun(const ClassesProblem&)>;

// Ours, on one thread, to a relative gap of `tolerance`.
enum class Together { no, yes };
ClassesSolver our_classes(Together together, double tolerance);

// Runs both in turns, prints a line for each problem, and the best time of each.
// Either may be missing.
void print_classes_contest(const std::string& peer_name, const ClassesSolver& peer,
                           const std::string& our_name, const ClassesSolver& ours,
                           const std::vector<ClassesProblem>& problems);

}  // namespace perceptron::core
