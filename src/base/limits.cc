#include "base/limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace perceptron::core {

namespace {

// How to raise the limit to what was found, where that is allowed.
std::string advice_to_raise(std::string_view limit, std::optional<std::uint64_t> found) {
  const auto* const option = std::find_if(kLimitOptions.begin(), kLimitOptions.end(),
                                          [&](const auto& each) { return each.name == limit; });
  const bool allowed = !found || static_cast<double>(*found) <= option->maximum;
  if (!allowed) return fmt::format("{} allows at most {:.0f}", setting(limit), option->maximum);
  return fmt::format("use {} if it is meant to be so",
                     found ? setting(limit, std::to_string(*found)) : "a larger " + setting(limit));
}

}  // namespace

void refuse_excess(const Place& place, std::string_view limit, std::string_view what,
                   std::uint64_t most, std::optional<std::uint64_t> found) {
  throw Error(
      place,
      fmt::format("expected {}, found {} ({})", fmt::format(fmt::runtime(what), with_commas(most)),
                  found ? with_commas(*found) : "more", advice_to_raise(limit, found)));
}

}  // namespace perceptron::core
