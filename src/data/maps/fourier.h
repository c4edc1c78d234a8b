// Random Fourier features, whose products approximate the RBF kernel exp(−γ‖x − y‖²).
//
// Problem    features z(x) of rows such that z(x)·z(y) is near the kernel, so that planes through
//            them are near the functions of the kernel
// Map        z_k(x) = √(2/N)·cos(ω_k·x + b_k), with ω_k from the normal distribution of variance 2γ
//            and b_k uniform in [0, 2π)
// Theorem    E z(x)·z(y) = k = exp(−γ‖x − y‖²) (Bochner), with a variance of
//            (1 + (1 − k²)²)/(2N) ≤ 1/N
// Numbers    ω and b follow from the seed and N, so that a model keeps these; the cosine is that of
//            base/elementary.h, the same on every processor
// Reference  Rahimi and Recht 2007, Random Features for Large-Scale Kernel Machines
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace perceptron::core {

class RowMap;

class Fourier {
 public:
  // Throws if the machine has no room for the frequencies.
  explicit Fourier(const RowMap& map);

  // Starts with a row, adds its values, and ends with its features; they stay until the next start.
  void start() { phases_ = offsets_; }
  void add(std::uint64_t feature, double value);
  std::span<const double> finish();

 private:
  std::uint64_t features_;
  std::vector<double> frequencies_;  // of a feature of the data side by side
  std::vector<double> offsets_;
  std::vector<double> phases_;
};

}  // namespace perceptron::core
