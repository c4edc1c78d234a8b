// The sign of each class for each model: +1, −1, or 0 if the model is not trained on the class,
// multiplied by the class weight. A small table instead of a copy of the data for every model.
// Copies and slices share it.
#pragma once

#include <cstdint>
#include <memory>

#include "base/memory.h"
#include "kernel/bank.h"

namespace perceptron::core {

class Targets {
 public:
  Targets(std::uint64_t classes, std::uint64_t models)
      : classes_(classes), models_(models), stride_(stride_of(models)) {
    // A vector that starts at the last models of the last class extends beyond them.
    require_memory(saturating_product(classes, stride_), sizeof(double), "the table of classes");
    table_ = std::make_shared<AlignedVector<double>>(classes * stride_ + kModelsOfLine);
  }

  // Two classes, one model: the second class is the positive one.
  static Targets binary(double first = 1, double second = 1) {
    Targets targets(2, 1);
    targets.sign(0, 0) = -first;
    targets.sign(1, 0) = second;
    return targets;
  }

  double& sign(std::uint64_t label, std::uint64_t model) {
    return (*table_)[label * stride_ + first_ + model];
  }
  double sign(std::uint64_t label, std::uint64_t model) const { return signs(label)[model]; }
  // The signs of all models for one class. Further values may follow.
  const double* signs(std::uint64_t label) const {
    return table_->data() + label * stride_ + first_;
  }

  std::uint64_t models() const { return models_; }
  std::uint64_t classes() const { return classes_; }

  // The columns `first` to `first + models − 1`.
  Targets slice(std::uint64_t first, std::uint64_t models) const {
    Targets part = *this;
    part.first_ += first;
    part.models_ = models;
    return part;
  }

 private:
  std::uint64_t classes_;
  std::uint64_t models_;
  std::uint64_t stride_;
  std::uint64_t first_ = 0;
  std::shared_ptr<AlignedVector<double>> table_;
};

}  // namespace perceptron::core
