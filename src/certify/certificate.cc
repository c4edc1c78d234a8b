#include "certify/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <ostream>
#include <span>
#include <stdexcept>
#include <streambuf>
#include <vector>

#include "base/checksum.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/text.h"
#include "certify/answers_json.h"
#include "certify/certificate_fields.h"
#include "certify/checked_joint_losses.h"
#include "certify/checked_losses.h"
#include "certify/exact.h"
#include "certify/separation_fields.h"

namespace perceptron::core {
namespace {

constexpr int kVersion = 1;

// Text that is hashed as it is written, instead of kept: it may be as large as the certificate.
class HashedText : public std::streambuf {
 public:
  HashedText() { setp(buffer_.data(), buffer_.data() + buffer_.size()); }

  std::string hex() {
    overflow(traits_type::eof());
    return hash_.hex();
  }

 protected:
  int_type overflow(int_type letter) override {
    check_interrupt();
    hash_.add(std::string_view(pbase(), static_cast<std::size_t>(pptr() - pbase())));
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    if (letter != traits_type::eof()) sputc(traits_type::to_char_type(letter));
    return traits_type::not_eof(letter);
  }

 private:
  std::array<char, 65536> buffer_{};
  Hash hash_;
};

// Of a certificate without its checksum. It was parsed, so it is valid UTF-8.
std::string checksum(const Json& json) {
  HashedText text;
  std::ostream stream(&text);
  stream.exceptions(std::ios::badbit);  // an interrupt is not to be swallowed
  stream << json;
  return text.hex();
}

CertificateKind kind_in(const Json& json) {
  const auto kind =
      json.is_string() ? find_named<CertificateKind>(json.get<std::string>()) : std::nullopt;
  if (!kind)
    throw std::out_of_range(in_quotes(json_text(json)) + " is not one of the words allowed");
  return *kind;
}

// Claims about the objective of a loss.
bool is_about_loss(CertificateKind kind) {
  return kind == CertificateKind::optimality || kind == CertificateKind::joint_optimality ||
         kind == CertificateKind::answers;
}

// Claims that state a lower and an upper bound.
bool has_bounds(CertificateKind kind) {
  return kind == CertificateKind::margin || kind == CertificateKind::joint_margin ||
         is_about_loss(kind);
}

Objective read_objective(const Json& claim, CertificateKind kind, bool offset) {
  const bool joint = kind == CertificateKind::joint_optimality;
  Objective objective;
  objective.loss = claim.at("loss").get<std::string>();
  if (joint ? !is_checked_joint_loss(objective.loss) : !is_checked_loss(objective.loss))
    throw std::out_of_range(in_quotes(objective.loss) +
                            " is not one of the losses that can be checked");
  objective.l1 = number_in(claim.at("l1"));
  objective.l2 = number_in(claim.at("l2"));
  if (offset) claim.at("penalised_offset").get_to(objective.penalised_offset);
  const Json& weights = claim.at("class_weights");
  if (!joint && weights.size() != 2) throw std::out_of_range("expected two class weights");
  for (const Json& weight : list_in(weights)) objective.class_weights.push_back(number_in(weight));
  return objective;
}

// A plane per class, all of one size.
void read_planes(const Json& planes, Certificate& certificate) {
  const auto& list = list_in(planes);
  if (list.empty()) throw std::out_of_range("expected a plane for each class, found none");
  if (is_about_loss(certificate.kind) && list.size() != certificate.objective.class_weights.size())
    throw std::out_of_range("the numbers of planes and of class weights differ");
  for (const Json& plane : list) {
    read_plane(plane, certificate.data.offset, certificate.plane);
    if (plane.at("weights").size() != list[0].at("weights").size())
      throw std::out_of_range("the planes have different numbers of weights");
  }
  certificate.planes = list.size();
}

std::uint32_t read_class(const Json& json) {
  const std::uint64_t place = read_index(json, "classes");
  if (place > std::numeric_limits<std::uint32_t>::max())
    throw std::out_of_range("a class is out of range");
  return static_cast<std::uint32_t>(place);
}

void read_flows(const Json& flows, Certificate& certificate) {
  for (const Json& row : list_in(flows.at("rows")))
    certificate.points.push_back(read_index(row, "rows"));
  for (const Json& each : list_in(flows.at("classes")))
    certificate.flow_classes.push_back(read_class(each));
  certificate.alpha = texts_in(flows.at("weights"));
}

Subject read_subject(const Json& data) {
  Subject subject;
  data.at("name").get_to(subject.name);
  data.at("hash").get_to(subject.hash);
  subject.rows = count_in(data.at("rows"));
  subject.features = count_in(data.at("features"));
  data.at("scale").get_to(subject.scale);
  if (subject.scale == ScalingKind::automatic)
    throw std::out_of_range("the scaling is not the one that was chosen");
  if (data.contains("lift")) data.at("lift").get_to(subject.lift);
  data.at("offset").get_to(subject.offset);
  for (const auto& [name, value] : data.at("options").get_ref<const Json::object_t&>())
    subject.options.emplace_back(name, value.get<std::string>());
  return subject;
}

// The claim and its proof.
void read_content(const Json& json, Certificate& certificate) {
  const Json& claim = json.at("claim");
  const CertificateKind kind = certificate.kind;
  const bool offset = certificate.data.offset;
  if (is_about_loss(kind)) certificate.objective = read_objective(claim, kind, offset);
  if (has_bounds(kind)) {
    certificate.lower = number_in(claim.at("lower"));
    certificate.upper = number_in(claim.at("upper"));
  } else if (kind == CertificateKind::mistake_bound) {
    certificate.radius = number_in(claim.at("radius"));
    certificate.bound = number_in(claim.at("bound"));
  }
  if (kind == CertificateKind::answers) read_answers(claim, certificate);
  if (is_joint(kind)) {
    if (kind != CertificateKind::joint_inseparable) read_planes(json.at("planes"), certificate);
    if (json.contains("flows")) read_flows(json.at("flows"), certificate);
    return;
  }
  if (kind == CertificateKind::separation) read_separation(json, certificate);
  if (json.contains("plane")) read_plane(json.at("plane"), offset, certificate.plane);
  if (json.contains("points")) {
    for (const Json& row : list_in(json.at("points").at("rows")))
      certificate.points.push_back(read_index(row, "rows"));
    certificate.alpha = texts_in(json.at("points").at("weights"));
  }
}

// The claims of a list, which are about the same data.
void read_parts(const Json& parts, Certificate& list) {
  for (const Json& json : list_in(parts)) {
    Certificate& part = list.parts.emplace_back();
    part.kind = kind_in(json.at("kind"));
    if (!is_of_plane(part.kind))
      throw std::out_of_range("a list has claims about one plane each, not lists or other claims");
    part.data = list.data;
    part.positive = read_class(json.at("positive"));
    part.negative.reset();
    if (json.contains("negative")) part.negative = read_class(json.at("negative"));
    read_content(json, part);
  }
}

Certificate read(const Json& json) {
  Certificate certificate;
  certificate.kind = kind_in(json.at("kind"));
  json.at("program").get_to(certificate.program);
  certificate.data = read_subject(json.at("data"));
  if (certificate.kind == CertificateKind::list) {
    read_parts(json.at("parts"), certificate);
  } else {
    read_content(json, certificate);
  }
  return certificate;
}

Json claim_of(const Certificate& certificate) {
  const CertificateKind kind = certificate.kind;
  if (kind == CertificateKind::separation) return separation_claim(certificate);
  Json claim = Json::object();
  if (is_about_loss(kind)) {
    const Objective& objective = certificate.objective;
    claim = {{"loss", objective.loss}, {"l1", objective.l1}, {"l2", objective.l2}};
    if (certificate.data.offset) claim["penalised_offset"] = objective.penalised_offset;
    claim["class_weights"] = objective.class_weights;
  }
  if (has_bounds(kind)) {
    claim["lower"] = certificate.lower;
    claim["upper"] = certificate.upper;
  } else if (kind == CertificateKind::mistake_bound) {
    claim["radius"] = certificate.radius;
    claim["bound"] = certificate.bound;
  }
  if (kind == CertificateKind::answers) add_answers(certificate, claim);
  return claim;
}

// The planes of all classes, and the flows between them.
void add_joint_proof(const Certificate& certificate, Json& json) {
  const std::span<const std::string> all = certificate.plane;
  const std::size_t size = all.size() / certificate.planes;
  if (certificate.kind != CertificateKind::joint_inseparable) {
    Json planes = Json::array();
    for (std::size_t k = 0; k < certificate.planes; ++k)
      planes.push_back(plane_json(all.subspan(k * size, size), certificate.data.offset));
    json["planes"] = std::move(planes);
  }
  if (certificate.points.empty()) return;
  Json rows = Json::array();
  Json targets = Json::array();
  for (const std::uint64_t row : certificate.points) rows.push_back(row + 1);
  for (const std::uint32_t to : certificate.flow_classes) targets.push_back(std::uint64_t{to} + 1);
  json["flows"] = {
      {"rows", std::move(rows)}, {"classes", std::move(targets)}, {"weights", certificate.alpha}};
}

// A plane and weighted rows.
void add_proof(const Certificate& certificate, Json& json) {
  if (!certificate.plane.empty())
    json["plane"] = plane_json(certificate.plane, certificate.data.offset);
  if (certificate.points.empty()) return;
  Json rows = Json::array();
  for (const std::uint64_t row : certificate.points) rows.push_back(row + 1);
  json["points"] = {{"rows", std::move(rows)}, {"weights", certificate.alpha}};
}

// What is in a certificate, or a part of one, besides its kind.
void add_content(const Certificate& certificate, Json& json) {
  if (certificate.kind == CertificateKind::list) {
    json["parts"] = Json::array();
    for (const Certificate& part : certificate.parts) {
      Json own = {{"positive", std::uint64_t{part.positive} + 1}};
      if (part.negative) own["negative"] = std::uint64_t{*part.negative} + 1;
      own["kind"] = name_of(part.kind);
      add_content(part, own);
      json["parts"].push_back(std::move(own));
    }
    return;
  }
  json["claim"] = claim_of(certificate);
  if (is_joint(certificate.kind)) {
    add_joint_proof(certificate, json);
  } else {
    add_proof(certificate, json);
    if (certificate.kind == CertificateKind::separation) add_coefficient_proofs(certificate, json);
  }
}

}  // namespace

std::string encode_certificate(const Certificate& certificate) {
  const Subject& subject = certificate.data;
  Json data = {{"name", subject.name},
               {"hash", subject.hash},
               {"rows", subject.rows},
               {"features", subject.features},
               {"scale", subject.scale}};
  if (!subject.lift.empty()) data["lift"] = subject.lift;
  data["offset"] = subject.offset;
  Json options = Json::object();
  for (const auto& [name, value] : subject.options) options[name] = value;
  data["options"] = std::move(options);
  Json json = {{"certificate", kVersion},
               {"kind", name_of(certificate.kind)},
               {"program", certificate.program},
               {"data", std::move(data)}};
  add_content(certificate, json);
  // Invalid UTF-8 in names is replaced before the checksum, so that it matches what will be read.
  json = parse_json(json_text(json), subject.name);
  json["checksum"] = checksum(json);
  return json.dump(1) + '\n';
}

DecodedCertificate decode_certificate(std::string_view text, const std::string& name,
                                      const Limits& limits) {
  require_within(Place{name}, kLargestCertificateLimit, "a certificate of at most {} bytes",
                 limits.largest_certificate, text.size());
  Json json;
  try {
    json = parse_json(text, name, limits.deepest_json);
  } catch (const Json::exception&) {
    throw Error(Place{name}, "expected a certificate, found no JSON (is the file cut off?)");
  }
  if (!json.is_object() || !json.contains("certificate"))
    throw Error(Place{name}, "expected a certificate, found other JSON");
  if (!json["certificate"].is_number_integer() || json["certificate"] != kVersion) {
    throw Error(Place{name},
                fmt::format("expected a certificate of version {}, found {} (get a newer "
                            "perceptron)",
                            kVersion, json_text(json["certificate"])));
  }
  DecodedCertificate decoded;
  try {
    const Json claimed = json.at("checksum");
    json.erase("checksum");
    if (!claimed.is_string() || !checksums_match(checksum(json), claimed.get<std::string>()))
      decoded.damage = "its checksum does not match, so it was changed after it was written";
    decoded.certificate = read(json);
  } catch (const Json::exception&) {
    decoded.damage = "a field is missing or not of its type";
  } catch (const std::exception& error) {
    decoded.damage = content_fault(error);
  }
  return decoded;
}

double number_of(const std::string& text) { return parse_exact(text).get_d(); }

std::string describe_objective(const Certificate& certificate) {
  const Objective& objective = certificate.objective;
  const auto& weights = objective.class_weights;
  std::string text = fmt::format("{} loss, l1 {}, l2 {}", objective.loss, number_of(objective.l1),
                                 number_of(objective.l2));
  const bool weighted = std::any_of(weights.begin(), weights.end(),
                                    [](const std::string& each) { return parse_exact(each) != 1; });
  for (std::size_t c = 0; weighted && c < weights.size(); ++c) {
    text += c == 0 ? ", class weights " : c + 1 < weights.size() ? ", " : " and ";
    text += fmt::format("{}", number_of(weights[c]));
  }
  if (!certificate.data.offset) return text + ", no offset";
  return text + (objective.penalised_offset ? ", penalised offset" : ", free offset");
}

bool looks_like_certificate(std::string_view start) {
  const auto at = start.find_first_not_of(" \t\r\n");
  return at != std::string_view::npos && start.substr(at, 1) == "{" &&
         start.find("\"certificate\"") != std::string_view::npos;
}

}  // namespace perceptron::core
