#include "evaluate/boundaries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"

namespace perceptron::core {
namespace {

void refuse_votes(const Model& model) {
  if (model.scheme().layout() != ModelLayout::per_pair) return;
  throw Error(ErrorKind::usage,
              fmt::format("this model decides by votes of the pairs of classes, whose boundaries "
                          "are not computed; train with {}",
                          setting("multiclass", "one-vs-rest")));
}

void refuse_curved(const Model& model, FeatureUnits units) {
  if (units == FeatureUnits::scaled || is_linear_in_file(model)) return;
  throw Error(
      ErrorKind::usage,
      fmt::format("the scores of this model are not linear in the columns of the file ({}); "
                  "changes can be measured in the features that it computes, with {}",
                  model.schema.map                          ? "it has a feature map"
                  : model.scaling.kind == ScalingKind::unit ? "rows are scaled to length 1"
                                                            : "terms of texts are weighted",
                  setting("units", "scaled")));
}

double dual(Norm norm, std::span<const double> weights) {
  double largest = 0;
  double sum = 0;
  for (const double w : weights) {
    largest = std::max(largest, std::abs(w));
    sum += std::abs(w);
  }
  if (norm == Norm::linf) return sum;
  if (norm == Norm::l1 || largest == 0) return largest;
  double squares = 0;  // of weights of common size, so that none overflows
  for (const double w : weights) squares += (w / largest) * (w / largest);
  return largest * std::sqrt(squares);
}

}  // namespace

bool is_linear_in_file(const Model& model) {
  return !model.schema.map && model.scaling.kind != ScalingKind::unit &&
         is_none(model.scaling.terms);
}

std::vector<double> difference_weights(const Model& model, std::uint32_t first,
                                       std::uint32_t second, FeatureUnits units) {
  std::vector<double> weights;
  if (model.scheme().layout() == ModelLayout::two_classes) {
    weights = model.planes[0].weights;
    if (first == 0) {
      for (double& w : weights) w = -w;
    }
  } else {
    weights = model.planes[first].weights;
    const std::vector<double>& other = model.planes[second].weights;
    for (std::size_t j = 0; j < weights.size(); ++j) weights[j] -= other[j];
  }
  const std::vector<double>& scale = model.scaling.scale;
  if (units == FeatureUnits::original && !scale.empty()) {
    for (std::size_t j = 0; j < weights.size(); ++j) weights[j] /= scale[j];
  }
  return weights;
}

double difference(const Model& model, std::span<const double> planes, std::uint32_t first,
                  std::uint32_t second) {
  if (model.scheme().layout() != ModelLayout::two_classes) return planes[first] - planes[second];
  const double lead = planes[0] - model.threshold;
  return first == 1 ? lead : -lead;
}

Boundaries::Boundaries(const Model& model, Norm norm, FeatureUnits units)
    : model_(model), norm_(norm), units_(units) {
  refuse_votes(model);
  refuse_curved(model, units);
}

double Boundaries::dual_norm(std::uint32_t first, std::uint32_t second) {
  const auto [low, high] = std::minmax(first, second);
  const auto [at, fresh] =
      dual_norms_.try_emplace(std::uint64_t{low} * model_.classes.size() + high, 0.0);
  if (fresh) {
    check_interrupt();
    at->second = dual(norm_, difference_weights(model_, low, high, units_));
  }
  return at->second;
}

double Boundaries::radius(std::uint32_t predicted, std::span<const double> planes) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t other = 0; other < model_.classes.size(); ++other) {
    if (other == predicted) continue;
    const double lead = difference(model_, planes, predicted, other);
    const double weights = dual_norm(predicted, other);
    if (!(lead > 0)) return 0;
    if (weights > 0) least = std::min(least, lead / weights);
  }
  return least;
}

}  // namespace perceptron::core
