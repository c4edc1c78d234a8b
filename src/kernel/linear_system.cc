// The Cholesky factorisation, compiled once for every instruction set.

#include "kernel/linear_system.h"

#include <algorithm>
#include <cmath>

#include "base/memory.h"
#include "kernel/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/linear_system.cc"  // NOLINT
#include <hwy/foreach_target.h>                       // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace perceptron::core::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The product of two matrix rows is eight sums, column k in sum k mod 8, added in a fixed order
// and without fused multiply-add: bit-identical for any vector width.
constexpr std::size_t kSums = 8;
using Lanes = hn::CappedTag<double, kSums>;
using Vec = hn::Vec<Lanes>;
constexpr std::size_t kLanes = hn::MaxLanes(Lanes());
constexpr std::size_t kVectors = kSums / kLanes;

// Rows are multiplied in tiles of four by four, small enough for all sums to stay in registers:
// every number that is loaded is used by all of them.
constexpr std::size_t kTile = 4;
constexpr std::size_t kDown = kVectors == 1 ? 4 : kVectors <= 4 ? 2 : 1;
constexpr std::size_t kAcross = kVectors == 1 ? 4 : kVectors == 2 ? 2 : 1;

double fold(const Vec (&sum)[kVectors]) {
  HWY_ALIGN double part[kSums];
  for (std::size_t v = 0; v < kVectors; ++v) hn::Store(sum[v], Lanes(), part + v * kLanes);
  return ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}

// a·b over the first `count` columns, for kDown rows with each of kAcross others.
void some_products(const double* a, const double* b, std::size_t size, std::size_t count,
                   double (*sums)[kTile]) {
  const Lanes lanes;
  Vec acc[kDown][kAcross][kVectors];
  for (auto& line : acc) {
    for (auto& each : line) {
      for (Vec& vector : each) vector = hn::Zero(lanes);
    }
  }
  std::size_t k = 0;
  for (; k + kSums <= count; k += kSums) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      Vec right[kAcross];
      for (std::size_t c = 0; c < kAcross; ++c)
        right[c] = hn::LoadU(lanes, b + c * size + k + v * kLanes);
      for (std::size_t r = 0; r < kDown; ++r) {
        const Vec left = hn::LoadU(lanes, a + r * size + k + v * kLanes);
        for (std::size_t c = 0; c < kAcross; ++c)
          acc[r][c][v] = hn::Add(acc[r][c][v], hn::Mul(left, right[c]));
      }
    }
  }
  for (std::size_t r = 0; r < kDown; ++r) {
    for (std::size_t c = 0; c < kAcross; ++c) {
      double sum = fold(acc[r][c]);
      for (std::size_t l = k; l < count; ++l) sum += a[r * size + l] * b[c * size + l];
      sums[r][c] = sum;
    }
  }
}

void products(const double* a, const double* b, std::size_t size, std::size_t count,
              double (&sums)[kTile][kTile]) {
  for (std::size_t r = 0; r < kTile; r += kDown) {
    for (std::size_t c = 0; c < kTile; c += kAcross) {
      double part[kDown][kTile];
      some_products(a + r * size, b + c * size, size, count, part);
      for (std::size_t i = 0; i < kDown; ++i) {
        for (std::size_t j = 0; j < kAcross; ++j) sums[r + i][c + j] = part[i][j];
      }
    }
  }
}

// `stride` is a multiple of the tile size; the rows of padding are those of the identity.
void factor(double* cells, std::size_t stride) {
  for (std::size_t j = 0; j < stride; j += kTile) {
    const double* const pivots = cells + j * stride;
    for (std::size_t i = j; i < stride; i += kTile) {
      double sums[kTile][kTile];
      products(cells + i * stride, pivots, stride, j, sums);
      for (std::size_t r = 0; r < kTile; ++r) {
        double* const line = cells + (i + r) * stride;
        const std::size_t last = i == j ? r : kTile - 1;
        for (std::size_t c = 0; c <= last; ++c) {
          double value = line[j + c] - sums[r][c];
          const double* const pivot = pivots + c * stride;
          for (std::size_t l = 0; l < c; ++l) value -= line[j + l] * pivot[j + l];
          if (i + r > j + c) {
            line[j + c] = value / pivot[j + c];
          } else {
            // Rounding may leave a pivot at 0 or below; the caller checks the resulting step. A
            // variable with an empty row gets pivot 1.
            const double least = line[j + c] > 0 ? 1e-14 * line[j + c] : 1;
            line[j + c] = std::sqrt(value > least ? value : least);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace perceptron::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace perceptron::core {
namespace {
HWY_EXPORT(factor);

std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }
}  // namespace

System::System(std::size_t size) : size_(size) {
  const std::size_t cells = saturating_product(padded(size), padded(size));
  require_memory(cells, 2 * sizeof(double), "a system of equations");
  sum_.resize(size * size);
  factor_.resize(cells);
}

void System::clear() { std::fill(sum_.begin(), sum_.end(), 0.0); }

void System::factor(double unit, std::span<const double> ridge) {
  const std::size_t stride = padded(size_);
  for (std::size_t i = 0; i < stride; ++i) {
    double* const line = factor_.data() + i * stride;
    if (i < size_) {
      for (std::size_t j = 0; j <= i; ++j) line[j] = unit * sum_[i * size_ + j];
      line[i] += ridge[i];
    } else {
      std::fill(line, line + i, 0.0);
      line[i] = 1;
    }
  }
  HWY_DYNAMIC_DISPATCH(factor)(factor_.data(), stride);
}

void System::solve(std::span<double> x) const {
  const std::size_t stride = padded(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    const double* const line = factor_.data() + i * stride;
    double sum[4] = {};
    std::size_t j = 0;
    for (; j + 4 <= i; j += 4) {
      for (std::size_t l = 0; l < 4; ++l) sum[l] += line[j + l] * x[j + l];
    }
    for (; j < i; ++j) sum[0] += line[j] * x[j];
    x[i] = (x[i] - ((sum[0] + sum[1]) + (sum[2] + sum[3]))) / line[i];
  }
  for (std::size_t i = size_; i-- > 0;) {
    const double* const line = factor_.data() + i * stride;
    x[i] /= line[i];
    for (std::size_t j = 0; j < i; ++j) x[j] -= line[j] * x[i];
  }
}

}  // namespace perceptron::core
#endif
