// Bringing features to a common size. Fitted on the training data, kept in
// the model, applied again at prediction:
//   standard  (x − mean) / deviation; sparse rows keep their zeros: x / deviation
//   maxabs    x / max |x|
//   unit      each row divided by its length
#pragma once

#include <string>
#include <vector>

#include "data/matrix.h"

namespace perceptron {

struct Scaling {
  std::string kind = "none";
  std::vector<double> shift;  // a feature each; empty where nothing is subtracted
  std::vector<double> scale;  // a feature each; empty for none and unit

  static Scaling fit(const std::string& kind, const Matrix& matrix);
  // Scales in place; a sparse matrix only where zeros stay zeros (no shift).
  void apply(Matrix& matrix) const;
};

}  // namespace perceptron
