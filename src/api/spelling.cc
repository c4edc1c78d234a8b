#include "api/spelling.h"

#include <algorithm>
#include <array>
#include <utility>

namespace perceptron::api {
namespace {

// The fields whose names are not those of the tables with underscores.
constexpr auto kFields = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"certificate", "certify"},
    {"certify", "certify_answers"},
    {"split", "order"},
});

std::string field_name(std::string_view name) {
  for (const auto& [table, field] : kFields) {
    if (table == name) return std::string(field);
  }
  std::string field(name);
  std::replace(field.begin(), field.end(), '-', '_');
  return field;
}

}  // namespace

std::string in_fields(const core::Message& message) {
  return message.text([](const core::Mention& mention) {
    const std::string field = field_name(mention.name);
    return mention.value.empty() ? field : field + " = " + mention.value;
  });
}

std::string table_name(std::string_view field) {
  std::string name(field);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

}  // namespace perceptron::api
