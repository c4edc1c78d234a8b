#include "cli/commands/inspect_data.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.h"
#include "base/text.h"
#include "cli/text_table.h"

namespace perceptron {
namespace {

std::string column_text(std::uint64_t position, const std::string& name) {
  return fmt::format("column {}{}", position + 1, name.empty() ? "" : ", " + in_quotes(name));
}

std::string cache_text(const Cache& cache) {
  const std::string& from = cache.origin().path;
  return fmt::format("{} in {}{}", format_bytes(cache.bytes()), plural(cache.blocks(), "block"),
                     from.empty() || from == "-" ? "" : ", made of " + printable(from));
}

std::string facts_text(const Dataset& data, const DataSummary& summary, const Cache* cache) {
  TextTable facts("<<");
  facts.add({"rows", with_commas(summary.rows)});
  facts.add({"features", with_commas(summary.features)});
  if (data.schema.table && !data.labels.empty())
    facts.add({"label", column_text(data.schema.label_position, data.schema.label_name)});
  if (const auto position = data.schema.weight_position; position && !data.weights.empty()) {
    facts.add({"weight", column_text(*position, data.schema.weight_name)});
    facts.add({"total weight", brief(summary.total_weight)});
  }
  const double cells = static_cast<double>(summary.rows) * static_cast<double>(summary.features);
  const auto nonzeros = static_cast<double>(summary.nonzeros);
  facts.add({"nonzeros", fmt::format("{} ({:.3g} % of all values)", with_commas(summary.nonzeros),
                                     cells > 0 ? 100 * nonzeros / cells : 0)});
  facts.add({"kept as", fmt::format("{} rows of {}", summary.sparse ? "sparse" : "dense",
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

Json data_summary_json(const Dataset& data, const DataSummary& summary, const Cache* cache) {
  Json classes = Json::object();
  for (std::size_t c = 0; c < summary.rows_of_classes.size(); ++c)
    classes[data.classes.names()[c]] = summary.rows_of_classes[c];
  Json json = {{"kind", "dataset"},
               {"rows", summary.rows},
               {"features", summary.features},
               {"nonzeros", summary.nonzeros},
               {"layout", summary.sparse ? "sparse" : "dense"},
               {"values", summary.value_type},
               {"classes", classes},
               {"data_hash", summary.hash}};
  if (!data.weights.empty()) json["total_weight"] = summary.total_weight;
  if (cache != nullptr)
    json["cache"] = {{"bytes", cache->bytes()},
                     {"ids", cache->id_type()},
                     {"blocks", cache->blocks()},
                     {"made_of", cache->origin().path}};
  Json ranges = Json::array();
  for (const FeatureRange& range : summary.ranges) {
    ranges.push_back({{"feature", range.name},
                      {"minimum", range.minimum},
                      {"maximum", range.maximum},
                      {"mean", range.mean},
                      {"nonzeros", range.nonzeros}});
  }
  json["ranges"] = std::move(ranges);
  return json;
}

std::string data_summary_text(const Dataset& data, const DataSummary& summary, const Cache* cache,
                              std::uint64_t most_classes) {
  return facts_text(data, summary, cache) + classes_text(data, summary, most_classes) +
         ranges_text(summary);
}

}  // namespace perceptron
