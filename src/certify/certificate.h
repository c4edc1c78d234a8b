// A claim about a dataset and everything needed to check it, as a JSON file. docs/certificates.md
// describes it field by field.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <perceptron/certificate.h>
#include "data/options.h"

namespace perceptron::core {

// The data of a claim: as read, then scaled, then lifted (a constant appended to each row).
struct Subject {
  std::string name;
  std::string hash;
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  ScalingKind scale = ScalingKind::none;
  std::string lift;  // the constant; empty: rows are not lifted
  std::vector<std::pair<std::string, std::string>> options;  // of reading it
  bool offset = true;  // whether planes may have one; without, all pass through the origin
};

// The objective of a plane, as in src/solve/problem.h: the losses of the rows, each times the
// weights of its row and its class, divided by the sum of the row weights, plus l1‖w‖₁ +
// (l2/2)‖w‖². Numbers as below.
struct Objective {
  std::string loss;  // hinge, squared-hinge, logistic or perceptron; softmax or crammer-singer
  std::string l1;
  std::string l2;
  bool penalised_offset = false;           // the offset is penalised like a weight; else it is free
  std::vector<std::string> class_weights;  // of all classes, in their order
};

// A coefficient of an unpenalised logistic regression that is infinite: the sum of the rows with
// these weights is a positive multiple of sign·e_feature, but for aliased features.
struct CoefficientProof {
  std::uint64_t feature = 0;  // counted from 0; the number of features stands for the offset
  int sign = 1;
  std::vector<std::uint64_t> rows;
  std::vector<std::string> weights;
};

// A feature that is a combination of others, by a direction in which no score changes: other
// aliased features are 0 in it, this one is not.
struct AliasedFeature {
  std::uint64_t feature = 0;
  std::vector<std::string> direction;  // weights, then the offset if there is one
};

// Numbers are text: "3", "-3/7", or a hexadecimal float such as "0x1.8p+1".
struct Certificate {
  CertificateKind kind = CertificateKind::margin;
  Subject data;

  // The numbers of the claim; which of them are used depends on the kind.
  std::string lower;
  std::string upper;
  std::string radius;
  std::string bound;
  // Of `answers`: an interval of a free offset, features whose weight has a sign or is zero, and
  // rows outside the margin, all counted from 0.
  std::string offset_lower;
  std::string offset_upper;
  std::vector<std::uint64_t> positive_weights;
  std::vector<std::uint64_t> negative_weights;
  std::vector<std::uint64_t> zero_weights;
  std::vector<std::uint64_t> outside;
  Objective objective;

  // The proof: a plane (weights, then the offset if there is one), and rows with weights ≥ 0. If
  // the claim is `inseparable`, a plane proves that the hulls touch: it has no row on its wrong
  // side and at least one row off the plane. If it is `optimality`, the rows are a point of the
  // dual problem.
  std::vector<std::string> plane;
  // For claims about all classes together `plane` has a plane per class, one after the other, and
  // each entry of `points` a class to which its weight flows (docs/certificates.md).
  std::uint64_t planes = 1;  // in `plane`
  std::vector<std::uint32_t> flow_classes;
  std::vector<std::uint64_t> points;  // rows, counted from 0
  std::vector<std::string> alpha;

  // Of a `separation`: the plane has no row on its wrong side, and `points` are the rows on itself.
  Separation separation = Separation::none;
  std::vector<CoefficientProof> infinite;
  std::vector<AliasedFeature> aliased;

  // The claims of a `list`. Each is about a class, with y = 1, and another one, with y = −1, or all
  // others if there is none; rows of further classes do not count. Classes are counted from 0.
  std::vector<Certificate> parts;
  std::uint32_t positive = 1;
  std::optional<std::uint32_t> negative = 0;

  std::string program;
};

// Claims about the planes of all classes together.
constexpr bool is_joint(CertificateKind kind) {
  return kind == CertificateKind::joint_optimality || kind == CertificateKind::joint_separator ||
         kind == CertificateKind::joint_margin || kind == CertificateKind::joint_inseparable;
}

// Claims about one plane and two classes.
constexpr bool is_of_plane(CertificateKind kind) {
  return kind == CertificateKind::separator || kind == CertificateKind::margin ||
         kind == CertificateKind::inseparable || kind == CertificateKind::mistake_bound;
}

// The certificate as text, with a checksum over all of it.
std::string encode_certificate(const Certificate& certificate);

// A certificate parsed from text that may have been tampered with.
struct DecodedCertificate {
  std::optional<Certificate> certificate;  // empty if a field is missing or not of its type
  std::string damage;                      // what is wrong with it; empty if nothing is
};
// `name` is the file's, for messages. Throws Error if the text is not a certificate at all, or
// beyond a limit.
DecodedCertificate decode_certificate(std::string_view text, const std::string& name,
                                      const Limits& limits = {});

// The double nearest to a number of a certificate, for display.
double number_of(const std::string& text);
// The objective for display: "hinge loss, l1 0, l2 0.01, free offset".
std::string describe_objective(const Certificate& certificate);

// Whether `start`, the first bytes of a file, may be those of a certificate.
bool looks_like_certificate(std::string_view start);

}  // namespace perceptron::core
