#include "data/classes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "base/number.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

// The numeric value of a class name, if it is finite.
std::optional<double> value_of(std::string_view name) {
  const auto value = parse_number(name);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

// Beyond 2⁵³ different integers may parse to the same double.
bool is_exact(double value) { return std::abs(value) < 0x1p53; }

}  // namespace

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.find_first_of("\n\t") == std::string_view::npos && is_text(name);
}

Classes::Classes(const std::vector<std::string>& names) {
  for (const std::string& name : names) intern(name);
}

std::optional<std::uint32_t> Classes::find(std::string_view name) const {
  if (const auto at = by_name_.find(name); at != by_name_.end()) return at->second;
  if (const auto value = value_of(name); value && is_exact(*value)) {
    if (const auto at = by_value_.find(*value); at != by_value_.end()) return at->second;
  }
  return std::nullopt;
}

std::vector<std::string> Classes::plain_names() const {
  std::vector<std::string> plain = names_;
  for (std::string& name : plain) {
    if (const auto value = value_of(name); value && is_exact(*value))
      name = format_number(*value + 0.0);  // -0 is 0
  }
  return plain;
}

std::uint32_t Classes::intern(std::string_view name) {
  if (const auto known = find(name)) {
    if (by_name_.emplace(name, *known).second && !merged_) merged_.emplace(names_[*known], name);
    return *known;
  }
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(name);
  by_name_.emplace(name, number);
  if (const auto value = value_of(name)) {
    ++numbers_;
    if (is_exact(*value)) by_value_.emplace(*value, number);
  }
  return number;
}

std::vector<std::uint32_t> Classes::sort() {
  std::vector<std::uint32_t> order(names_.size());
  std::iota(order.begin(), order.end(), 0U);
  if (numbers_ == names_.size()) {
    std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
      return std::make_tuple(*value_of(names_[a]), names_[a].size(), names_[a]) <
             std::make_tuple(*value_of(names_[b]), names_[b].size(), names_[b]);
    });
  } else {
    std::sort(order.begin(), order.end(),
              [this](std::uint32_t a, std::uint32_t b) { return names_[a] < names_[b]; });
  }
  std::vector<std::string> names;
  std::vector<std::uint32_t> number(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    number[order[i]] = i;
    names.push_back(names_[order[i]]);
  }
  const auto merged = merged_;
  *this = Classes(names);
  merged_ = merged;
  return number;
}

bool are_identifiers(std::uint64_t values, std::uint64_t rows) {
  constexpr std::uint64_t kFewest = 50;
  return rows >= kFewest && 2 * values > rows;
}

bool are_quantities(const Classes& classes, std::uint64_t rows) {
  constexpr std::size_t kFewest = 20;
  if (classes.size() <= kFewest) return false;
  bool whole = true;
  for (const std::string& name : classes.names()) {
    const auto number = parse_number(name);
    if (!number) return false;
    whole = whole && *number == std::floor(*number);
  }
  return !whole || 10 * classes.size() > rows;
}

}  // namespace perceptron::core
