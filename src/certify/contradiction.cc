#include "certify/contradiction.h"

#include <bit>
#include <unordered_map>

#include "base/interrupt.h"

namespace perceptron::core {
namespace {

// Visits the row's nonzero values, so that dense and sparse rows can be compared.
template <class Row, class Visit>
void visit_nonzeros(const Row& row, const Visit& visit) {
  for (std::uint64_t k = 0; k < row.size; ++k) {
    if (row.value(k) != 0) visit(row.feature(k), row.value(k));
  }
}

struct Direction {
  std::uint64_t key = 0;  // the same for x and, through the origin, −x
  double sign = 0;        // of the first nonzero value; 0 if all are zero
};

template <class Row>
Direction direction_of(const Row& row, bool through_origin) {
  // A hash of the values; rows with equal keys are compared.
  const auto mix = [](std::uint64_t key, std::uint64_t number) {
    key = (key ^ number) * 0x9e3779b97f4a7c15U;
    return key ^ (key >> 32U);
  };
  Direction result;
  visit_nonzeros(row, [&](std::uint64_t feature, double value) {
    if (result.sign == 0) result.sign = value > 0 ? 1 : -1;
    const double number = through_origin ? result.sign * value : value;
    result.key = mix(mix(result.key, feature), std::bit_cast<std::uint64_t>(number));
  });
  return result;
}

template <class Row>
bool same(const Row& a, const Row& b, double factor) {
  std::vector<std::pair<std::uint64_t, double>> left;
  std::vector<std::pair<std::uint64_t, double>> right;
  visit_nonzeros(a, [&](std::uint64_t j, double x) { left.emplace_back(j, x); });
  visit_nonzeros(b, [&](std::uint64_t j, double x) { right.emplace_back(j, factor * x); });
  return left == right;
}

}  // namespace

std::vector<std::uint64_t> find_contradiction(const SignedRows& points) {
  const bool through_origin = points.kind == Offset::none;
  // The first row seen of each key, by the sign of what is compared.
  std::unordered_map<std::uint64_t, std::uint64_t> seen[2];
  std::vector<std::uint64_t> found;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows && found.empty(); ++i) {
          if (i % 4096 == 0) check_interrupt();
          if (points.sign[i] == 0) continue;
          const Direction mine = direction_of(rows[i], through_origin);
          if (through_origin && mine.sign == 0) {
            found = {i};
            return;
          }
          const double side = points.sign[i] * (through_origin ? mine.sign : 1);
          const auto other = seen[side > 0 ? 0 : 1].find(mine.key);
          if (other != seen[side > 0 ? 0 : 1].end()) {
            const std::uint64_t j = other->second;
            const double factor =
                through_origin ? -points.sign[i] * points.sign[j] : 1;  // z_j = −z_i
            if (same(rows[j], rows[i], factor)) found = {j, i};
          }
          seen[side > 0 ? 1 : 0].emplace(mine.key, i);
        }
      },
      points.rows);
  return found;
}

}  // namespace perceptron::core
