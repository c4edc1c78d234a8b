#include "cli/commands/inspect_certificate.h"

#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "cli/text_table.h"

namespace perceptron::core {
namespace {

std::string number(const std::string& exact) { return brief(number_of(exact), Round::nearest, 15); }

std::string claim_text(const Certificate& certificate) {
  switch (certificate.kind) {
    case CertificateKind::separator:
      break;
    case CertificateKind::margin:
      return fmt::format("the best margin lies between {} and {}", number(certificate.lower),
                         number(certificate.upper));
    case CertificateKind::inseparable:
      return certificate.plane.empty() ? "no plane separates the classes"
                                       : "the classes touch; no plane separates them strictly";
    case CertificateKind::mistake_bound:
      return fmt::format("a perceptron makes at most {} mistakes, for rows no longer than {}",
                         number(certificate.bound), number(certificate.radius));
    case CertificateKind::optimality:
      return fmt::format("the plane's objective is at most {}, no plane has less than {}",
                         number(certificate.upper), number(certificate.lower));
    case CertificateKind::answers:
      return fmt::format(
          "of every plane of the optimal objective: signs of {}, {} zero, {} outside the margin",
          plural(certificate.positive_weights.size() + certificate.negative_weights.size(),
                 "weight"),
          with_commas(certificate.zero_weights.size()), plural(certificate.outside.size(), "row"));
    case CertificateKind::joint_optimality:
      return fmt::format("the planes' objective is at most {}, no planes have less than {}",
                         number(certificate.upper), number(certificate.lower));
    case CertificateKind::joint_separator:
      return "planes, one for each class, give the class of every row the highest score";
    case CertificateKind::joint_margin:
      return fmt::format("the best joint margin lies between {} and {}", number(certificate.lower),
                         number(certificate.upper));
    case CertificateKind::joint_inseparable:
      return "no planes give the class of every row the highest score";
    case CertificateKind::list:
      return fmt::format("{}, each about a class against the rest or a pair of classes",
                         plural(certificate.parts.size(), "claim"));
    case CertificateKind::separation:
      return fmt::format(
          "separation: {}, with {} on every plane that has none on its wrong side; infinite "
          "coefficients: {}",
          name_of(certificate.separation), plural(certificate.points.size(), "row"),
          certificate.infinite.size());
  }
  return "every row is strictly on its side of the plane";
}

// A row that several claims or flows use counts once.
std::size_t rows_used(const Certificate& certificate) {
  std::set<std::uint64_t> rows(certificate.points.begin(), certificate.points.end());
  for (const Certificate& part : certificate.parts)
    rows.insert(part.points.begin(), part.points.end());
  return rows.size();
}

}  // namespace

CertificateFileRecord certificate_record(const Certificate& certificate) {
  const Subject& data = certificate.data;
  CertificateFileRecord record;
  record.claims = certificate.kind;
  record.claim = claim_text(certificate);
  record.data = data.name;
  record.data_hash = data.hash;
  record.rows = data.rows;
  record.features = data.features;
  record.scale = data.scale;
  record.offset = data.offset;
  if (!data.lift.empty()) record.lift = data.lift;
  record.points = rows_used(certificate);
  record.program = certificate.program;
  if (!certificate.objective.loss.empty()) record.objective = describe_objective(certificate);
  return record;
}

std::string certificate_summary_text(const Certificate& certificate) {
  const Subject& data = certificate.data;
  TextTable facts("<<");
  facts.add({"certificate", std::string(name_of(certificate.kind))});
  facts.add({"claim", claim_text(certificate)});
  if (!certificate.objective.loss.empty())
    facts.add({"objective", describe_objective(certificate)});
  facts.add({"of", fmt::format("{} ({}, {}), {}{}", printable(data.name), plural(data.rows, "row"),
                               plural(data.features, "feature"),
                               data.offset ? "planes with an offset" : "planes through the origin",
                               data.scale == ScalingKind::none
                                   ? std::string()
                                   : fmt::format(", scaled: {}", name_of(data.scale)))});
  if (!data.lift.empty()) facts.add({"lifted by", number(data.lift)});
  for (const auto& [option, value] : data.options)
    facts.add({"read with", fmt::format("--{} {}", printable(option), printable(value))});
  facts.add({"data hash", printable(data.hash)});
  facts.add({"rows used", with_commas(rows_used(certificate))});
  facts.add({"by", printable(certificate.program)});
  return facts.text("") + "\nNot checked here; use verify with the data.\n";
}

}  // namespace perceptron::core
