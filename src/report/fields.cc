#include "report/fields.h"

#include <limits>

namespace perceptron::core {

void FieldReader::read(const Json& json, const std::string& where, bool& value) {
  if (!json.is_boolean()) throw RecordError(where, "expected true or false");
  value = json.get<bool>();
}

void FieldReader::read(const Json& json, const std::string& where, double& value) {
  // JSON has no infinity or NaN; they are written as null.
  if (!json.is_number() && !json.is_null()) throw RecordError(where, "expected a number");
  value = json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

void FieldReader::read(const Json& json, const std::string& where, std::uint64_t& value) {
  if (!json.is_number_integer() || (!json.is_number_unsigned() && json.get<std::int64_t>() < 0))
    throw RecordError(where, "expected a whole number");
  value = json.get<std::uint64_t>();
}

void FieldReader::read(const Json& json, const std::string& where, std::uint32_t& value) {
  std::uint64_t wide = 0;
  read(json, where, wide);
  if (wide > std::numeric_limits<std::uint32_t>::max())
    throw RecordError(where, "expected a smaller number");
  value = static_cast<std::uint32_t>(wide);
}

void FieldReader::read(const Json& json, const std::string& where, std::string& value) {
  if (!json.is_string()) throw RecordError(where, "expected a text");
  value = json.get<std::string>();
}

void FieldReader::read(const Json& json, const std::string& where, RecordValue& value) {
  if (json.is_null()) {
    value = std::monostate();
  } else if (json.is_boolean()) {
    value = json.get<bool>();
  } else if (json.is_number_unsigned()) {
    value = json.get<std::uint64_t>();
  } else if (json.is_number()) {
    value = json.get<double>();
  } else if (json.is_string()) {
    value = json.get<std::string>();
  } else {
    throw RecordError(where, "expected a number or a text");
  }
}

}  // namespace perceptron::core
