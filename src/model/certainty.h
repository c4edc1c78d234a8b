// Which predictions every exact minimiser of a loss shares, for models with proved regions
// (certify/region.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.h"
#include "model/model.h"

namespace perceptron::core {

// Whether the model keeps what it takes.
bool proves_predictions(const Model& model);

class Certainty {
 public:
  // Throws a usage error unless the model proves predictions.
  explicit Certainty(const Model& model);

  // Whether every exact minimiser predicts this class for a row, scaled as in training.
  bool is_certain(const RowsView& rows, std::uint64_t row, std::uint32_t predicted);

 private:
  bool wins(std::uint32_t predicted) const;
  bool wins_votes(std::uint32_t predicted) const;

  const Model& model_;
  Scheme scheme_;
  std::vector<Interval> scores_;  // of the row, one per plane
};

}  // namespace perceptron::core
