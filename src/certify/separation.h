// Problem    the recession cone C = {u : z·u ≥ 0 for every z}, z = y·[x, 1]: the directions in
// which
//            the likelihood of a logistic regression never falls
// Update     rows with a positive combination that is zero are on every plane of C; if the other
//            rows, modulo their span, contain such a combination too, its rows join them
// Theorem    at the end some u in C has z·u > 0 for all other rows (Gordan 1873). A coefficient
// tends
//            to +∞ in every sequence whose likelihood approaches its supremum just if e_j = Σ αz
//            with α ≥ 0, not only on the plane (Motzkin 1936)
// Stop       when the other rows have no such combination
// Reference  Albert and Anderson 1984; Konis 2007. Here in integers, with a proof of each answer
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/listener.h"
#include "certify/certificate.h"
#include "certify/signed_rows.h"
#include "certify/widest_margin.h"

namespace perceptron::core {

struct Diagnosis {
  // Empty if an exact answer would take too long.
  std::optional<Separation> separation;
  // Has no row on its wrong side and just the rows `on_plane` on itself. Weights, and the offset if
  // there is one.
  std::vector<std::string> plane;
  // The rows that no plane separates, and positive weights with a weighted sum of zero.
  std::vector<std::uint64_t> on_plane;
  std::vector<std::string> alpha;
  bool at_one_point = false;  // all of them, or through the origin on one line

  // Whether the following was found, or would take too long.
  bool has_coefficients = false;
  std::vector<CoefficientProof> infinite;
  std::vector<std::uint64_t> undetermined;
  std::vector<AliasedFeature> aliased;
};

// `known` is the widest margin of the points.
Diagnosis diagnose_separation(const SignedRows& points, const WidestMargin& known,
                              const WidestMarginSettings& settings, Listener& listener);

}  // namespace perceptron::core
