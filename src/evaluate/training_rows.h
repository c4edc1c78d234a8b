// Whether rows are those that a model was trained on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "model/model.h"

namespace perceptron::core {

// Compares the fingerprint of rows that come block by block with the one that the model states:
// the same features, values and classes in the same order. It takes no longer than the training
// data is, because more rows are other rows.
class TrainingRows {
 public:
  explicit TrainingRows(const Model& model);

  // Rows as the model reads them, before they are scaled.
  void add(const Dataset& block);
  // All rows of the file at once, which has this fingerprint.
  void take(const std::string& fingerprint);
  // Empty if the model does not know its training rows: their weights are not read again, and some
  // models of streamed rows have no fingerprint.
  std::optional<bool> found();

 private:
  const Origin& origin_;
  std::uint64_t features_;
  bool known_;
  std::vector<std::string> names_;
  Fingerprint fingerprint_;
  std::uint64_t rows_ = 0;
  std::optional<bool> taken_;
};

}  // namespace perceptron::core
