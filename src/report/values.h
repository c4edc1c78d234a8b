// Conversions from values of a record to those of a page.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

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

// The columns of a legend with these names, as an expression of the plot's width, so that none is
// cut off, on phones too; null where a single line has room for all.
inline Json legend_columns(const std::vector<std::string>& names) {
  constexpr std::size_t kCharacter = 8;  // pixels
  constexpr std::size_t kSymbol = 36;    // with the space around it
  constexpr std::size_t kNarrow = 300;
  constexpr std::size_t kWide = 500;
  constexpr std::size_t kLongest = 25;  // characters; the rest of a name is not shown
  std::size_t all = 0;
  std::size_t widest = 0;
  for (const std::string& name : names) {
    const std::size_t width = kCharacter * std::min(name.size(), kLongest) + kSymbol;
    all += width;
    widest = std::max(widest, width);
  }
  if (all <= kNarrow) return nullptr;
  const auto room = [&](std::size_t width) {
    return std::to_string(std::max<std::size_t>(1, width / widest));
  };
  return {{"expr", "width < 440 ? " + room(kNarrow) + " : " + room(kWide)}};
}

}  // namespace perceptron::core
