#include "evaluate/training_rows.h"

namespace perceptron::core {

TrainingRows::TrainingRows(const Model& model)
    : origin_(model.origin),
      features_(model.features()),
      known_(!model.origin.data_hash.empty() && !model.schema.weight_position),
      names_(Classes(model.classes).plain_names()) {}

void TrainingRows::add(const Dataset& block) {
  rows_ += block.rows();
  if (known_ && !taken_ && rows_ <= origin_.rows)
    fingerprint_.add(block.matrix, block.labels, names_);
}

void TrainingRows::take(const std::string& fingerprint) {
  taken_ = fingerprint == origin_.data_hash;
}

std::optional<bool> TrainingRows::found() {
  if (!known_) return std::nullopt;
  if (taken_) return taken_;
  return rows_ == origin_.rows && fingerprint_.hex(features_) == origin_.data_hash;
}

}  // namespace perceptron::core
