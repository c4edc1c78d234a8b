#include "certify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

#include "base/error.h"
#include "base/text.h"
#include "certify/exact.h"
#include "certify/refusal.h"
#include "certify/verify_answers.h"
#include "certify/verify_joint.h"
#include "certify/verify_joint_margin.h"
#include "certify/verify_optimality.h"
#include "certify/verify_plane.h"
#include "certify/verify_separation.h"
#include "data/lift.h"
#include "data/scaling.h"

namespace perceptron::core {
namespace {

// The double that the text denotes; rejects numbers that are not doubles.
double as_double(const std::string& text) {
  const Rational number = parse_exact(text);
  require(abs(number) < exact(0x1p1000), "the constant appended to rows is too large");
  require(exact(number.get_d()) == number, "the constant appended to rows is not a double");
  return number.get_d();
}

// What was proved.
std::string check(const Certificate& certificate, const Dataset& data) {
  switch (certificate.kind) {
    case CertificateKind::optimality:
      return check_optimality(certificate, data);
    case CertificateKind::answers:
      return check_answers(certificate, data);
    case CertificateKind::joint_optimality:
      return check_joint_optimality(certificate, data);
    case CertificateKind::joint_separator:
    case CertificateKind::joint_margin:
    case CertificateKind::joint_inseparable:
      return check_joint_margin(certificate, data);
    case CertificateKind::separation:
      return check_separation(certificate, data);
    case CertificateKind::separator:
    case CertificateKind::margin:
    case CertificateKind::inseparable:
    case CertificateKind::mistake_bound:
    case CertificateKind::list:
      break;
  }
  return check_plane(certificate, data);
}

Verdict check_part(const Certificate& part, const Dataset& data) {
  try {
    return {true, part.kind, check_plane(part, data), {}};
  } catch (const Refusal& refusal) {
    return {false, part.kind, refusal.reason, {}};
  } catch (const std::invalid_argument& error) {
    return {false, part.kind, error.what(), {}};
  }
}

// A list holds if all its claims do.
Verdict check_list(const Certificate& list, const Dataset& data) {
  require(!list.parts.empty(), "the list is empty");
  const auto& names = data.classes.names();
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  Verdict verdict{true, list.kind, "", {}};
  for (const Certificate& part : list.parts) {
    const std::uint32_t negative = part.negative.value_or(part.positive);
    require(part.positive < names.size() && negative < names.size(),
            "it names a class that the data does not have");
    require(part.negative != part.positive, "a claim of the list is about a class and itself");
    require(seen.emplace(part.positive, negative).second, "the list repeats a claim");
    const Verdict own = check_part(part, data);
    PartVerdict& shown = verdict.parts.emplace_back();
    shown = {names[part.positive], {}, own.valid, part.kind, own.reason};
    if (part.negative) shown.negative = names[negative];
    if (!own.valid) verdict.valid = false;
  }
  const auto refused = std::count_if(verdict.parts.begin(), verdict.parts.end(),
                                     [](const PartVerdict& part) { return !part.valid; });
  verdict.reason = verdict.valid ? plural(list.parts.size(), "claim")
                                 : fmt::format("{} of {} do not hold", refused,
                                               plural(list.parts.size(), "claim"));
  return verdict;
}

// Scales and lifts the rows; refuses data that the certificate is not about.
void prepare(const Subject& subject, Dataset& data) {
  require(data.rows() == subject.rows && data.features() == subject.features,
          fmt::format("it is about {} and {}, the data has {} and {}", plural(subject.rows, "row"),
                      plural(subject.features, "feature"), plural(data.rows(), "row"),
                      plural(data.features(), "feature")));
  require(data.fingerprint() == subject.hash,
          "the data is not the data it is about (their hashes differ)");
  Scaling::fit(subject.scale, data).apply(data);
  if (!subject.lift.empty()) lift(data, as_double(subject.lift));
}

}  // namespace

Dataset claimed_rows(const Certificate& certificate, Dataset data) {
  try {
    prepare(certificate.data, data);
  } catch (const Refusal& refusal) {
    throw Error(ErrorKind::input,
                fmt::format("the certificate does not fit the data: {}", refusal.reason));
  } catch (const std::invalid_argument& error) {
    throw Error(ErrorKind::input, fmt::format("the certificate is wrong: {}", error.what()));
  }
  return data;
}

Verdict verify(const Certificate& certificate, Dataset data) {
  try {
    require(data.rows() > 0, "the data has no rows");
    require(data.classes.size() == 2 || is_joint(certificate.kind) ||
                certificate.kind == CertificateKind::list,
            "the data does not have two classes");
    prepare(certificate.data, data);
    if (certificate.kind == CertificateKind::list) return check_list(certificate, data);
    return {true, certificate.kind, check(certificate, data), {}};
  } catch (const Refusal& refusal) {
    return {false, certificate.kind, refusal.reason, {}};
  } catch (const std::invalid_argument& error) {
    return {false, certificate.kind, error.what(), {}};
  }
}

Verdict verify(const DecodedCertificate& decoded, Dataset data) {
  if (!decoded.damage.empty()) return refuse(decoded, decoded.damage);
  return verify(decoded.certificate.value(), std::move(data));
}

Verdict refuse(const DecodedCertificate& decoded, std::string reason) {
  const auto& certificate = decoded.certificate;
  return {
      false, certificate ? std::optional(certificate->kind) : std::nullopt, std::move(reason), {}};
}

}  // namespace perceptron::core
