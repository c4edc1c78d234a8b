// Scaling of features to a common size. Fitted on the training data, stored in the model, applied
// again in prediction:
//   standard  (x − mean) / standard deviation; sparse rows keep their zeros: x / deviation
//   maxabs    x / max |x|
//   unit      each row divided by its length
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "data/matrix.h"
#include "data/options.h"

namespace perceptron::core {

// Note for sparse rows with standard scaling.
inline constexpr const char* kNotCentred =
    "sparse rows are divided by each feature's standard deviation, not centred, so that zeros stay "
    "zeros";

struct Scaling {
  ScalingKind kind = ScalingKind::none;
  std::vector<double> shift;  // of each feature; empty where nothing is subtracted
  std::vector<double> scale;  // of each feature; empty for none and unit

  static Scaling fit(ScalingKind kind, const Matrix& matrix);
  // Scales in place; a sparse matrix only where zeros stay zeros (no shift).
  void apply(Matrix& matrix) const;
};

// The same from values that are given one by one, in passes() passes over all rows.
class ScalingFit {
 public:
  ScalingFit(ScalingKind kind, std::uint64_t features, std::uint64_t rows);

  int passes() const;
  void see(std::uint64_t feature, double value);
  void end_pass();
  // Dense rows are centred.
  Scaling result(Matrix::Layout layout) const;

 private:
  // Statistics of one feature; zeros that are not stored count too.
  struct Spread {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double mean = 0;
    double square = 0;  // mean of ((x − mean) / unit)²
    int exponent = 0;   // unit = 2^exponent, a little above the largest |x|
    double stored = 0;

    void see(double x) {
      minimum = std::min(minimum, x);
      maximum = std::max(maximum, x);
    }
    // The distance from the mean in units.
    double offset(double x) const { return std::ldexp(x, -exponent) - std::ldexp(mean, -exponent); }
  };

  ScalingKind kind_;
  double rows_;
  int pass_ = 1;
  std::vector<Spread> spreads_;  // of standard
  std::vector<double> largest_;  // of maxabs
};

}  // namespace perceptron::core
