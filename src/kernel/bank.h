// A bank of linear models over the same features. W is features × models, the weights of one
// feature contiguous, so that the work for one value of a row is plain SIMD over models. The last
// row of W holds the offsets: the weights of one more feature that is 1 in every row and not
// stored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/memory.h"

namespace perceptron::core {

// Weights per cache line.
inline constexpr std::uint64_t kModelsOfLine = 8;

// The cache lines that `models` weights need, and the weights that fill these lines.
constexpr std::uint64_t lines_for(std::uint64_t models) {
  return (models + kModelsOfLine - 1) / kModelsOfLine;
}
constexpr std::uint64_t whole_lines(std::uint64_t models) {
  return lines_for(models) * kModelsOfLine;
}
// Distance from the values of one feature, or one class, to those of the next: whole cache lines,
// so that no vector straddles two of them; a single model has no padding.
constexpr std::uint64_t stride_of(std::uint64_t models) {
  return models == 1 ? 1 : whole_lines(models);
}

class Bank {
 public:
  Bank(std::uint64_t features, std::uint64_t models)
      : features_(features), models_(models), stride_(stride_of(models)) {
    require_memory(saturating_product(features + 1, stride_), sizeof(double), "the weights");
    weights_.resize((features + 1) * stride_);
  }

  std::uint64_t features() const { return features_; }
  std::uint64_t models() const { return models_; }
  // Doubles from the weights of one feature to those of the next.
  std::uint64_t stride() const { return stride_; }

  double* row(std::uint64_t feature) { return weights_.data() + feature * stride_; }
  const double* row(std::uint64_t feature) const { return weights_.data() + feature * stride_; }
  double* offsets() { return row(features_); }
  const double* offsets() const { return row(features_); }

  void put(std::uint64_t model, std::span<const double> weights, double offset) {
    for (std::uint64_t j = 0; j < features_; ++j) row(j)[model] = weights[j];
    offsets()[model] = offset;
  }
  void take(std::uint64_t model, std::span<double> weights, double& offset) const {
    for (std::uint64_t j = 0; j < features_; ++j) weights[j] = row(j)[model];
    offset = offsets()[model];
  }
  // All models at once, in one pass over W, whose rows are contiguous.
  void take(std::span<const std::span<double>> weights, std::span<double> offset) const {
    for (std::uint64_t j = 0; j < features_; ++j) {
      const double* from = row(j);
      for (std::uint64_t m = 0; m < models_; ++m) weights[m][j] = from[m];
    }
    std::copy_n(offsets(), models_, offset.begin());
  }
  void clear() { std::fill(weights_.begin(), weights_.end(), 0.0); }

 private:
  std::uint64_t features_;
  std::uint64_t models_;
  std::uint64_t stride_;
  LargeVector<double> weights_;
};

}  // namespace perceptron::core
