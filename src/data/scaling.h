// Bringing features to a common size. Fitted on the training data, kept in
// the model, applied again at prediction:
//   standard  (x − mean) / deviation; sparse rows keep their zeros: x / deviation
//   maxabs    x / max |x|
//   unit      each row divided by its length
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "data/matrix.h"

namespace perceptron {

// What is to be said where sparse rows are brought to standard size.
inline constexpr const char* kNotCentred =
    "sparse rows are divided by each feature's deviation, not centred, so that zeros stay zeros";

struct Scaling {
  std::string kind = "none";
  std::vector<double> shift;  // a feature each; empty where nothing is subtracted
  std::vector<double> scale;  // a feature each; empty for none and unit

  static Scaling fit(const std::string& kind, const Matrix& matrix);
  // Scales in place; a sparse matrix only where zeros stay zeros (no shift).
  void apply(Matrix& matrix) const;
};

// The same from values that come one by one, in as many passes as it takes.
class ScalingFit {
 public:
  ScalingFit(const std::string& kind, std::uint64_t features, std::uint64_t rows);

  int passes() const;
  void see(std::uint64_t feature, double value);
  void end_pass();
  // Values of dense rows are brought around 0.
  Scaling result(Matrix::Layout layout) const;

 private:
  // What is known of one feature; zeros that are not stored count too.
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

  std::string kind_;
  double rows_;
  int pass_ = 1;
  std::vector<Spread> spreads_;  // of standard
  std::vector<double> largest_;  // of maxabs
};

}  // namespace perceptron
