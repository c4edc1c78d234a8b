// Which model sees which class with which sign: +1, −1, or 0 for not at all.
// A small table instead of a copy of the data for every model.
#pragma once

#include <cstdint>
#include <span>

#include "base/memory.h"

namespace perceptron {

class Targets {
 public:
  Targets(std::uint64_t classes, std::uint64_t models)
      : models_(models),
        stride_(models == 1 ? 1 : (models + 7) / 8 * 8),
        signs_(classes * stride_) {}

  // Two classes, one model: the second class is the positive one. A sign is as
  // large as the weight of its class.
  static Targets binary(double first = 1, double second = 1) {
    Targets targets(2, 1);
    targets.sign(0, 0) = -first;
    targets.sign(1, 0) = second;
    return targets;
  }

  double& sign(std::uint64_t label, std::uint64_t model) { return signs_[label * stride_ + model]; }
  double sign(std::uint64_t label, std::uint64_t model) const {
    return signs_[label * stride_ + model];
  }
  // The signs of all models for one class; the same stride as a Bank's rows.
  const double* signs(std::uint64_t label) const { return signs_.data() + label * stride_; }

  std::uint64_t models() const { return models_; }
  std::uint64_t classes() const { return signs_.size() / stride_; }

  // The columns `first` to `first + models − 1`.
  Targets slice(std::uint64_t first, std::uint64_t models) const {
    Targets part(classes(), models);
    for (std::uint64_t c = 0; c < classes(); ++c) {
      for (std::uint64_t m = 0; m < models; ++m) part.sign(c, m) = sign(c, first + m);
    }
    return part;
  }
  // Model `model` sees nothing any more.
  void silence(std::uint64_t model) {
    for (std::uint64_t c = 0; c < classes(); ++c) sign(c, model) = 0;
  }

 private:
  std::uint64_t models_;
  std::uint64_t stride_;
  AlignedVector<double> signs_;
};

}  // namespace perceptron
