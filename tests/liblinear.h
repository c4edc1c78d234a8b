// An oracle for regularised losses: the program liblinear-train.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "data/dataset.h"

namespace perceptron::core::test {

// Leaves the test, by name, where the program is not there.
#define REQUIRE_LIBLINEAR() \
  if (!::perceptron::core::test::has_liblinear()) GTEST_SKIP() << "no liblinear-train"
bool has_liblinear();

// R(w) + Σ Cᵢ loss(yᵢ(w·xᵢ + b)). The number of the solver says what R and the
// loss are: 0 and 7 logistic, 1 and 2 squared hinge, 3 hinge, all with ½‖w‖²;
// 5 squared hinge and 6 logistic with ‖w‖₁.
struct LiblinearSettings {
  int solver = 3;
  double c = 1;
  double eps = 1e-6;
  bool offset = false;         // penalised like a weight, as that of a feature that is always 1
  double positive_weight = 1;  // times C for the rows of a class
  double negative_weight = 1;
};

// Every bit of what was found: model files have 17 digits.
struct LiblinearModel {
  std::vector<double> weights;  // of the positive class, one a feature
  double offset = 0;
};

// Class `positive` against all others. Rows count alike, whatever their weights.
LiblinearModel train_liblinear(const Dataset& data, std::uint32_t positive,
                               const LiblinearSettings& settings);

}  // namespace perceptron::core::test
