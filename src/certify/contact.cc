#include "certify/contact.h"

#include <algorithm>
#include <utility>

#include "base/interrupt.h"
#include "certify/exact_hull.h"
#include "certify/exact_linear_system.h"

namespace perceptron::core {
namespace {

// Fractions get longer as they are added: larger problems take too long.
constexpr std::uint64_t kMostFeatures = 50;
constexpr std::uint64_t kMostSteps = 2'000'000;

using Vector = std::vector<Rational>;

// A basis in reduced echelon form: each vector has a 1 in a column where all others have a 0.
class Span {
 public:
  explicit Span(std::size_t dimensions) : pivot_of_(dimensions, kFree) {}

  std::size_t size() const { return vectors_.size(); }
  std::vector<std::size_t> free_columns() const {
    std::vector<std::size_t> columns;
    for (std::size_t j = 0; j < pivot_of_.size(); ++j) {
      if (pivot_of_[j] == kFree) columns.push_back(j);
    }
    return columns;
  }

  // v minus its projection onto the span: zero in all but the free columns.
  Vector reduced(Vector v) const {
    for (std::size_t j = 0; j < v.size(); ++j) {
      if (pivot_of_[j] == kFree || v[j] == 0) continue;
      const Rational factor = v[j];
      const Vector& by = vectors_[pivot_of_[j]];
      for (std::size_t i = 0; i < v.size(); ++i) {
        if (by[i] != 0) v[i] -= factor * by[i];
      }
    }
    return v;
  }

  void add(const Vector& v) {
    check_interrupt();
    Vector rest = reduced(v);
    std::size_t pivot = 0;
    while (pivot < rest.size() && rest[pivot] == 0) ++pivot;
    if (pivot == rest.size()) return;
    const Rational first = rest[pivot];
    for (Rational& x : rest) x /= first;
    for (Vector& other : vectors_) {
      const Rational factor = other[pivot];
      if (factor == 0) continue;
      for (std::size_t i = 0; i < rest.size(); ++i) other[i] -= factor * rest[i];
    }
    pivot_of_[pivot] = vectors_.size();
    vectors_.push_back(std::move(rest));
  }

  // The vector orthogonal to the span with the given free coordinates.
  Vector orthogonal(const std::vector<std::size_t>& columns,
                    const std::vector<Integer>& values) const {
    Vector u(pivot_of_.size());
    for (std::size_t f = 0; f < columns.size(); ++f) u[columns[f]] = values[f];
    for (std::size_t j = 0; j < u.size(); ++j) {
      if (pivot_of_[j] == kFree) continue;
      for (const std::size_t f : columns) u[j] -= vectors_[pivot_of_[j]][f] * u[f];
    }
    return u;
  }

 private:
  static constexpr std::size_t kFree = static_cast<std::size_t>(-1);
  std::vector<Vector> vectors_;
  std::vector<std::size_t> pivot_of_;  // the vector with its 1 in this column
};

// y·[x, 1], or y·x through the origin.
Vector lifted(const SignedRows& points, std::uint64_t i) {
  Vector v(points.features() + (points.kind == Offset::constant ? 1 : 0));
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
  Span span(lifted(points, 0).size());
  while (true) {
    for (const std::uint64_t i : support) span.add(lifted(points, i));
    const auto columns = span.free_columns();
    if (columns.empty()) return Contact{};
    ExactHull hull(columns.size(), 1);
    std::vector<std::uint64_t> rows;
    for (std::uint64_t i = 0; i < points.size(); ++i) {
      if (points.sign[i] == 0) continue;
      check_interrupt();
      const Vector rest = span.reduced(lifted(points, i));
      Vector open;
      for (const std::size_t j : columns) open.push_back(rest[j]);
      const auto zero = [](const Rational& x) { return x == 0; };
      if (std::all_of(open.begin(), open.end(), zero)) continue;
      const auto integers = to_integers(open);
      SparseIntegers sparse;
      for (std::size_t j = 0; j < integers.size(); ++j) {
        if (integers[j] != 0) sparse.emplace_back(j, integers[j]);
      }
      hull.add(std::move(sparse), 0);
      rows.push_back(i);
    }
    if (rows.empty()) return Contact{false, true, {}};
    if (!hull.minimise()) return std::nullopt;
    if (!hull.at_origin())
      return Contact{true, false, to_integers(span.orthogonal(columns, hull.w()))};
    support.clear();
    for (const std::size_t i : hull.corral()) support.push_back(rows[i]);
  }
}

}  // namespace perceptron::core
