// The table of limits on what is read from files. Their type is in <perceptron/limits.h>. They do
// not change how a file is read, so they are part of neither models nor certificates.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <perceptron/error.h>
#include <perceptron/limits.h>
#include "base/options.h"

namespace perceptron::core {

inline constexpr std::string_view kLongestLineLimit = "longest-line";
inline constexpr std::string_view kDeepestJsonLimit = "deepest-json";
inline constexpr std::string_view kLargestCertificateLimit = "largest-certificate";
inline constexpr std::string_view kLargestRecordLimit = "largest-record";
inline constexpr std::string_view kLargestHeaderLimit = "largest-header";
inline constexpr std::string_view kMostFeaturesLimit = "most-features";
inline constexpr std::string_view kMostClassesLimit = "most-classes";

// What a file holds, one bit each. A cache holds data.
enum class Content : unsigned { data = 1, model = 2, certificate = 4, record = 8 };
constexpr auto enum_names(Content) {
  return std::array{std::pair{Content::data, "data"}, std::pair{Content::model, "model"},
                    std::pair{Content::certificate, "certificate"},
                    std::pair{Content::record, "record"}};
}
constexpr Content operator|(Content a, Content b) {
  return static_cast<Content>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

// A limit with what it limits, from which commands and functions know the limits they take.
struct LimitOption : Option<Limits> {
  constexpr LimitOption(const Option<Limits>& option, Content limited)
      : Option(option), contents(limited) {}

  // Whether it applies to one of these contents.
  constexpr bool limits(Content some) const {
    return (static_cast<unsigned>(contents) & static_cast<unsigned>(some)) != 0;
  }

  Content contents;
};

inline constexpr auto kLimitOptions = std::to_array<LimitOption>({
    {option<&Limits::longest_line>(
         kLongestLineLimit, "BYTES", "",
         "refuse text with longer lines (it is probably not text) before they fill the memory",
         1'000'000, 1e12),
     Content::data},
    // The JSON library recurses when it writes, so the largest depth is one that any stack holds.
    {option<&Limits::deepest_json>(kDeepestJsonLimit, "N", "",
                                   "refuse JSON that is nested deeper (certificates, records, "
                                   "headers of models, footers of caches)",
                                   16, 1000),
     Content::data | Content::model | Content::certificate | Content::record},
    {option<&Limits::largest_certificate>(
         kLargestCertificateLimit, "BYTES", "",
         "refuse larger certificates, also compressed ones and those inside models", 100, 1e12),
     Content::model | Content::certificate},
    {option<&Limits::largest_record>(kLargestRecordLimit, "BYTES", "",
                                     "refuse larger records of runs, also compressed ones", 100,
                                     1e12),
     Content::record},
    {option<&Limits::largest_header>(
         kLargestHeaderLimit, "BYTES", "",
         "refuse models with a larger header and caches with a larger footer", 100, 1e12),
     Content::data | Content::model},
    {option<&Limits::most_features>(kMostFeaturesLimit, "N", "",
                                    "refuse data, caches and models with more features", 1,
                                    4'294'967'295.0),
     Content::data | Content::model},
    {option<&Limits::most_classes>(kMostClassesLimit, "N", "",
                                   "refuse data, caches and models with more classes", 2,
                                   4'294'967'295.0),
     Content::data | Content::model},
});

// Throws an Error that names the limit and how to raise it. `what` is what was expected, with {}
// for the limit: "a certificate of at most {} bytes"; `found` is empty if only known to be more.
[[noreturn]] void refuse_excess(const Place& place, std::string_view limit, std::string_view what,
                                std::uint64_t most, std::optional<std::uint64_t> found = {});

// Refuses `found` if it is more than `most`.
inline void require_within(const Place& place, std::string_view limit, std::string_view what,
                           std::uint64_t most, std::uint64_t found) {
  if (found > most) refuse_excess(place, limit, what, most, found);
}

// The two that apply to data, caches and models alike.
inline void require_few_features(const Place& place, const Limits& limits, std::uint64_t found) {
  require_within(place, kMostFeaturesLimit, "at most {} features", limits.most_features, found);
}
inline void require_few_classes(const Place& place, const Limits& limits, std::uint64_t found) {
  require_within(place, kMostClassesLimit, "at most {} classes", limits.most_classes, found);
}

// Throws a usage error if a limit is out of range: for limits that a program assigned.
inline void require_ranges(const Limits& limits) { find_changed(limits, kLimitOptions); }

}  // namespace perceptron::core
