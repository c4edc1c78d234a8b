#include "certify/separation_fields.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "certify/certificate_fields.h"

namespace perceptron::core {
namespace {

// Of the rows as they are claimed.
std::uint64_t features_of(const Subject& subject) {
  return subject.features + (subject.lift.empty() ? 0 : 1);
}

// Counted from 1 in the file, where 0 is the offset.
std::uint64_t read_feature(const Json& json, const Subject& subject) {
  const std::uint64_t number = count_in(json);
  if (number == 0 && !subject.offset) throw std::out_of_range("planes have no offset");
  return number == 0 ? features_of(subject) : number - 1;
}

std::uint64_t feature_number(std::uint64_t feature, const Subject& subject) {
  return feature == features_of(subject) ? 0 : feature + 1;
}

int read_sign(const Json& json) {
  if (!json.is_number_integer() || (json != 1 && json != -1))
    throw std::out_of_range("expected the sign of a coefficient to be 1 or -1");
  return json == 1 ? 1 : -1;
}

void require_as_many(std::size_t proofs, std::size_t claims) {
  if (proofs != claims)
    throw std::out_of_range("the numbers of claims about coefficients and of their proofs differ");
}

}  // namespace

void read_separation(const Json& json, Certificate& certificate) {
  const Json& claim = json.at("claim");
  const Subject& subject = certificate.data;
  claim.at("separation").get_to(certificate.separation);
  for (const Json& each : list_in(claim.at("infinite"))) {
    certificate.infinite.push_back(
        {read_feature(each.at("feature"), subject), read_sign(each.at("sign")), {}, {}});
  }
  for (const Json& each : list_in(claim.at("aliased")))
    certificate.aliased.push_back({read_feature(each, subject), {}});
  const auto& infinite = list_in(json.at("infinite"));
  require_as_many(infinite.size(), certificate.infinite.size());
  for (std::size_t k = 0; k < infinite.size(); ++k) {
    CoefficientProof& proof = certificate.infinite[k];
    for (const Json& row : list_in(infinite[k].at("rows")))
      proof.rows.push_back(read_index(row, "rows"));
    proof.weights = texts_in(infinite[k].at("weights"));
  }
  const auto& aliased = list_in(json.at("aliased"));
  require_as_many(aliased.size(), certificate.aliased.size());
  for (std::size_t k = 0; k < aliased.size(); ++k)
    read_plane(aliased[k], subject.offset, certificate.aliased[k].direction);
  const std::size_t on_plane =
      json.contains("points") ? list_in(json.at("points").at("rows")).size() : 0;
  if (count_in(claim.at("on_plane")) != on_plane)
    throw std::out_of_range("the number of rows on the plane is not that of its proof");
}

Json separation_claim(const Certificate& certificate) {
  Json infinite = Json::array();
  for (const CoefficientProof& each : certificate.infinite)
    infinite.push_back(
        {{"feature", feature_number(each.feature, certificate.data)}, {"sign", each.sign}});
  Json aliased = Json::array();
  for (const AliasedFeature& each : certificate.aliased)
    aliased.push_back(feature_number(each.feature, certificate.data));
  return {{"separation", certificate.separation},
          {"on_plane", certificate.points.size()},
          {"infinite", std::move(infinite)},
          {"aliased", std::move(aliased)}};
}

void add_coefficient_proofs(const Certificate& certificate, Json& json) {
  Json infinite = Json::array();
  for (const CoefficientProof& each : certificate.infinite) {
    Json rows = Json::array();
    for (const std::uint64_t row : each.rows) rows.push_back(row + 1);
    infinite.push_back({{"rows", std::move(rows)}, {"weights", each.weights}});
  }
  Json aliased = Json::array();
  for (const AliasedFeature& each : certificate.aliased)
    aliased.push_back(plane_json(each.direction, certificate.data.offset));
  json["infinite"] = std::move(infinite);
  json["aliased"] = std::move(aliased);
}

}  // namespace perceptron::core
