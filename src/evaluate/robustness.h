// How large a change of the rows a model's correct predictions withstand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <perceptron/curves.h>
#include "evaluate/boundaries.h"

namespace perceptron::core {

class RobustnessMeter {
 public:
  RobustnessMeter(const Model& model, Norm norm, FeatureUnits units);

  // The scores of a row by the planes of the model.
  void add(std::uint32_t truth, std::span<const double> planes);
  Robustness finish() const;

 private:
  Scheme scheme_;
  Boundaries boundaries_;
  Robustness result_;
  std::vector<double> of_right_;  // the radii of the rows that are right
};

}  // namespace perceptron::core
