#include "multiclass/probabilities.h"

#include <algorithm>
#include <utility>

namespace perceptron::core {
namespace {

bool has_class_scores(const Scheme& scheme) {
  switch (scheme.layout()) {
    case ModelLayout::per_class:
      return true;
    case ModelLayout::two_classes:
    case ModelLayout::per_pair:
      return false;
  }
  return false;
}

// The scores of some planes for the rows they are trained on.
struct PlaneRows {
  std::vector<double> scores;
  std::vector<std::int8_t> truths;
  std::vector<double> weights;

  void add(std::uint64_t model, const Targets& targets, std::span<const double> all_scores,
           std::span<const std::uint32_t> labels, std::span<const double> all_weights) {
    const std::uint64_t models = targets.models();
    for (std::uint64_t i = 0; i < labels.size(); ++i) {
      const double y = targets.sign(labels[i], model);
      if (y == 0) continue;
      scores.push_back(all_scores[i * models + model]);
      truths.push_back(y > 0 ? 1 : -1);
      if (!all_weights.empty()) weights.push_back(all_weights[i]);
    }
  }
  ScoredRows view() const { return {scores, truths, weights}; }
};

}  // namespace

Calibration calibration_of_logits(const Scheme& scheme) {
  if (scheme.joint() > 0) return {CalibrationKind::temperature, {}, {}, 1};
  return {CalibrationKind::sigmoid, std::vector<Sigmoid>(scheme.models(), Sigmoid{-1, 0}), {}, 1};
}

Probabilities::Probabilities(const Scheme& scheme, Calibration calibration)
    : scheme_(scheme), calibration_(std::move(calibration)), each_(scheme.models()) {
  require_sound(calibration_, scheme.models());
  if (scheme.layout() == ModelLayout::per_pair) pairs_.emplace(scheme.classes());
}

void Probabilities::make(std::span<const double> scores, std::span<double> probabilities) {
  if (calibration_.kind == CalibrationKind::temperature && has_class_scores(scheme_)) {
    softmax(scores, calibration_.temperature, probabilities);
  } else {
    for (std::uint64_t m = 0; m < each_.size(); ++m)
      each_[m] = probability(calibration_, m, scores[m]);
    pairs_ ? pairs_->couple(each_, probabilities) : couple_rest(each_, probabilities);
  }
  // No class is impossible.
  constexpr double kLeast = 1e-15;
  double sum = 0;
  for (double& p : probabilities) sum += p = std::max(p, kLeast);
  for (double& p : probabilities) p /= sum;
}

Calibration fit_calibration(CalibrationKind kind, const Scheme& scheme, const Targets& targets,
                            std::span<const double> scores, std::span<const std::uint32_t> labels,
                            std::span<const double> weights) {
  Calibration calibration;
  calibration.kind = kind;
  if (kind == CalibrationKind::temperature) {
    if (has_class_scores(scheme)) {
      calibration.temperature = fit_temperature(ClassScoredRows{scores, labels, weights});
    } else {
      PlaneRows rows;
      for (std::uint64_t m = 0; m < scheme.models(); ++m)
        rows.add(m, targets, scores, labels, weights);
      calibration.temperature = fit_temperature(rows.view());
    }
    return calibration;
  }
  for (std::uint64_t m = 0; m < scheme.models(); ++m) {
    PlaneRows rows;
    rows.add(m, targets, scores, labels, weights);
    if (kind == CalibrationKind::sigmoid) {
      calibration.sigmoids.push_back(fit_sigmoid(rows.view()));
    } else {
      calibration.isotonics.push_back(fit_isotonic(rows.view()));
    }
  }
  return calibration;
}

}  // namespace perceptron::core
