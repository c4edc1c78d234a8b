#include "certify/answers_json.h"

#include "certify/certificate_fields.h"

namespace perceptron::core {
namespace {

std::vector<std::uint64_t> read_places(const Json& json, const char* what) {
  std::vector<std::uint64_t> places;
  places.reserve(json.size());
  for (const Json& each : list_in(json)) places.push_back(read_index(each, what));
  return places;
}

Json places_json(const std::vector<std::uint64_t>& places) {
  Json json = Json::array();
  for (const std::uint64_t place : places) json.push_back(place + 1);
  return json;
}

}  // namespace

void read_answers(const Json& claim, Certificate& certificate) {
  if (claim.contains("radius")) {
    certificate.radius = number_in(claim.at("radius"));
    if (certificate.data.offset && !certificate.objective.penalised_offset) {
      certificate.offset_lower = number_in(claim.at("offset").at("lower"));
      certificate.offset_upper = number_in(claim.at("offset").at("upper"));
    }
  }
  certificate.positive_weights = read_places(claim.at("positive"), "features");
  certificate.negative_weights = read_places(claim.at("negative"), "features");
  certificate.zero_weights = read_places(claim.at("zero"), "features");
  certificate.outside = read_places(claim.at("outside"), "rows");
}

void add_answers(const Certificate& certificate, Json& claim) {
  if (!certificate.radius.empty()) claim["radius"] = certificate.radius;
  if (!certificate.offset_lower.empty())
    claim["offset"] = {{"lower", certificate.offset_lower}, {"upper", certificate.offset_upper}};
  claim["positive"] = places_json(certificate.positive_weights);
  claim["negative"] = places_json(certificate.negative_weights);
  claim["zero"] = places_json(certificate.zero_weights);
  claim["outside"] = places_json(certificate.outside);
}

}  // namespace perceptron::core
