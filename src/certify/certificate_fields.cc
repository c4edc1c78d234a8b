#include "certify/certificate_fields.h"

#include <iterator>
#include <stdexcept>
#include <utility>

#include "base/interrupt.h"
#include "certify/exact.h"

namespace perceptron::core {

const Json::array_t& list_in(const Json& json) { return json.get_ref<const Json::array_t&>(); }

std::vector<std::string> texts_in(const Json& json) {
  constexpr std::size_t kOften = 65536;
  std::vector<std::string> all;
  all.reserve(json.size());
  for (const Json& each : list_in(json)) {
    all.push_back(each.get<std::string>());
    if (all.size() % kOften == 0) check_interrupt();
  }
  return all;
}

std::uint64_t count_in(const Json& json) {
  if (!json.is_number_unsigned()) throw std::out_of_range("a count is out of range");
  return json.get<std::uint64_t>();
}

std::string number_in(const Json& json) {
  parse_exact(json.get<std::string>());
  return json;
}

std::uint64_t read_index(const Json& json, const char* what) {
  if (count_in(json) == 0) throw std::out_of_range(std::string(what) + " are counted from 1");
  return count_in(json) - 1;
}

void read_plane(const Json& json, bool offset, std::vector<std::string>& plane) {
  std::vector<std::string> weights = texts_in(json.at("weights"));
  std::move(weights.begin(), weights.end(), std::back_inserter(plane));
  if (offset) plane.push_back(json.at("offset"));
}

Json plane_json(std::span<const std::string> plane, bool offset) {
  const std::span<const std::string> weights = plane.first(plane.size() - (offset ? 1 : 0));
  Json json = {{"weights", std::vector<std::string>(weights.begin(), weights.end())}};
  if (offset) json["offset"] = plane.back();
  return json;
}

}  // namespace perceptron::core
