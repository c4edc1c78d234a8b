#include "certify/contact.h"

#include <algorithm>
#include <utility>

#include "base/interrupt.h"
#include "certify/exact_hull.h"
#include "certify/exact_linear_system.h"
#include "certify/rational_span.h"

namespace perceptron::core {
namespace {

// Fractions get longer as they are added: larger problems take too long.
constexpr std::uint64_t kMostFeatures = 50;
constexpr std::uint64_t kMostSteps = 2'000'000;

// y·[x, 1], or y·x through the origin.
RationalVector lifted(const SignedRows& points, std::uint64_t i) {
  RationalVector v(points.features() + (points.kind == Offset::constant ? 1 : 0));
  std::visit(
      [&](const auto& rows) {
        const auto row = rows[i];
        for (std::uint64_t k = 0; k < row.size; ++k)
          v[row.feature(k)] = exact(points.sign[i] * row.value(k));
      },
      points.rows);
  if (points.kind == Offset::constant) v.back() = points.sign[i] > 0 ? 1 : -1;
  return v;
}

// Whether the support spans the space. If it does modulo a prime, it does over the rationals.
bool spans_all(const SignedRows& points, const std::vector<std::uint64_t>& support) {
  const bool offset = points.kind == Offset::constant;
  const std::uint64_t dimensions = points.features() + (offset ? 1 : 0);
  if (support.size() < dimensions) return false;
  const IntegerRows grid(points.rows);
  std::vector<std::vector<std::uint64_t>> rows;
  for (const std::uint64_t i : support) {
    auto& row = rows.emplace_back(dimensions);
    for (const auto& [feature, value] : grid.row(i, points.sign[i])) row[feature] = residue(value);
    if (offset) row.back() = residue(points.sign[i] > 0 ? grid.one() : Integer(-grid.one()));
  }
  return independent_columns(std::move(rows)).size() == dimensions;
}

}  // namespace

// A plane with no point on its wrong side must contain the support, because a combination of the
// support with positive weights is zero. So the question is repeated for the other points, modulo
// the span of the support. If no plane separates those, the points that prove it are added to the
// support, and the span grows.
std::optional<Contact> find_contact(const SignedRows& points, std::vector<std::uint64_t> support) {
  if (spans_all(points, support)) return Contact{};
  const std::uint64_t d = points.features() + 1;
  if (d > kMostFeatures || points.size() > kMostSteps / (d * d)) return std::nullopt;
  RationalSpan span(lifted(points, 0).size());
  while (true) {
    for (const std::uint64_t i : support) span.add(lifted(points, i));
    const auto columns = span.free_columns();
    if (columns.empty()) return Contact{};
    ExactHull hull(columns.size(), 1);
    std::vector<std::uint64_t> rows;
    std::uint64_t on = 0;
    for (std::uint64_t i = 0; i < points.size(); ++i) {
      if (points.sign[i] == 0) continue;
      check_interrupt();
      const RationalVector rest = span.reduced(lifted(points, i));
      RationalVector open;
      for (const std::size_t j : columns) open.push_back(rest[j]);
      const auto zero = [](const Rational& x) { return x == 0; };
      if (std::all_of(open.begin(), open.end(), zero)) {
        ++on;
        continue;
      }
      const auto integers = to_integers(open);
      SparseIntegers sparse;
      for (std::size_t j = 0; j < integers.size(); ++j) {
        if (integers[j] != 0) sparse.emplace_back(j, integers[j]);
      }
      hull.add(std::move(sparse), 0);
      rows.push_back(i);
    }
    if (rows.empty()) return Contact{false, true, {}, 0, false};
    if (!hull.minimise()) return std::nullopt;
    if (!hull.at_origin()) {
      return Contact{true, false, to_integers(span.orthogonal(columns, hull.w())), on,
                     span.size() > 1};
    }
    support.clear();
    for (const std::size_t i : hull.corral()) support.push_back(rows[i]);
  }
}

}  // namespace perceptron::core
