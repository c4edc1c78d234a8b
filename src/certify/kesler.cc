#include "certify/kesler.h"

#include <limits>

#include "base/error.h"
#include "base/interrupt.h"

namespace perceptron::core {

std::vector<Arc> all_arcs(const KeslerRows& rows) {
  std::vector<Arc> arcs;
  arcs.reserve(rows.arcs());
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t k = 0; k < rows.classes; ++k) {
      if (k != rows.labels[i]) arcs.push_back({i, k});
    }
  }
  return arcs;
}

Matrix kesler_points(const KeslerRows& rows, std::span<const Arc> arcs, double constant) {
  const std::uint64_t block = rows.features() + (constant != 0 ? 1 : 0);
  const std::uint64_t features = saturating_product(block, rows.classes);
  if (features > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::input, "expected fewer classes and features: their product exceeds 2³²");
  Matrix points(Matrix::Layout::sparse, features);
  std::visit(
      [&](const auto& view) {
        for (std::size_t a = 0; a < arcs.size(); ++a) {
          if (a % 4096 == 0) check_interrupt();
          const auto row = view[arcs[a].row];
          const std::uint32_t own = rows.labels[arcs[a].row];
          for (const std::uint32_t k : {std::min(own, arcs[a].to), std::max(own, arcs[a].to)}) {
            const double sign = k == own ? 1 : -1;
            for (std::uint64_t j = 0; j < row.size; ++j) {
              if (row.value(j) != 0) points.push(k * block + row.feature(j), sign * row.value(j));
            }
            if (constant != 0) points.push(k * block + block - 1, sign * constant);
          }
          points.end_row();
        }
      },
      rows.rows);
  return points;
}

SignedRows through_origin_points(const Matrix& points) {
  const std::vector<std::uint32_t> positive(points.rows(), 1);
  return {Examples{points.view(), positive}, Targets::binary(), 0, Offset::none};
}

}  // namespace perceptron::core
