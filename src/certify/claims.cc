#include "certify/claims.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/number.h"
#include "solve/joint/joint_losses.h"

namespace perceptron::core {
namespace {

std::vector<std::string> plane_text(std::span<const double> weights, double offset,
                                    bool has_offset) {
  std::vector<std::string> plane;
  plane.reserve(weights.size() + 1);
  for (const double w : weights) plane.push_back(hexadecimal(w));
  if (has_offset) plane.push_back(hexadecimal(offset));
  return plane;
}

// Adds the rows with a positive weight.
void add_points(Certificate& certificate, std::span<const double> alpha) {
  for (std::uint64_t i = 0; i < alpha.size(); ++i) {
    if (!(alpha[i] > 0)) continue;
    certificate.points.push_back(i);
    certificate.alpha.push_back(hexadecimal(alpha[i]));
  }
}

// The objective of a problem of two classes, or of all classes together.
template <class AnyProblem>
Objective stated_objective(const AnyProblem& problem, std::span<const double> class_weights) {
  Objective objective;
  objective.loss = name_of(problem.loss);
  objective.l1 = hexadecimal(problem.l1);
  objective.l2 = hexadecimal(problem.l2);
  objective.penalised_offset = problem.offset == OffsetKind::penalised;
  for (const double weight : class_weights) objective.class_weights.push_back(hexadecimal(weight));
  return objective;
}

}  // namespace

Certificate certify_margin(const Subject& subject, const Interval& margin,
                           std::span<const double> weights, double offset,
                           std::span<const double> alpha) {
  Certificate certificate;
  certificate.kind = CertificateKind::margin;
  certificate.data = subject;
  certificate.lower = hexadecimal(margin.lower);
  certificate.upper = hexadecimal(margin.upper);
  certificate.plane = plane_text(weights, offset, subject.offset);
  add_points(certificate, alpha);
  return certificate;
}

Certificate certify_widest_margin(const Subject& subject, const WidestMargin& optimum,
                                  CertificateKind kind) {
  Certificate certificate;
  certificate.data = subject;
  if (optimum.separable == false) {
    certificate.kind = CertificateKind::inseparable;
    certificate.points = optimum.zero_combination.rows;
    certificate.alpha = optimum.zero_combination.weights;
    certificate.plane = optimum.weak_plane;
    return certificate;
  }
  certificate.kind = optimum.separable == true ? kind : CertificateKind::margin;
  certificate.plane = optimum.exact_plane.empty()
                          ? plane_text(optimum.weights, optimum.offset, subject.offset)
                          : optimum.exact_plane;
  if (certificate.kind == CertificateKind::margin) {
    certificate.lower = hexadecimal(optimum.margin.lower);
    certificate.upper = hexadecimal(optimum.margin.upper);
    certificate.points = optimum.support;
    certificate.alpha = optimum.exact_alpha;
    if (certificate.alpha.empty()) {
      for (const double weight : optimum.alpha) certificate.alpha.push_back(hexadecimal(weight));
    }
  } else if (certificate.kind == CertificateKind::mistake_bound) {
    if (!optimum.mistake_bound)
      throw Error(ErrorKind::input, "the bound on mistakes is beyond the range of numbers");
    certificate.radius = hexadecimal(optimum.radius_upper);
    certificate.bound = hexadecimal(*optimum.mistake_bound);
  }
  return certificate;
}

Certificate certify_separation(const Subject& subject, const Diagnosis& found) {
  Certificate certificate;
  certificate.kind = CertificateKind::separation;
  certificate.data = subject;
  certificate.separation = found.separation.value();
  certificate.plane = found.plane;
  certificate.points = found.on_plane;
  certificate.alpha = found.alpha;
  certificate.infinite = found.infinite;
  certificate.aliased = found.aliased;
  return certificate;
}

Certificate certify_joint_margin(const Subject& subject, const WidestJointMargin& found,
                                 std::uint64_t classes, CertificateKind kind) {
  Certificate certificate;
  certificate.data = subject;
  const bool inseparable = found.separable == false;
  const bool bounded = kind == CertificateKind::joint_margin && !found.flows.empty();
  certificate.kind = inseparable                          ? CertificateKind::joint_inseparable
                     : bounded || found.separable != true ? CertificateKind::joint_margin
                                                          : CertificateKind::joint_separator;
  if (!inseparable) {
    certificate.planes = classes;
    certificate.plane = found.exact_planes;
    const std::uint64_t features = found.planes.weights.size() / classes;
    for (std::uint64_t k = 0; k < classes && found.exact_planes.empty(); ++k) {
      const auto weights = std::span(found.planes.weights).subspan(k * features, features);
      const double offset = subject.offset ? found.planes.offsets[k] : 0;
      for (std::string& number : plane_text(weights, offset, subject.offset))
        certificate.plane.push_back(std::move(number));
    }
  }
  if (certificate.kind == CertificateKind::joint_separator) return certificate;
  if (certificate.kind == CertificateKind::joint_margin) {
    certificate.lower = hexadecimal(found.margin.lower);
    certificate.upper = hexadecimal(found.margin.upper);
  }
  for (const Flow& flow : found.flows) {
    certificate.points.push_back(flow.arc.row);
    certificate.flow_classes.push_back(flow.arc.to);
    if (found.exact_flows.empty()) certificate.alpha.push_back(hexadecimal(flow.weight));
  }
  if (!found.exact_flows.empty()) certificate.alpha = found.exact_flows;
  return certificate;
}

Certificate certify_optimality(const Subject& subject, const Problem& problem,
                               const std::array<double, 2>& class_weights,
                               const OptimalityEvidence& evidence, std::span<const double> w,
                               double b) {
  if (!traits_of(problem.loss).verifiable) {
    throw Error(ErrorKind::usage,
                fmt::format("there are no certificates for the {} loss: the verifier "
                            "does not support it",
                            name_of(problem.loss)));
  }
  Certificate certificate;
  certificate.kind = CertificateKind::optimality;
  certificate.data = subject;
  certificate.objective = stated_objective(problem, class_weights);
  certificate.lower = hexadecimal(evidence.lower);
  certificate.upper = hexadecimal(evidence.upper);
  certificate.plane = plane_text(w, b, subject.offset);
  add_points(certificate, evidence.beta);
  return certificate;
}

Certificate certify_answers(const Subject& subject, const Problem& problem,
                            const std::array<double, 2>& class_weights,
                            const OptimalityEvidence& evidence, const Answers& answers,
                            std::span<const double> w, double b) {
  Certificate certificate = certify_optimality(subject, problem, class_weights, evidence, w, b);
  certificate.kind = CertificateKind::answers;
  if (answers.region) {
    certificate.radius = hexadecimal(answers.region->radius);
    if (problem.offset == OffsetKind::free) {
      certificate.offset_lower = hexadecimal(answers.region->offset.lower);
      certificate.offset_upper = hexadecimal(answers.region->offset.upper);
    }
  }
  certificate.positive_weights = answers.positive;
  certificate.negative_weights = answers.negative;
  certificate.zero_weights = answers.zero;
  certificate.outside = answers.outside;
  return certificate;
}

Certificate certify_joint_optimality(const Subject& subject, const JointProblem& problem,
                                     std::span<const double> class_weights,
                                     const JointEvidence& evidence, const Bank& w) {
  Certificate certificate;
  certificate.kind = CertificateKind::joint_optimality;
  certificate.data = subject;
  certificate.objective = stated_objective(problem, class_weights);
  certificate.lower = hexadecimal(evidence.lower);
  certificate.upper = hexadecimal(evidence.upper);
  certificate.planes = problem.classes;
  for (std::uint64_t k = 0; k < problem.classes; ++k) {
    for (std::uint64_t j = 0; j < w.features(); ++j)
      certificate.plane.push_back(hexadecimal(w.row(j)[k]));
    if (subject.offset) certificate.plane.push_back(hexadecimal(w.offsets()[k]));
  }
  for (std::uint64_t i = 0; i < problem.size(); ++i) {
    for (std::uint64_t k = 0; k < problem.classes; ++k) {
      const double flow = evidence.flows[i * problem.classes + k];
      if (!(flow > 0)) continue;
      certificate.points.push_back(i);
      certificate.flow_classes.push_back(static_cast<std::uint32_t>(k));
      certificate.alpha.push_back(hexadecimal(flow));
    }
  }
  return certificate;
}

}  // namespace perceptron::core
