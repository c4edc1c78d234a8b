#include "cli/separation_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace perceptron::core {
namespace {

std::string coefficient_name(const MarginData& data, std::uint64_t feature) {
  if (feature < data.subject.features) return data.data.schema.feature_name(feature);
  return data.lift ? "constant" : "offset";
}

std::string some(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 12;
  std::string text;
  for (std::size_t k = 0; k < names.size() && k < kShown; ++k)
    text += (k == 0 ? "" : ", ") + printable(names[k]);
  if (names.size() > kShown)
    text += fmt::format(" and {} more (in the JSON)", with_commas(names.size() - kShown));
  return text;
}

std::string separation_text(const SeparationRecord& separation, std::uint64_t rows) {
  if (!separation.separation) return "not decided: an exact answer is out of reach for this data";
  switch (*separation.separation) {
    case Separation::complete:
      return "complete: a plane has every row strictly on its side";
    case Separation::quasi_complete:
      return fmt::format(
          "quasi-complete: a plane has no row on its wrong side, but {} of {} on itself; {}",
          with_commas(*separation.on_plane), plural(rows, "row"),
          separation.overlap_on_plane.value_or(true) ? "those overlap"
                                                     : "those are all the same point");
    case Separation::none:
      break;
  }
  return "none: the classes overlap, and every coefficient has a finite best value";
}

std::string infinite_text(const SeparationRecord& separation) {
  if (!separation.infinite) return "not decided: an exact answer is out of reach for this data";
  if (separation.infinite->empty()) return "no coefficient has a certain sign";
  std::vector<std::string> names;
  for (const InfiniteRecord& each : *separation.infinite)
    names.push_back(each.feature + (each.sign.value > 0 ? " to +∞" : " to −∞"));
  return some(names);
}

}  // namespace

SeparationRecord separation_record(const Diagnosis& found, const MarginData& data) {
  SeparationRecord record;
  record.separation = found.separation;
  if (found.separation && found.separation != Separation::none) {
    record.on_plane = found.on_plane.size();
    if (!found.on_plane.empty()) record.overlap_on_plane = !found.at_one_point;
  }
  if (found.has_coefficients) {
    record.infinite.emplace();
    for (const CoefficientProof& each : found.infinite) {
      InfiniteRecord& own = record.infinite->emplace_back();
      own.feature = coefficient_name(data, each.feature);
      if (each.feature < data.data.features()) own.number = each.feature + 1;
      own.sign.value = each.sign;
    }
  }
  for (const std::uint64_t feature : found.undetermined)
    record.undetermined.push_back(coefficient_name(data, feature));
  for (const AliasedFeature& each : found.aliased)
    record.aliased.push_back(coefficient_name(data, each.feature));
  return record;
}

void add_separation(const SeparationRecord& separation, std::uint64_t rows, TextTable& facts) {
  facts.add({"separation", separation_text(separation, rows)});
  if (!separation.separation) return;
  if (separation.separation != Separation::none) {
    facts.add({"infinite", infinite_text(separation)});
    if (!separation.undetermined.empty())
      facts.add({"to either side", some(separation.undetermined)});
  }
  if (!separation.aliased.empty())
    facts.add({"aliased", some(separation.aliased) +
                              ": taken to be 0, since sums of the columns before give the same"});
}

}  // namespace perceptron::core
