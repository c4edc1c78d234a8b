// The curves of each class against the rest, from the scores of all rows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <perceptron/curves.h>
#include "evaluate/costs.h"
#include "evaluate/metrics.h"

namespace perceptron::core {

// How often predictions of a probability come true, for each class by itself; of two classes for
// the second.
class CalibrationCurves {
 public:
  static constexpr std::size_t kBins = 10;

  explicit CalibrationCurves(std::uint64_t classes);

  // One probability for each class; NaN counts as 0.
  void add(std::uint32_t truth, std::span<const double> probabilities);
  // The bins that have rows.
  std::vector<CalibrationPoint> of(std::uint32_t positive) const;

 private:
  struct Bin {
    std::uint64_t rows = 0;
    std::uint64_t right = 0;
    double sum = 0;
  };

  std::uint32_t first_;  // the first class with a curve
  std::vector<std::array<Bin, kBins>> bins_;
};

// `meter` has all predictions with their scores, `threshold` is that between two classes, and
// `costs` may be null. None where the rows are all of one class, or where their scores were too
// many to keep.
std::vector<ClassCurves> curves_of(const Meter& meter, const CalibrationCurves& calibration,
                                   const std::vector<std::string>& classes, double threshold,
                                   const CostMatrix* costs);

}  // namespace perceptron::core
