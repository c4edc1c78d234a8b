#include "cli/commands/inspect_data.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.h"
#include "base/text.h"
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

}  // namespace

DataFileRecord data_file_record(const Dataset& data, const DataSummary& summary,
                                const Cache* cache) {
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
  return record;
}

std::string data_summary_text(const Dataset& data, const DataSummary& summary, const Cache* cache,
                              std::uint64_t most_classes) {
  return facts_text(data, summary, cache) + classes_text(data, summary, most_classes) +
         ranges_text(summary);
}

}  // namespace perceptron::core
