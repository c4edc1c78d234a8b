// Certificates from results: margins, separability, and the objective of a loss.
#pragma once

#include <array>
#include <span>
#include <string>

#include <perceptron/certificate.h>
#include "certify/answers.h"
#include "certify/certificate.h"
#include "certify/joint_optimality.h"
#include "certify/optimality.h"
#include "certify/separation.h"
#include "certify/widest_joint_margin.h"
#include "certify/widest_margin.h"

namespace perceptron::core {

// Claims that the widest margin lies in `margin`: the plane proves the lower bound, the weights of
// the rows, one for each, prove the upper one.
Certificate certify_margin(const Subject& subject, const Interval& margin,
                           std::span<const double> weights, double offset,
                           std::span<const double> alpha);

// If a plane separates the rows, `kind` chooses what to claim: margin, separator or mistake_bound.
// Otherwise the certificate claims inseparability, or bounds on the margin if nothing is decided.
Certificate certify_widest_margin(const Subject& subject, const WidestMargin& optimum,
                                  CertificateKind kind);

// The same for the planes of several classes together; `kind` is joint_margin or joint_separator.
Certificate certify_joint_margin(const Subject& subject, const WidestJointMargin& found,
                                 std::uint64_t classes, CertificateKind kind);

// Claims what the diagnosis found, which must not be empty.
Certificate certify_separation(const Subject& subject, const Diagnosis& found);

// Claims that (w, b) has an objective of at most evidence.upper and that no plane has one below
// evidence.lower, which must be finite. `class_weights` are those of the two classes contained in
// the problem's vᵢ.
Certificate certify_optimality(const Subject& subject, const Problem& problem,
                               const std::array<double, 2>& class_weights,
                               const OptimalityEvidence& evidence, std::span<const double> w,
                               double b);

// Claims in addition what every exact minimiser has in common.
Certificate certify_answers(const Subject& subject, const Problem& problem,
                            const std::array<double, 2>& class_weights,
                            const OptimalityEvidence& evidence, const Answers& answers,
                            std::span<const double> w, double b);

// As certify_optimality() for the planes of all classes together.
Certificate certify_joint_optimality(const Subject& subject, const JointProblem& problem,
                                     std::span<const double> class_weights,
                                     const JointEvidence& evidence, const Bank& w);

}  // namespace perceptron::core
