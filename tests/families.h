// Families of data on which solvers are known to fail, for the stress suite: tests/solve/
// stress_test.cc tries them small, `make stress` (tests/stress.cc) large.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/random.h"
#include "task.h"

namespace perceptron::core::test {

struct Family {
  std::string name;
  // Rows of this many times the smallest size.
  std::function<Task(Random&, std::uint64_t times)> make;
};
std::vector<Family> families();

struct Penalty {
  std::string name;
  double l1 = 0;
  double l2 = 0;
};
// From 1e-9 to 1e3, L1 alone, both, and none.
std::vector<Penalty> stress_penalties();

}  // namespace perceptron::core::test
