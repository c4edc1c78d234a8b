// How far rows are from where the model's prediction changes: exact for decisions that compare
// linear functions of the features.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include <perceptron/curves.h>
#include "model/model.h"

namespace perceptron::core {

// Whether the scores are linear in the features as they are in the file: no feature map, no text,
// and rows not scaled to length 1.
bool is_linear_in_file(const Model& model);

// The scores of class `first` minus those of class `second` as one linear function of the features
// in these units. Not for votes.
std::vector<double> difference_weights(const Model& model, std::uint32_t first,
                                       std::uint32_t second, FeatureUnits units);

// Its value for a row with these scores of the planes; for two classes the distance of the score
// from the threshold. Not for votes.
double difference(const Model& model, std::span<const double> planes, std::uint32_t first,
                  std::uint32_t second);

class Boundaries {
 public:
  // Throws Error for votes, and for units in which the score is not linear. The model must outlive
  // this.
  Boundaries(const Model& model, Norm norm, FeatureUnits units);

  // The size below which no change of the row makes the prediction another than `predicted`: the
  // minimum over the other classes of the difference of the scores divided by the dual norm of the
  // difference of the weights. Infinite where no change does, 0 where the prediction is another.
  double radius(std::uint32_t predicted, std::span<const double> planes);

 private:
  double dual_norm(std::uint32_t first, std::uint32_t second);

  const Model& model_;
  Norm norm_;
  FeatureUnits units_;
  std::unordered_map<std::uint64_t, double> dual_norms_;  // of pairs, as they are needed
};

}  // namespace perceptron::core
