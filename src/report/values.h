// Conversions from values of a record to those of a page.
#pragma once

#include <cmath>
#include <string>
#include <variant>

#include "base/json.h"
#include "base/text.h"
#include "report/fields.h"

namespace perceptron::core {

// Anything but a number becomes NaN.
inline double number(const Json& json) { return json.is_number() ? json.get<double>() : NAN; }
inline double number(const RecordValue& value) {
  if (const auto* count = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*count);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return NAN;
}

// A bound on a count, rounded down to the largest count it allows.
inline std::string floor_text(double bound) {
  constexpr double kExact = 1e15;
  const double whole = std::floor(bound);
  return whole >= 0 && whole < kExact ? with_commas(static_cast<std::uint64_t>(whole))
                                      : brief(whole);
}

// A Vega-Lite spec as it is written.
inline Json spec(const char* text) { return Json::parse(text); }

// The powers of ten around these numbers, for logarithmic axes.
inline Json powers(double low, double high) {
  Json list = Json::array();
  if (!(low > 0) || !std::isfinite(high)) return list;
  const auto last = static_cast<int>(std::ceil(std::log10(high)));
  for (auto k = static_cast<int>(std::floor(std::log10(low))); k <= last; ++k)
    list.push_back(std::pow(10, k));
  return list;
}

// A name from data, which must not be mistaken for a colour of the page.
inline std::string plain(std::string name) {
  if (name.starts_with('@')) name.insert(0, "\u200b");
  return name;
}

}  // namespace perceptron::core
