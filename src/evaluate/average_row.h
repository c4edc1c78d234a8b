// The row that others are compared with.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "data/matrix.h"
#include "model/model.h"

namespace perceptron::core {

// The rows with the features as the model scales them; the given ones are not changed.
Matrix scaled_rows(const Model& model, const Matrix& rows);

struct AverageRow {
  std::vector<double> values;  // of each feature
  std::vector<double> scaled;  // of each feature as the model scales it
};

// That of the training rows, if the model standardises every feature and so knows it.
std::optional<AverageRow> average_of_training(const Model& model);

// That of rows which come one block after the other.
class AverageOfRows {
 public:
  explicit AverageOfRows(const Model& model);

  void add(const Matrix& rows);
  AverageRow average() const;

 private:
  const Model& model_;
  AverageRow sums_;
  std::uint64_t rows_ = 0;
};

}  // namespace perceptron::core
