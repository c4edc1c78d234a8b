// Scaling of features to a common size, and weighting of the terms of texts. Fitted on the training
// data, stored in the model, applied again in prediction:
//   standard  (x − mean) / standard deviation; sparse rows keep their zeros: x / deviation
//   maxabs    x / max |x|
//   unit      each row divided by its length
//   auto      standard for dense rows whose columns are of unlike size, otherwise none; maxabs for
//             a table that is stored sparse because of its categories, with numbers of unlike size
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "data/matrix.h"
#include "data/options.h"
#include "data/schema.h"
#include "data/text/term_scaling.h"

namespace perceptron::core {

struct Dataset;

// Note for sparse rows with standard scaling.
inline constexpr const char* kNotCentred =
    "sparse rows are divided by each feature's standard deviation, not centred, so that zeros stay "
    "zeros";

// How the columns of the training rows compare in size. Columns with one value only do not count.
enum class ColumnSizes {
  sparse,     // sparse rows are left as they are
  alike,      // none of the following
  unlike,     // the largest standard deviation is more than kUnlikeSpread times the smallest; in a
              // sparse table the largest |x| of a column more than kUnlikeSize times another's
  off_centre  // the mean of a column is more than kOffCentre standard deviations away from 0
};
constexpr auto enum_names(ColumnSizes) {
  return std::array{
      std::pair{ColumnSizes::sparse, "sparse"}, std::pair{ColumnSizes::alike, "alike"},
      std::pair{ColumnSizes::unlike, "unlike"}, std::pair{ColumnSizes::off_centre, "off-centre"}};
}
inline constexpr double kUnlikeSpread = 3;
inline constexpr double kUnlikeSize = 20;
inline constexpr double kOffCentre = 2;

// What `auto` chose, and why.
struct ScalingChoice {
  ScalingKind kind = ScalingKind::none;
  ColumnSizes sizes = ColumnSizes::alike;
  double factor = 1;  // the ratio that `sizes` is about; the larger one where they are alike
};

// How each feature is scaled: as the schema says of its column, otherwise like all others.
class FeatureScaling {
 public:
  FeatureScaling(ScalingKind others, const Schema& schema);

  ScalingKind of(std::uint64_t feature) const { return own_.empty() ? others_ : own_[feature]; }
  ScalingKind others() const { return others_; }
  // Whether columns have scalings of their own.
  bool by_column() const { return !own_.empty(); }
  // Whether a feature is scaled in this way.
  bool has(ScalingKind kind) const;
  // Whether all features stay as they are.
  bool is_none() const;

 private:
  ScalingKind others_;
  std::vector<ScalingKind> own_;  // of each feature; empty: all are like the others
};

// Whether some features are standardised that cannot be centred.
bool leaves_uncentred(const FeatureScaling& scaling, Matrix::Layout layout);

struct Scaling {
  ScalingKind kind = ScalingKind::none;  // of columns without one of their own; never automatic
  std::vector<double> shift;             // of each feature; empty where nothing is subtracted
  std::vector<double> scale;             // of each feature; empty for none and unit
  std::vector<TermScaling> terms;        // of columns of text, before everything else
  std::optional<ScalingChoice> choice;   // if it was fitted with automatic; not stored in files

  static Scaling fit(ScalingKind kind, const Dataset& data);
  // For rows without categories, or a kind that was chosen before.
  static Scaling fit(ScalingKind kind, const Matrix& matrix);
  bool is_none() const {
    return kind != ScalingKind::unit && scale.empty() && core::is_none(terms);
  }
  // Scales in place; a sparse matrix only where zeros stay zeros (no shift).
  void apply(Matrix& matrix) const;
  // Rows of the training data; their columns are then scaled as the schema asked, and
  // their terms are not to be weighted again.
  void apply(Dataset& data) const;
};

// The columns of these rows, as `auto` judges them.
ScalingChoice choose_scaling(const Dataset& data);

// Whether some of the features are categories: columns of text.
bool has_categories(const Schema& schema);

// What a scaling is fitted to.
struct RowsToScale {
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  Matrix::Layout layout = Matrix::Layout::dense;
  bool categories = false;  // some features are categories of a table's column: 1 or 0
  TermFit terms = {};       // of columns of text
};

// The same from values that are given one by one, in passes() passes over all rows.
class ScalingFit {
 public:
  // Throws a usage error if columns have scalings of their own where rows are scaled to length 1.
  ScalingFit(FeatureScaling kinds, const RowsToScale& rows);

  int passes() const;
  void see(std::uint64_t feature, double value);
  void end_pass();
  // Dense rows are centred.
  Scaling result() const;

 private:
  // Statistics of one feature; zeros that are not stored count too.
  struct Spread {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double mean = 0;
    double stored = 0;
    double square = 0;   // mean of ((x − mean) / unit)²
    int exponent = 0;    // unit = 2^exponent, a little above the largest |x|
    double inverse = 1;  // 1 / unit; 0 if that is no normal number
    double centre = 0;   // mean / unit

    void see(double x) {
      minimum = std::min(minimum, x);
      maximum = std::max(maximum, x);
    }
    void choose_unit() {
      std::frexp(std::max(std::abs(minimum), std::abs(maximum)), &exponent);
      constexpr int kNormal = 1000;
      inverse = std::abs(exponent) < kNormal ? std::ldexp(1.0, -exponent) : 0;
      centre = std::ldexp(mean, -exponent);
    }
    // The distance from the mean in units. Multiplying is faster than ldexp, and as exact.
    double offset(double x) const {
      return (inverse > 0 ? x * inverse : std::ldexp(x, -exponent)) - centre;
    }
    double deviation() const { return std::ldexp(std::sqrt(square), exponent); }
    bool constant() const { return minimum == maximum || !(deviation() > 0); }
  };

  ScalingChoice choose() const;
  ScalingChoice choose_for_spreads() const;
  ScalingChoice choose_for_sizes() const;

  bool is_open(std::uint64_t feature) const { return kinds_.of(feature) == ScalingKind::automatic; }
  double size_of(std::uint64_t feature) const;
  double divisor(std::uint64_t feature, ScalingKind kind) const;
  double centre(std::uint64_t feature, ScalingKind kind) const;

  FeatureScaling kinds_;
  RowsToScale shape_;
  double rows_;
  int pass_ = 1;
  std::vector<Spread> spreads_;  // for standard, and for automatic with dense rows
  std::vector<double> largest_;  // else for maxabs, and for automatic with a sparse table
};

}  // namespace perceptron::core
