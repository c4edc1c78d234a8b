// From what was found to certificates of it.
#pragma once

#include <span>
#include <string>

#include "certify/certificate.h"
#include "certify/interval.h"
#include "certify/optimum.h"

namespace perceptron {

// That the best margin lies in `margin`: by a plane from below, by weights of
// the rows, one each, from above.
Certificate certify_margin(const Subject& subject, const Interval& margin,
                           std::span<const double> weights, double offset,
                           std::span<const double> alpha);

// What was found of the best margin. `kind` (margin, separator, mistake-bound)
// chooses what to claim where a plane separates the rows.
Certificate certify_optimum(const Subject& subject, const Optimum& optimum,
                            const std::string& kind);

}  // namespace perceptron
