#include "certify/lifted_rows.h"

#include <algorithm>
#include <limits>

#include "base/interrupt.h"
#include "certify/exact_linear_system.h"
#include "certify/rational_span.h"

namespace perceptron::core {

LiftedRows::LiftedRows(const SignedRows& points)
    : dimensions(points.features() + (points.kind == Offset::constant ? 1 : 0)),
      first_feature(dimensions - points.features()) {
  const IntegerRows grid(points.rows);
  rows.reserve(points.size());
  for (std::uint64_t i = 0; i < points.size(); ++i) {
    if (i % 4096 == 0) check_interrupt();
    SparseIntegers& row = rows.emplace_back();
    if (first_feature == 1) row.emplace_back(0, points.sign[i] > 0 ? grid.one() : -grid.one());
    for (auto& [feature, value] : grid.row(i, points.sign[i])) {
      if (value != 0) row.emplace_back(feature + first_feature, std::move(value));
    }
  }
}

std::size_t LiftedRows::longest() const {
  std::size_t bits = 1;
  for (const SparseIntegers& row : rows) {
    for (const auto& [place, value] : row)
      bits = std::max(bits, mpz_sizeinbase(value.get_mpz_t(), 2));
  }
  return bits;
}

bool within_exact_reach(double steps, std::size_t bits) {
  return steps * (1 + static_cast<double>(bits) / 64) < 1e8;
}

std::vector<std::size_t> independent_rows(const std::vector<const SparseIntegers*>& rows,
                                          std::uint64_t dimensions) {
  std::vector<std::vector<std::uint64_t>> columns(dimensions,
                                                  std::vector<std::uint64_t>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [place, value] : *rows[i]) columns[place][i] = residue(value);
  }
  std::vector<std::size_t> chosen = independent_columns(std::move(columns));
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

namespace {

RationalVector rational(const SparseIntegers& row, std::uint64_t dimensions) {
  RationalVector v(dimensions);
  for (const auto& [place, value] : row) v[place] = value;
  return v;
}

// The dependences of the columns of the rows in the span.
Independence independence_of(const RationalSpan& span, std::uint64_t dimensions) {
  Independence found;
  const std::vector<std::size_t> free = span.free_columns();
  for (std::size_t f = 0; f < free.size(); ++f) {
    std::vector<Integer> values(free.size());
    values[f] = 1;
    found.aliased.emplace_back(free[f], to_integers(span.orthogonal(free, values)));
  }
  for (std::uint64_t c = 0; c < dimensions; ++c) {
    if (!std::binary_search(free.begin(), free.end(), c)) found.kept.push_back(c);
  }
  return found;
}

// A row that contradicts a dependence; the number of rows if there is none.
std::size_t find_exception(const LiftedRows& lifted, const Independence& found) {
  for (std::size_t i = 0; i < lifted.size(); ++i) {
    if (i % 256 == 0) check_interrupt();
    for (const auto& [column, direction] : found.aliased) {
      if (dot(lifted.rows[i], direction) != 0) return i;
    }
  }
  return lifted.size();
}

}  // namespace

std::optional<Independence> find_independence(const LiftedRows& lifted) {
  const auto d = static_cast<double>(lifted.dimensions);
  const auto n = static_cast<double>(lifted.size());
  if (d * std::min(d, n) * n > 1e9) return std::nullopt;
  std::vector<const SparseIntegers*> rows;
  for (const SparseIntegers& row : lifted.rows) rows.push_back(&row);
  const std::vector<std::size_t> chosen = independent_rows(rows, lifted.dimensions);
  const auto rank = static_cast<double>(chosen.size());
  const bool full = chosen.size() == lifted.dimensions;
  // Fractions get longer as vectors are added.
  if (!full && !within_exact_reach(10 * rank * rank * d, lifted.longest())) return std::nullopt;
  RationalSpan span(lifted.dimensions);
  if (full) {
    Independence all;
    for (std::uint64_t c = 0; c < lifted.dimensions; ++c) all.kept.push_back(c);
    return all;
  }
  for (const std::size_t i : chosen) span.add(rational(lifted.rows[i], lifted.dimensions));
  while (true) {
    Independence found = independence_of(span, lifted.dimensions);
    const std::size_t exception = find_exception(lifted, found);
    if (exception == lifted.size()) return found;
    // Rows that depend on others modulo the prime only.
    span.add(rational(lifted.rows[exception], lifted.dimensions));
  }
}

void keep_coordinates(LiftedRows& lifted, const std::vector<std::uint64_t>& kept) {
  constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> place(lifted.dimensions, kNone);
  for (std::uint64_t k = 0; k < kept.size(); ++k) place[kept[k]] = k;
  for (SparseIntegers& row : lifted.rows) {
    std::erase_if(row, [&](const auto& entry) { return place[entry.first] == kNone; });
    for (auto& entry : row) entry.first = place[entry.first];
  }
  lifted.dimensions = kept.size();
}

}  // namespace perceptron::core
