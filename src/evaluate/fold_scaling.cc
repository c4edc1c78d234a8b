#include "evaluate/fold_scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "data/scaling.h"

namespace perceptron::core {
namespace {

// Sums over some rows, of each feature: the distances from its mean over all rows, and their
// squares.
struct Moments {
  std::vector<double> sums;
  std::vector<double> squares;

  explicit Moments(std::uint64_t features) : sums(features), squares(features) {}

  void add(std::uint64_t feature, double distance) {
    sums[feature] += distance;
    squares[feature] += distance * distance;
  }
  void clear() {
    std::fill(sums.begin(), sums.end(), 0.0);
    std::fill(squares.begin(), squares.end(), 0.0);
  }
};

// The columns of dense rows without those of a fold, whose sums are subtracted from those of all
// rows. This rounds, so a fold has to be clearly on this side of the limits.
class DenseColumns {
 public:
  explicit DenseColumns(const Matrix& matrix)
      : matrix_(matrix),
        rows_(static_cast<double>(matrix.rows())),
        means_(matrix.features()),
        lowest_(matrix.features(), std::numeric_limits<double>::infinity()),
        highest_(matrix.features(), -std::numeric_limits<double>::infinity()),
        all_(matrix.features()),
        part_(matrix.features()) {
    each_value(matrix, [&](std::uint64_t j, double x) {
      means_[j] += x / rows_;
      lowest_[j] = std::min(lowest_[j], x);
      highest_[j] = std::max(highest_[j], x);
    });
    each_value(matrix, [&](std::uint64_t j, double x) { all_.add(j, x - means_[j]); });
  }

  // Numbers that overflow compare as false.
  bool alike_without(const std::vector<std::uint64_t>& rows) {
    constexpr double kNearlyAll = 1 - 1e-6;
    part_.clear();
    std::visit(
        [&](const auto& view) {
          for (const std::uint64_t i : rows) {
            const auto row = view[i];
            for (std::uint64_t k = 0; k < row.size; ++k) {
              const std::uint64_t j = row.feature(k);
              part_.add(j, row.value(k) - means_[j]);
            }
          }
        },
        matrix_.view());
    const double count = rows_ - static_cast<double>(rows.size());
    double smallest = std::numeric_limits<double>::infinity();
    double largest = 0;
    for (std::uint64_t j = 0; j < means_.size(); ++j) {
      if (lowest_[j] == highest_[j]) continue;  // one value only
      const double shift = (all_.sums[j] - part_.sums[j]) / count;
      const double rest = all_.squares[j] - part_.squares[j];
      const double deviation = std::sqrt(rest / count - shift * shift);
      const bool certain = rest > 1e-6 * all_.squares[j];  // little was lost to rounding
      if (!certain || !(std::abs(means_[j] + shift) <= kNearlyAll * kOffCentre * deviation))
        return false;
      smallest = std::min(smallest, deviation);
      largest = std::max(largest, deviation);
    }
    return largest == 0 || largest <= kNearlyAll * kUnlikeSpread * smallest;
  }

 private:
  const Matrix& matrix_;
  double rows_;
  std::vector<double> means_;
  std::vector<double> lowest_;
  std::vector<double> highest_;
  Moments all_;
  Moments part_;
};

}  // namespace

bool surely_unscaled(const Dataset& data, const TrainingSets& sets) {
  if (has_categories(data.schema) || data.schema.has_text() ||
      FeatureScaling(ScalingKind::automatic, data.schema).by_column())
    return false;
  if (data.matrix.layout() == Matrix::Layout::sparse) return true;
  // A learning curve trains on parts of the other folds.
  if (sets.levels() > 1) return false;
  DenseColumns columns(data.matrix);
  for (std::uint32_t number = 0; number < sets.folds(); ++number) {
    const Fold fold{number, 0};
    if (sets.test_rows(fold).empty() || sets.training_count(fold) == 0) continue;
    if (!columns.alike_without(sets.test_rows(fold))) return false;
  }
  return true;
}

}  // namespace perceptron::core
