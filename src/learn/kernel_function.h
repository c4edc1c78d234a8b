// Kernels: the inner product of two rows after a feature map that is never computed. The same
// numbers on every machine, and for whole numbers with a polynomial kernel exact below 2^53.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <perceptron/settings.h>
#include "base/elementary.h"
#include "data/rows.h"

namespace perceptron::core {

struct KernelFunction {
  KernelKind kind = KernelKind::linear;
  std::uint64_t degree = 1;
  double coef0 = 0;
  double gamma = 1;

  // From x·z, ‖x‖² and ‖z‖².
  double operator()(double product, double xx, double zz) const {
    switch (kind) {
      case KernelKind::linear:
        break;
      case KernelKind::polynomial: {
        const double base = gamma * product + coef0;
        double power = 1;
        for (std::uint64_t k = 0; k < degree; ++k) power *= base;
        return power;
      }
      case KernelKind::rbf:
        return portable_exp(-gamma * std::max(0.0, xx + zz - 2 * product));
    }
    return product;
  }
};

// The kernel of these settings, for rows with this many features.
inline KernelFunction kernel_of(const LearnSettings& settings, std::uint64_t features) {
  const double usual = settings.kernel == KernelKind::rbf
                           ? 1 / static_cast<double>(std::max<std::uint64_t>(features, 1))
                           : 1;
  return {settings.kernel, settings.degree, settings.coef0, settings.kernel_gamma.value_or(usual)};
}

// The kernel of one row after another with all rows of a list.
class KernelRow {
 public:
  explicit KernelRow(std::uint64_t features) : values_(features) {}

  // out[i] = K(x, rows[i]); `squares` are their squared lengths. Products are summed in the order
  // of the features, as in the loop.
  template <class Row>
  void against(const Row& x, double square, const KernelFunction& kernel, const RowsView& rows,
               std::span<const double> squares, std::span<double> out) {
    for (std::uint64_t k = 0; k < x.size; ++k) values_[x.feature(k)] = x.value(k);
    std::visit(
        [&](const auto& all) {
          for (std::uint64_t i = 0; i < all.rows; ++i) {
            const auto z = all[i];
            double product = 0;
            for (std::uint64_t k = 0; k < z.size; ++k)
              product += z.value(k) * values_[z.feature(k)];
            out[i] = kernel(product, square, squares[i]);
          }
        },
        rows);
    for (std::uint64_t k = 0; k < x.size; ++k) values_[x.feature(k)] = 0;
  }

 private:
  std::vector<double> values_;  // of x; 0 between calls
};

}  // namespace perceptron::core
