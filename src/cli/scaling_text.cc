#include "cli/scaling_text.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <vector>

#include "base/text.h"

namespace perceptron::core {
namespace {

// "700", with two digits.
std::string times_text(double factor) {
  constexpr double kMost = 1e9;
  if (!(factor < kMost)) return "more than a billion";
  const double unit = std::pow(10, std::floor(std::log10(factor)) - 1);
  const double rounded = std::round(factor / unit) * unit;
  return rounded < 10 ? fmt::format("{:.1f}", rounded)
                      : with_commas(static_cast<std::uint64_t>(std::llround(rounded)));
}

std::string columns_text(ScalingKind kind) {
  switch (kind) {
    case ScalingKind::standard:
      return "standardised columns";
    case ScalingKind::maxabs:
      return "columns divided by their largest values";
    case ScalingKind::none:
    case ScalingKind::unit:
    case ScalingKind::automatic:
      break;
  }
  return "columns as they are";
}

}  // namespace

std::string sizes_text(const ScalingChoice& choice) {
  switch (choice.sizes) {
    case ColumnSizes::unlike:
      return fmt::format("their sizes differ {}-fold", times_text(choice.factor));
    case ColumnSizes::off_centre:
      return fmt::format("the mean of one is {} of its standard deviations away from 0",
                         times_text(choice.factor));
    case ColumnSizes::sparse:
      return "the rows are sparse";
    case ColumnSizes::alike:
      break;
  }
  return "they are of like size";
}

std::string scaling_text(const ScalingChoice& choice) {
  return fmt::format("{} (--scale {}), because {}", columns_text(choice.kind), name_of(choice.kind),
                     sizes_text(choice));
}

std::string scaling_text(ScalingKind others, const Schema& schema) {
  std::map<ScalingKind, std::vector<std::string>> own;
  for (const Column& column : schema.columns) {
    if (column.scaling && *column.scaling != others) own[*column.scaling].push_back(column.name);
  }
  std::string text(name_of(others));
  for (const auto& [kind, names] : own)
    text += fmt::format("; {} for {}", name_of(kind), in_list(names));
  return text;
}

}  // namespace perceptron::core
