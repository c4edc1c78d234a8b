#include "data/lift.h"

#include <utility>

namespace perceptron::core {

void lift(Dataset& data, double constant) {
  Matrix longer(data.matrix.layout(), data.features() + 1);
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k) longer.push(row.feature(k), row.value(k));
          longer.push(data.features(), constant);
          longer.end_row();
        }
      },
      data.matrix.view());
  data.matrix = std::move(longer);
}

}  // namespace perceptron::core
