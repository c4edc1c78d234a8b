// The rows that lie on every plane with no row on its wrong side.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "certify/exact_hull.h"
#include "certify/lifted_rows.h"
#include "certify/rational_span.h"

namespace perceptron::core {

// Rows of which a combination with positive weights is zero.
class CancellingRows {
 public:
  explicit CancellingRows(const LiftedRows& lifted) : lifted_(lifted) {}

  // Adds rows whose sum with these positive weights is in the span of those that are in already.
  // Returns false if that could not be solved.
  bool join(const std::vector<std::size_t>& rows, const IntegerVector& weights);

  const std::vector<std::size_t>& members() const { return members_; }
  const IntegerVector& weights() const { return weights_; }
  std::size_t rank() const { return basis_.size(); }

  // Weights ≥ 0 of the members whose sum is −v; nothing if v is not in their span.
  std::optional<RationalVector> balance(const IntegerVector& v) const;

 private:
  std::optional<RationalVector> express(const IntegerVector& v) const;
  void find_basis();

  const LiftedRows& lifted_;
  std::vector<std::size_t> members_;
  IntegerVector weights_;
  std::vector<std::size_t> basis_;    // members that span all, and
  std::vector<std::size_t> columns_;  // coordinates in which these are independent
};

struct CommonFace {
  CancellingRows spanning;             // rows that span it
  std::vector<IntegerVector> normals;  // a basis of what is orthogonal to it
  std::vector<std::size_t> on;         // all rows on it
  std::vector<std::size_t> off;
  ExactHull hull;           // of the products of `normals` with the other rows, in their order
  IntegerVector direction;  // positive on the other rows
};

// The sum over the rows with these weights is zero. The coordinates of the rows are independent.
// Returns nothing if the search would take too long.
std::optional<CommonFace> find_common_face(const LiftedRows& lifted,
                                           const std::vector<std::size_t>& rows,
                                           const IntegerVector& weights);
// Without such rows: no row is on the face.
CommonFace empty_face(const LiftedRows& lifted, IntegerVector direction);

// The products of the normals with a vector.
SparseIntegers image(const std::vector<IntegerVector>& normals, const SparseIntegers& v);

}  // namespace perceptron::core
