#include "learn/warm_start.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace perceptron::core {
namespace {

// The vectors with values for each feature and, last, for the offset: those that a feature has
// before a row has had it. The other vectors are not about features.
struct FeatureVector {
  std::string_view name;
  std::size_t each;
  std::array<double, 5> values;

  std::span<const double> first() const { return {values.data(), each}; }
};
constexpr FeatureVector kFeatureVectors[] = {{"last", 1, {}},
                                             {"sum", 1, {}},
                                             {"steady.last", 1, {}},
                                             {"steady.sum", 1, {}},
                                             {"adaptive", 5, {0, 0, 0, 0, 1}}};

}  // namespace

std::vector<double> spread(std::span<const double> values, std::span<const double> first,
                           std::span<const std::uint64_t> number, std::uint64_t features) {
  const std::size_t each = first.size();
  std::vector<double> spread;
  spread.reserve(features * each);
  for (std::uint64_t j = 0; j < features; ++j)
    spread.insert(spread.end(), first.begin(), first.end());
  for (std::size_t j = 0; j < number.size(); ++j)
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(j * each), each,
                spread.begin() + static_cast<std::ptrdiff_t>(number[j] * each));
  return spread;
}

void WarmStart::renumber(std::span<const std::uint64_t> number, std::uint64_t features) {
  constexpr double kZero[] = {0};
  if (!weights.empty()) weights = spread(weights, kZero, number, features);
  for (const FeatureVector& vector : kFeatureVectors) {
    const std::string name(vector.name);
    if (!has(name, (number.size() + 1) * vector.each)) continue;
    std::vector<double>& values = vectors.at(name);
    std::vector<double> renumbered = spread(values, vector.first(), number, features);
    renumbered.insert(renumbered.end(), values.end() - static_cast<std::ptrdiff_t>(vector.each),
                      values.end());
    values = std::move(renumbered);
  }
}

}  // namespace perceptron::core
