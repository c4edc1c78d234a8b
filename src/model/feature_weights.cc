#include "model/feature_weights.h"

#include <algorithm>
#include <cmath>

#include "base/highest.h"

namespace perceptron::core {
namespace {

std::vector<FeatureWeight> strongest(const std::vector<double>& weights,
                                     const std::vector<std::string>& names, double sign,
                                     std::uint64_t most) {
  std::vector<FeatureWeight> list;
  for (const std::uint64_t j :
       highest(weights.size(), most, [&](std::uint64_t k) { return sign * weights[k]; })) {
    if (sign * weights[j] > 0) list.push_back({names[j], weights[j]});
  }
  return list;
}

}  // namespace

std::vector<double> weights_of_class(const Model& model, std::uint32_t c) {
  std::vector<double> sum(model.features());
  const Scheme scheme = model.scheme();
  for (std::uint64_t m = 0; m < model.planes.size(); ++m) {
    const auto [positive, negative] = scheme.sides(m);
    const double sign = positive == c ? 1 : negative == c ? -1 : 0;
    if (sign == 0) continue;
    for (std::uint64_t j = 0; j < sum.size(); ++j) sum[j] += sign * model.planes[m].weights[j];
  }
  return sum;
}

std::vector<FeatureWeight> largest_weights(const Model& model, std::uint64_t most) {
  const auto names = model.schema.feature_names();
  const std::vector<double>& weights = model.planes[0].weights;
  std::vector<FeatureWeight> list;
  for (const std::uint64_t j :
       highest(weights.size(), most, [&](std::uint64_t k) { return std::abs(weights[k]); }))
    list.push_back({names[j], weights[j]});
  return list;
}

ClassFeatures features_of_class(const Model& model, std::uint32_t c,
                                const std::vector<std::string>& names, std::uint64_t most) {
  const auto weights = weights_of_class(model, c);
  return {strongest(weights, names, 1, most), strongest(weights, names, -1, most)};
}

std::uint64_t count_zero_weights(const Model& model) {
  std::uint64_t zeros = 0;
  for (const Plane& plane : model.planes)
    zeros +=
        static_cast<std::uint64_t>(std::count(plane.weights.begin(), plane.weights.end(), 0.0));
  return zeros;
}

}  // namespace perceptron::core
