#include "evaluate/explanation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/interrupt.h"
#include "evaluate/boundaries.h"
#include "model/scorer.h"

namespace perceptron::core {
namespace {

// Features that are columns of numbers, not categories, flags, missing marks and the like.
std::vector<bool> free_features(const Model& model) {
  std::vector<bool> free(model.features(), is_linear_in_file(model));
  if (!model.schema.table || !is_linear_in_file(model)) return free;
  std::size_t feature = 0;
  for (const Column& column : model.schema.columns) {
    for (std::uint64_t k = 0; k < column.features(); ++k)
      free[feature++] = column.type == ColumnType::number && k == 0;
  }
  return free;
}

// The positions of the largest of these sizes, the largest first.
std::vector<std::size_t> largest(std::span<const double> sizes, std::uint64_t most) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto end =
      order.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(most, order.size()));
  std::partial_sort(order.begin(), end, order.end(), [&](std::size_t a, std::size_t b) {
    const double one = std::abs(sizes[a]);
    const double other = std::abs(sizes[b]);
    return one != other ? one > other : a < b;
  });
  order.erase(end, order.end());
  while (!order.empty() && sizes[order.back()] == 0) order.pop_back();
  return order;
}

// The plane that tells the classes of a pair apart, and whether it points to the first.
std::pair<std::size_t, bool> plane_of_pair(const Scheme& scheme, std::uint32_t first,
                                           std::uint32_t second) {
  for (std::size_t m = 0; m < scheme.models(); ++m) {
    const auto [positive, negative] = scheme.sides(m);
    if (positive == first && negative == second) return {m, true};
    if (positive == second && negative == first) return {m, false};
  }
  return {0, true};
}

}  // namespace

Explainer::Explainer(const Model& model, AverageRow average, std::uint64_t most)
    : model_(model),
      scheme_(model.scheme()),
      average_(std::move(average)),
      most_(most),
      free_(free_features(model)) {
  require_planes(model, "no weights explain its predictions");
}

// Of a feature as the model scales it, in the score of the first class minus the second; not for
// votes.
double Explainer::weight(std::uint32_t first, std::uint32_t second, std::size_t feature) const {
  switch (scheme_.layout()) {
    case ModelLayout::two_classes:
      return first == 1 ? model_.planes[0].weights[feature] : -model_.planes[0].weights[feature];
    case ModelLayout::per_class:
      return model_.planes[first].weights[feature] - model_.planes[second].weights[feature];
    case ModelLayout::per_pair:
      break;
  }
  return 0;
}

// The weights whose product with the row is the score that is explained.
std::vector<double> Explainer::explained_weights(std::uint32_t first, std::uint32_t second) const {
  if (scheme_.layout() != ModelLayout::per_pair)
    return difference_weights(model_, first, second, FeatureUnits::scaled);
  const auto [plane, forward] = plane_of_pair(scheme_, first, second);
  std::vector<double> weights = model_.planes[plane].weights;
  if (!forward) {
    for (double& w : weights) w = -w;
  }
  return weights;
}

// The class of the next highest score.
std::uint32_t Explainer::rival_of(std::uint32_t predicted, std::span<const double> planes) const {
  std::vector<double> scores(scheme_.classes());
  scheme_.class_scores(planes, scores);
  std::uint32_t rival = predicted == 0 ? 1 : 0;
  for (std::uint32_t c = 0; c < scores.size(); ++c) {
    if (c != predicted && scores[c] > scores[rival]) rival = c;
  }
  return rival;
}

void Explainer::add_contributions(const RowToExplain& row, std::vector<double> each,
                                  std::uint32_t predicted, RowExplanation& explanation) const {
  double all = 0;
  for (std::size_t j = 0; j < each.size(); ++j) {
    each[j] *= row.scaled[j] - average_.scaled[j];
    all += each[j];
  }
  for (const std::size_t j : largest(each, most_)) {
    explanation.contributions.push_back(
        {model_.schema.feature_name(j), row.values[j], average_.values[j], each[j], {}});
    each[j] = 0;
    if (const auto change = change_of(j, predicted, row.planes))
      explanation.contributions.back().flip_at = row.values[j] + change->by;
  }
  explanation.others = std::accumulate(each.begin(), each.end(), 0.0);
  explanation.average_score = explanation.score - all;
}

std::optional<Explainer::Change> Explainer::change_of(std::size_t feature, std::uint32_t predicted,
                                                      std::span<const double> planes) const {
  if (!free_[feature] || scheme_.layout() == ModelLayout::per_pair) return std::nullopt;
  const std::vector<double>& scale = model_.scaling.scale;
  std::optional<Change> least;
  for (std::uint32_t other = 0; other < scheme_.classes(); ++other) {
    if (other == predicted) continue;
    const double slope = weight(predicted, other, feature) / (scale.empty() ? 1 : scale[feature]);
    const double by = -difference(model_, planes, predicted, other) / slope;
    if (std::isfinite(by) && (!least || std::abs(by) < std::abs(least->by))) least = {by, other};
  }
  return least;
}

void Explainer::add_flips(const RowToExplain& row, std::uint32_t predicted,
                          RowExplanation& explanation) const {
  const std::vector<double>& scale = model_.scaling.scale;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < row.values.size(); ++j) {
    const auto change = change_of(j, predicted, row.planes);
    if (!change) continue;
    const double scaled = change->by / (scale.empty() ? 1 : scale[j]);
    if (!(std::abs(scaled) < smallest)) continue;
    smallest = std::abs(scaled);
    explanation.flip = FeatureFlip{model_.schema.feature_name(j),
                                   row.values[j],
                                   row.values[j] + change->by,
                                   change->by,
                                   scaled,
                                   model_.classes[change->to]};
  }
}

// For each other class the prediction changes on a plane; the nearest of these is the nearest point
// of the region of all other classes.
void Explainer::add_nearest(const RowToExplain& row, std::uint32_t predicted,
                            RowExplanation& explanation) const {
  struct Nearest {
    double distance = std::numeric_limits<double>::infinity();
    std::uint32_t other = 0;
    double multiple = 0;  // of the weights
  };
  const auto nearest_in = [&](FeatureUnits units) {
    Nearest nearest;
    for (std::uint32_t other = 0; other < scheme_.classes(); ++other) {
      if (other == predicted) continue;
      double squares = 0;
      for (const double w : difference_weights(model_, predicted, other, units)) squares += w * w;
      const double lead = difference(model_, row.planes, predicted, other);
      if (squares > 0 && lead / std::sqrt(squares) < nearest.distance)
        nearest = {lead / std::sqrt(squares), other, -lead / squares};
    }
    return nearest;
  };
  const auto set = [](std::optional<double>& radius, const Nearest& nearest) {
    if (std::isfinite(nearest.distance)) radius = nearest.distance;
  };
  const Nearest scaled = nearest_in(FeatureUnits::scaled);
  set(explanation.radius_scaled, scaled);
  if (std::isfinite(scaled.distance)) explanation.nearest_class = model_.classes[scaled.other];
  if (!is_linear_in_file(model_)) return;
  const Nearest nearest = nearest_in(FeatureUnits::original);
  set(explanation.radius, nearest);
  if (!explanation.radius) return;
  explanation.nearest_class = model_.classes[nearest.other];
  std::vector<double> change =
      difference_weights(model_, predicted, nearest.other, FeatureUnits::original);
  for (double& each : change) each *= nearest.multiple;
  for (const std::size_t j : largest(change, most_))
    explanation.nearest.push_back(
        {model_.schema.feature_name(j), row.values[j], row.values[j] + change[j]});
}

RowExplanation Explainer::explain(const RowToExplain& row) const {
  check_interrupt();
  const std::uint32_t predicted = scheme_.decide(row.planes);
  const std::uint32_t rival = rival_of(predicted, row.planes);
  const bool two = scheme_.layout() == ModelLayout::two_classes;
  const bool votes = scheme_.layout() == ModelLayout::per_pair;
  const std::uint32_t first = two ? 1 : predicted;
  const std::uint32_t second = two ? 0 : rival;
  RowExplanation explanation;
  explanation.row = row.number;
  explanation.predicted = model_.classes[predicted];
  explanation.rival = model_.classes[rival];
  explanation.toward = model_.classes[first];
  if (votes) {
    const auto [plane, forward] = plane_of_pair(scheme_, first, second);
    explanation.score = forward ? row.planes[plane] : -row.planes[plane];
  } else {
    explanation.score = two ? row.planes[0] : difference(model_, row.planes, first, second);
  }
  add_contributions(row, explained_weights(first, second), predicted, explanation);
  if (votes) return explanation;
  add_flips(row, predicted, explanation);
  add_nearest(row, predicted, explanation);
  return explanation;
}

}  // namespace perceptron::core
