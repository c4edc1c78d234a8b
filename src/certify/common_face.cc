#include "certify/common_face.h"

#include <algorithm>

#include "base/interrupt.h"
#include "certify/exact_linear_system.h"
#include "certify/rational_span.h"

namespace perceptron::core {
namespace {

void add_multiple(IntegerVector& sum, const Integer& factor, const SparseIntegers& row) {
  for (const auto& [place, value] : row)
    mpz_addmul(sum[place].get_mpz_t(), factor.get_mpz_t(), value.get_mpz_t());
}

Integer ceiling(const Rational& x) {
  Integer result;
  mpz_cdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return result;
}

}  // namespace

// ---- Rows that cancel ----

void CancellingRows::find_basis() {
  std::vector<const SparseIntegers*> rows;
  for (const std::size_t i : members_) rows.push_back(&lifted_.rows[i]);
  basis_ = independent_rows(rows, lifted_.dimensions);
  std::vector<std::vector<std::uint64_t>> chosen;
  for (const std::size_t b : basis_) {
    auto& row = chosen.emplace_back(lifted_.dimensions);
    for (const auto& [place, value] : *rows[b]) row[place] = residue(value);
  }
  columns_ = independent_columns(std::move(chosen));
}

// The coefficients of the basis.
std::optional<RationalVector> CancellingRows::express(const IntegerVector& v) const {
  const std::size_t k = basis_.size();
  std::vector<IntegerVector> matrix(k, IntegerVector(k));
  std::vector<std::size_t> equation(lifted_.dimensions, k);
  IntegerVector right(k);
  for (std::size_t e = 0; e < k; ++e) {
    equation[columns_[e]] = e;
    right[e] = v[columns_[e]];
  }
  for (std::size_t i = 0; i < k; ++i) {
    for (const auto& [place, value] : lifted_.rows[members_[basis_[i]]]) {
      if (equation[place] < k) matrix[equation[place]][i] = value;
    }
  }
  RationalVector coefficients(k);
  IntegerVector rest = v;
  if (k > 0) {
    const auto solution = solve_exactly(matrix, {right});
    if (!solution) return std::nullopt;
    for (Integer& x : rest) x *= solution->denominator;
    for (std::size_t i = 0; i < k; ++i) {
      const Integer& numerator = solution->numerators[0][i];
      coefficients[i] = Rational(numerator, solution->denominator);
      coefficients[i].canonicalize();
      add_multiple(rest, -numerator, lifted_.rows[members_[basis_[i]]]);
    }
  }
  const bool zero = std::all_of(rest.begin(), rest.end(), [](const Integer& x) { return x == 0; });
  return zero ? std::optional(coefficients) : std::nullopt;
}

std::optional<RationalVector> CancellingRows::balance(const IntegerVector& v) const {
  const auto coefficients = express(v);
  if (!coefficients) return std::nullopt;
  Integer times = 0;  // the members cancel, so any multiple of all of them may be added
  for (std::size_t i = 0; i < basis_.size(); ++i)
    times = std::max(times, ceiling((*coefficients)[i] / weights_[basis_[i]]));
  RationalVector balanced;
  for (const Integer& weight : weights_) balanced.emplace_back(times * weight);
  for (std::size_t i = 0; i < basis_.size(); ++i) balanced[basis_[i]] -= (*coefficients)[i];
  return balanced;
}

bool CancellingRows::join(const std::vector<std::size_t>& rows, const IntegerVector& weights) {
  IntegerVector sum(lifted_.dimensions);
  for (std::size_t k = 0; k < rows.size(); ++k)
    add_multiple(sum, weights[k], lifted_.rows[rows[k]]);
  auto all = balance(sum);
  if (!all) return false;
  // One more time all of them makes weights of zero positive.
  for (std::size_t k = 0; k < all->size(); ++k) (*all)[k] += weights_[k];
  for (const Integer& weight : weights) all->emplace_back(weight);
  members_.insert(members_.end(), rows.begin(), rows.end());
  weights_ = to_integers(*all);
  find_basis();
  return true;
}

// ---- The face ----

SparseIntegers image(const std::vector<IntegerVector>& normals, const SparseIntegers& v) {
  SparseIntegers products;
  for (std::size_t f = 0; f < normals.size(); ++f) {
    Integer product = dot(v, normals[f]);
    if (product != 0) products.emplace_back(f, std::move(product));
  }
  return products;
}

namespace {

// A basis of what is orthogonal to the rows.
std::vector<IntegerVector> normals_of(const LiftedRows& lifted, const CancellingRows& rows) {
  RationalSpan span(lifted.dimensions);
  for (const std::size_t i : rows.members()) {
    RationalVector v(lifted.dimensions);
    for (const auto& [place, value] : lifted.rows[i]) v[place] = value;
    span.add(v);
  }
  const std::vector<std::size_t> free = span.free_columns();
  std::vector<IntegerVector> normals;
  for (std::size_t f = 0; f < free.size(); ++f) {
    IntegerVector values(free.size());
    values[f] = 1;
    normals.push_back(to_integers(span.orthogonal(free, values)));
  }
  return normals;
}

// Divides the rows into those on the face and the others.
void divide(const LiftedRows& lifted, CommonFace& face) {
  face.on.clear();
  face.off.clear();
  face.hull = ExactHull(face.normals.size(), 1);
  for (std::size_t i = 0; i < lifted.size(); ++i) {
    if (i % 256 == 0) check_interrupt();
    SparseIntegers products = image(face.normals, lifted.rows[i]);
    if (products.empty()) {
      face.on.push_back(i);
    } else {
      face.off.push_back(i);
      face.hull.add(std::move(products), 0);
    }
  }
}

// Σ factor·normal
IntegerVector combine(const std::vector<IntegerVector>& normals, const IntegerVector& factors,
                      std::uint64_t dimensions) {
  IntegerVector sum(dimensions);
  for (std::size_t f = 0; f < normals.size(); ++f) {
    for (std::size_t c = 0; c < dimensions; ++c) sum[c] += factors[f] * normals[f][c];
  }
  return sum;
}

}  // namespace

CommonFace empty_face(const LiftedRows& lifted, IntegerVector direction) {
  CommonFace face{CancellingRows(lifted), {}, {}, {}, ExactHull(0, 1), std::move(direction)};
  for (std::uint64_t c = 0; c < lifted.dimensions; ++c) {
    face.normals.emplace_back(lifted.dimensions);
    face.normals[c][c] = 1;
  }
  divide(lifted, face);
  face.hull.minimise();  // a start for hulls with one more point
  return face;
}

std::optional<CommonFace> find_common_face(const LiftedRows& lifted,
                                           const std::vector<std::size_t>& rows,
                                           const IntegerVector& weights) {
  CommonFace face{CancellingRows(lifted), {}, {}, {}, ExactHull(0, 1), {}};
  if (!face.spanning.join(rows, weights)) return std::nullopt;
  const auto d = static_cast<double>(lifted.dimensions);
  const std::size_t bits = lifted.longest();
  while (true) {
    const double open = d - static_cast<double>(face.spanning.rank());
    const auto n = static_cast<double>(lifted.size());
    if (open > 0 && !within_exact_reach(10 * d * d * d + n * open * (d + 5 * open), bits))
      return std::nullopt;
    if (open > 0) face.normals = normals_of(lifted, face.spanning);
    if (open == 0) face.normals.clear();
    divide(lifted, face);
    if (face.off.empty()) {
      face.direction = IntegerVector(lifted.dimensions);
      return face;
    }
    if (!face.hull.minimise()) return std::nullopt;
    if (!face.hull.at_origin()) {
      face.direction = combine(face.normals, face.hull.w(), lifted.dimensions);
      return face;
    }
    std::vector<std::size_t> more;
    for (const std::size_t k : face.hull.corral()) more.push_back(face.off[k]);
    if (!face.spanning.join(more, face.hull.weights())) return std::nullopt;
  }
}

}  // namespace perceptron::core
