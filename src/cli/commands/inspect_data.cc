#include "cli/commands/inspect_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/memory.h"
#include "base/text.h"
#include "cli/spelling.h"
#include "cli/text_table.h"

namespace perceptron::core {
namespace {

std::string column_text(std::uint64_t position, const std::string& name) {
  return fmt::format("column {}{}", position + 1, name.empty() ? "" : ", " + in_quotes(name));
}

std::string cache_text(const Cache& cache) {
  const std::string& from = cache.origin().path;
  return fmt::format("{} in {}{}", format_bytes(cache.bytes()), plural(cache.blocks(), "block"),
                     from.empty() || from == "-" ? "" : ", made from " + printable(from));
}

std::string facts_text(const Dataset& data, const DataSummary& summary, const Cache* cache) {
  TextTable facts("<<");
  facts.add({"rows", with_commas(summary.rows)});
  facts.add({"features", with_commas(summary.features)});
  if (data.schema.table && !data.labels.empty())
    facts.add({"label", column_text(data.schema.label_position, data.schema.label_name)});
  if (!data.weights.empty()) {
    if (const auto position = data.schema.weight_position)
      facts.add({"weight", column_text(*position, data.schema.weight_name)});
    facts.add({"total weight", brief(summary.total_weight)});
  }
  const double cells = static_cast<double>(summary.rows) * static_cast<double>(summary.features);
  const auto nonzeros = static_cast<double>(summary.nonzeros);
  facts.add({"nonzeros", fmt::format("{} ({:.3g} % of all values)", with_commas(summary.nonzeros),
                                     cells > 0 ? 100 * nonzeros / cells : 0)});
  facts.add({"stored as", fmt::format("{} rows of {}", summary.sparse ? "sparse" : "dense",
                                      summary.value_type)});
  if (cache != nullptr) facts.add({"cache", cache_text(*cache)});
  facts.add({"data hash", summary.hash});
  return facts.text("");
}

std::string classes_text(const Dataset& data, const DataSummary& summary, std::uint64_t most) {
  const auto& counts = summary.rows_of_classes;
  const std::size_t shown = std::min<std::size_t>(counts.size(), most);
  TextTable table("<>>");
  table.add({"class", "rows", "share"});
  for (std::size_t c = 0; c < shown; ++c) {
    const double share = static_cast<double>(counts[c]) / static_cast<double>(summary.rows);
    table.add(
        {data.classes.names()[c], with_commas(counts[c]), fmt::format("{:.1f} %", 100 * share)});
  }
  std::string text = data.labels.empty() ? "" : '\n' + table.text("");
  if (shown < counts.size())
    text += fmt::format("… and {} more classes\n", with_commas(counts.size() - shown));
  return text;
}

std::string ranges_text(const DataSummary& summary) {
  TextTable table("<>>>>");
  table.add({"feature", "minimum", "mean", "maximum", "nonzero"});
  for (const FeatureRange& range : summary.ranges) {
    table.add({range.name, brief(range.minimum), brief(range.mean), brief(range.maximum),
               with_commas(range.nonzeros)});
  }
  std::string text = '\n' + table.text("");
  if (summary.ranges.size() < summary.features)
    text += fmt::format("… and {} more (--top N shows more)\n",
                        with_commas(summary.features - summary.ranges.size()));
  return text;
}

// A bar for each tenth of the range.
std::string bars(const std::vector<std::uint64_t>& histogram) {
  constexpr std::array kBars = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::uint64_t most = *std::max_element(histogram.begin(), histogram.end());
  std::string text;
  for (const std::uint64_t rows : histogram) {
    const double height = most > 0 ? static_cast<double>(rows) / static_cast<double>(most) : 0;
    // Only an empty tenth is a space.
    const auto bar =
        static_cast<std::size_t>(std::ceil(height * static_cast<double>(kBars.size())));
    text += bar == 0 ? " " : kBars[bar - 1];
  }
  return text;
}

std::string values_text(const ColumnProfile& column) {
  if (column.numbers) {
    const NumberSummary& numbers = *column.numbers;
    return fmt::format("{} {} to {}, mean {}, deviation {}", bars(numbers.histogram),
                       brief(numbers.minimum), brief(numbers.maximum),
                       brief(numbers.mean, Round::nearest, 4),
                       brief(numbers.deviation, Round::nearest, 4));
  }
  constexpr std::size_t kLongest = 24;
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(column.frequent.size(), 3); ++i) {
    const auto& [value, rows] = column.frequent[i];
    std::size_t end = 0;
    while (end < std::min(value.size(), kLongest))
      end += std::max<std::size_t>(utf8_length(value, end), 1);
    text += fmt::format("{}{}{} ({})", i > 0 ? ", " : "", value.substr(0, end),
                        end < value.size() ? "…" : "", with_commas(rows));
  }
  return text;
}

ColumnRecord column_record(const ColumnProfile& column) {
  ColumnRecord record;
  record.name = column.name;
  record.position = column.position;
  record.type = column.type;
  record.missing = column.missing;
  record.distinct = column.distinct;
  record.more_distinct = column.many;
  record.not_numbers = column.others;
  record.association = column.association;
  if (column.numbers) {
    const NumberSummary& numbers = *column.numbers;
    record.numbers = {numbers.minimum, numbers.maximum, numbers.mean, numbers.deviation,
                      numbers.histogram};
  }
  for (const auto& [value, rows] : column.frequent) record.frequent.push_back({value, rows});
  return record;
}

}  // namespace

DataFileRecord data_file_record(const InspectedData& inspected) {
  const auto& [data, summary, cache, profile] = inspected;
  DataFileRecord record;
  record.rows = summary.rows;
  record.features = summary.features;
  record.nonzeros = summary.nonzeros;
  record.layout = summary.sparse ? "sparse" : "dense";
  record.values = summary.value_type;
  for (std::size_t c = 0; c < summary.rows_of_classes.size(); ++c)
    record.classes.emplace_back(data.classes.names()[c], summary.rows_of_classes[c]);
  record.data_hash = summary.hash;
  if (!data.weights.empty()) record.total_weight = summary.total_weight;
  if (cache != nullptr)
    record.cache = {cache->bytes(), cache->id_type(), cache->blocks(), cache->origin().path};
  for (const FeatureRange& range : summary.ranges)
    record.ranges.push_back({range.name, range.minimum, range.maximum, range.mean, range.nonzeros});
  if (profile != nullptr) {
    record.columns.emplace();
    for (const ColumnProfile& column : profile->columns)
      record.columns->push_back(column_record(column));
    record.warnings.emplace();
    for (const ProfileWarning& warning : profile->warnings)
      record.warnings->push_back({warning.what, warning.column, in_options(warning.message)});
  }
  return record;
}

std::string data_summary_text(const InspectedData& inspected, std::uint64_t most_classes) {
  return facts_text(inspected.data, inspected.summary, inspected.cache) +
         classes_text(inspected.data, inspected.summary, most_classes) +
         (inspected.profile != nullptr ? "" : ranges_text(inspected.summary));
}

std::string profile_text(const TableProfile& profile, std::uint64_t most_columns) {
  std::string text;
  for (const ProfileWarning& warning : profile.warnings)
    text += fmt::format("! {}\n", in_options(warning.message));
  if (!text.empty()) text += '\n';
  TextTable table("<<>>><");
  table.add({"column", "type", "missing", "distinct", "class", "values"});
  const std::size_t shown = std::min<std::size_t>(profile.columns.size(), most_columns);
  for (std::size_t i = 0; i < shown; ++i) {
    const ColumnProfile& column = profile.columns[i];
    table.add({column.name, std::string(name_of(column.type)), with_commas(column.missing),
               (column.many ? ">" : "") + with_commas(column.distinct),
               column.association ? fmt::format("{:.2f}", *column.association) : "",
               values_text(column)});
  }
  text += table.text("");
  if (shown < profile.columns.size())
    text += fmt::format("… and {} more (--top N shows more)\n",
                        with_commas(profile.columns.size() - shown));
  return text + "class: how well the column alone tells the classes apart, from 0 to 1\n\n";
}

}  // namespace perceptron::core
