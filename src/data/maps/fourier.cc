#include "data/maps/fourier.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/random.h"
#include "data/maps/row_map.h"

namespace perceptron::core {

Fourier::Fourier(const RowMap& map) : features_(map.settings().fourier) {
  constexpr double kTwoPi = 0x1.921fb54442d18p+2;
  constexpr std::uint64_t kOffsets = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t seed = map.settings().fourier_seed;
  const std::uint64_t count = saturating_product(features_, map.base_features());
  require_memory(count, sizeof(double), "the frequencies of random Fourier features",
                 fmt::format("lower {}", setting("fourier")));
  Random uniform(seed, kOffsets);
  for (std::uint64_t k = 0; k < features_; ++k) offsets_.push_back(uniform.uniform(0, kTwoPi));
  const double deviation = std::sqrt(2 * map.gamma());
  frequencies_.reserve(count);
  for (std::uint64_t j = 0; j < map.base_features(); ++j) {
    check_interrupt();
    Random normal(seed, j);
    for (std::uint64_t k = 0; k < features_; ++k)
      frequencies_.push_back(deviation * normal.normal());
  }
}

void Fourier::add(std::uint64_t feature, double value) {
  if (value == 0) return;
  const double* const frequency = frequencies_.data() + feature * features_;
  for (std::uint64_t k = 0; k < features_; ++k) phases_[k] += frequency[k] * value;
}

std::span<const double> Fourier::finish() {
  const double size = std::sqrt(2 / static_cast<double>(features_));
  for (double& phase : phases_) phase = size * portable_cos(phase);
  return phases_;
}

}  // namespace perceptron::core
