// From what was found to certificates of it.
#pragma once

#include <array>
#include <span>
#include <string>

#include <perceptron/certificate.h>
#include "certify/certificate.h"
#include "certify/optimality.h"
#include "certify/optimum.h"

namespace perceptron::core {

// That the best margin lies in `margin`: by a plane from below, by weights of
// the rows, one each, from above.
Certificate certify_margin(const Subject& subject, const Interval& margin,
                           std::span<const double> weights, double offset,
                           std::span<const double> alpha);

// What was found of the best margin. `kind` (margin, separator, mistake_bound)
// chooses what to claim where a plane separates the rows.
Certificate certify_optimum(const Subject& subject, const Optimum& optimum, CertificateKind kind);

// That (w, b) has an objective of at most evidence.upper and no plane one below
// evidence.lower, which must be finite. `class_weights` are those of the first
// class and the second that are in the problem's vᵢ.
Certificate certify_optimality(const Subject& subject, const Problem& problem,
                               const std::array<double, 2>& class_weights,
                               const OptimalityEvidence& evidence, std::span<const double> w,
                               double b);

}  // namespace perceptron::core
