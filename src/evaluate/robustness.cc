#include "evaluate/robustness.h"

#include <algorithm>
#include <cmath>

#include "base/interruptible_sort.h"
#include "evaluate/statistics.h"
#include "model/scorer.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kRobustnessPoints = 500;

// Where the fraction of the `rows` rows falls, whose rising radii these are.
std::vector<RobustnessPoint> robustness_curve(const std::vector<double>& radii,
                                              std::uint64_t rows) {
  std::vector<RobustnessPoint> curve = {{0, ratio(radii.size(), rows)}};
  const std::size_t each = std::max<std::size_t>(1, radii.size() / kRobustnessPoints);
  for (std::size_t i = 0; i < radii.size(); ++i) {
    // Of equal radii the first, so that all of them count.
    if (!std::isfinite(radii[i]) || (i > 0 && radii[i] == radii[i - 1])) continue;
    const bool last = i + 1 == radii.size() || !(radii[i] < radii.back());
    if (i % each != 0 && !last) continue;
    if (radii[i] > 0) curve.push_back({radii[i], ratio(radii.size() - i, rows)});
  }
  return curve;
}

}  // namespace

RobustnessMeter::RobustnessMeter(const Model& model, Norm norm, FeatureUnits units)
    : scheme_(model.scheme()), boundaries_(model, norm, units) {
  require_planes(model, "its robustness is not known");
  result_.norm = norm;
  result_.units = units;
}

void RobustnessMeter::add(std::uint32_t truth, std::span<const double> planes) {
  const bool right = scheme_.decide(planes) == truth;
  result_.radii.push_back(right ? boundaries_.radius(truth, planes) : 0);
  if (right) of_right_.push_back(result_.radii.back());
}

Robustness RobustnessMeter::finish() const {
  Robustness result = result_;
  result.rows = result.radii.size();
  if (result.rows == 0) return result;
  result.accuracy = ratio(of_right_.size(), result.rows);
  std::vector<double> radii = result.radii;
  interruptible_sort(radii.begin(), radii.end());
  result.median_radius = radii[(radii.size() - 1) / 2];
  radii = of_right_;
  interruptible_sort(radii.begin(), radii.end());
  result.curve = robustness_curve(radii, result.rows);
  return result;
}

}  // namespace perceptron::core
