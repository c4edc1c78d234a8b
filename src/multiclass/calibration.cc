#include "multiclass/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/elementary.h"
#include "base/error.h"

namespace perceptron::core {
namespace {

// 1/(1 + exp(−x)), clipped away from 0 and 1 so that products and logarithms are safe.
double logistic(double x) {
  if (std::isnan(x)) return 0.5;
  const double e = portable_exp(-std::abs(x));
  const double p = x > 0 ? 1 / (1 + e) : e / (1 + e);
  return std::clamp(p, std::numeric_limits<double>::min(),
                    1 - std::numeric_limits<double>::epsilon() / 2);
}

double interpolate(const Isotonic& isotonic, double score) {
  if (std::isnan(score)) return 0.5;
  const std::vector<double>& x = isotonic.x;
  const auto above = std::upper_bound(x.begin(), x.end(), score);
  if (above == x.begin()) return isotonic.p.front();
  if (above == x.end()) return isotonic.p.back();
  const auto k = static_cast<std::size_t>(above - x.begin());
  double run = score - x[k - 1];
  double width = x[k] - x[k - 1];
  if (!std::isfinite(width)) {
    run = score / 2 - x[k - 1] / 2;
    width = x[k] / 2 - x[k - 1] / 2;
  }
  return std::lerp(isotonic.p[k - 1], isotonic.p[k], run / width);
}

void require(bool holds, const std::string& what) {
  if (!holds) throw Error(ErrorKind::input, "not a calibration: " + what);
}

void require_sound(const Isotonic& isotonic) {
  const auto& [x, p] = isotonic;
  require(!x.empty() && x.size() == p.size(), "an isotonic one needs one p for each x");
  for (std::size_t k = 0; k < x.size(); ++k) {
    require(std::isfinite(x[k]), "an x is not finite");
    require(p[k] > 0 && p[k] < 1, "a p is not between 0 and 1");
    require(k == 0 || x[k - 1] < x[k], "its x do not increase");
    require(k == 0 || p[k - 1] <= p[k], "its p decrease");
  }
}

}  // namespace

void require_sound(const Calibration& calibration, std::uint64_t models) {
  const auto count = [&](const auto& parts, CalibrationKind kind) {
    const std::uint64_t expected = calibration.kind == kind ? models : 0;
    require(parts.size() == expected,
            fmt::format("{} parts of kind {}, {} expected", parts.size(), name_of(kind), expected));
  };
  require(calibration.kind != CalibrationKind::none,
          "its kind is none of sigmoid, isotonic and temperature");
  count(calibration.sigmoids, CalibrationKind::sigmoid);
  count(calibration.isotonics, CalibrationKind::isotonic);
  for (const Sigmoid& each : calibration.sigmoids)
    require(std::isfinite(each.a) && std::isfinite(each.b), "a and b are not finite");
  for (const Isotonic& each : calibration.isotonics) require_sound(each);
  require(calibration.temperature > 0 && std::isfinite(calibration.temperature),
          "its temperature is not a number above 0");
}

double probability(const Calibration& calibration, std::uint64_t model, double score) {
  if (calibration.kind == CalibrationKind::isotonic)
    return interpolate(calibration.isotonics[model], score);
  if (calibration.kind == CalibrationKind::temperature)
    return logistic(score / calibration.temperature);
  const Sigmoid& sigmoid = calibration.sigmoids[model];
  return logistic(-(sigmoid.a * score + sigmoid.b));
}

}  // namespace perceptron::core
