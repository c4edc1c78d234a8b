#include "data/dataset.h"

#include <bit>

#include "base/hash.h"

namespace perceptron {

void Dataset::sort_classes() {
  const auto number = classes.sort();
  for (std::uint32_t& label : labels) label = number[label];
}

std::string Dataset::fingerprint() const {
  Hash hash;
  hash.add(rows());
  hash.add(features());
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const std::string& label = labels.empty() ? std::string() : classes.names()[labels[i]];
          hash.add(label.size());
          hash.add(label);
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (row.value(k) == 0) continue;
            hash.add(row.feature(k));
            hash.add(std::bit_cast<std::uint64_t>(row.value(k)));
          }
        }
      },
      matrix.view());
  if (!weights.empty()) hash.add("weights");
  for (const double weight : weights) hash.add(std::bit_cast<std::uint64_t>(weight));
  return hash.hex();
}

}  // namespace perceptron
