// What is in a file: of a table its columns, of a model its weights.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/charts.h"
#include "report/run_section.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kClassesDrawn = 40;

void show_classes(const NamedValues<std::uint64_t>& classes, RunSection& section) {
  if (classes.empty()) return;
  section.topic("Classes");
  NamedValues<std::uint64_t> drawn = classes;
  std::ranges::stable_sort(drawn, std::greater(), [](const auto& each) { return each.second; });
  drawn.resize(std::min(drawn.size(), kClassesDrawn));
  std::string caption;
  if (drawn.size() < classes.size())
    caption =
        fmt::format("The {} most frequent of {}.", drawn.size(), plural(classes.size(), "class"));
  section.draw("classes", classes_chart(drawn.size() < classes.size() ? drawn : classes),
               "The number of rows of each class.", caption);
}

void show_warnings(const std::vector<ProfileWarningRecord>& warnings, RunSection& section) {
  if (warnings.empty()) return;
  section.topic("Check before training");
  std::vector<std::vector<std::string>> rows;
  rows.reserve(warnings.size());
  for (const ProfileWarningRecord& warning : warnings)
    rows.push_back({warning.column.empty() ? "rows" : warning.column, warning.message});
  section.page().table({"column", "what looks like a mistake"}, rows);
}

std::string values_of(const ColumnRecord& column) {
  if (column.numbers)
    return fmt::format("{} to {}, mean {}, standard deviation {}",
                       cell_text(column.numbers->minimum), cell_text(column.numbers->maximum),
                       cell_text(column.numbers->mean), cell_text(column.numbers->deviation));
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(column.frequent.size(), kShown); ++i)
    text += fmt::format("{}{} ({})", i > 0 ? ", " : "", column.frequent[i].value,
                        with_commas(column.frequent[i].rows));
  return text;
}

void show_table_of(const std::vector<ColumnRecord>& columns, RunSection& section) {
  constexpr std::size_t kListed = 200;
  section.topic("Columns");
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < std::min(columns.size(), kListed); ++i) {
    const ColumnRecord& column = columns[i];
    rows.push_back({column.name, std::string(name_of(column.type)), cell_text(column.missing),
                    (column.more_distinct ? ">" : "") + cell_text(column.distinct),
                    column.association ? fmt::format("{:.2f}", *column.association) : "–",
                    values_of(column)});
  }
  section.page().table({"column", "type", "missing", "distinct", "association", "values"}, rows,
                       columns.size() > kListed ? fmt::format("The first {} of {}.", kListed,
                                                              plural(columns.size(), "column"))
                                                : "");
}

void show_columns(const std::vector<ColumnRecord>& columns, std::uint64_t rows,
                  RunSection& section) {
  show_table_of(columns, section);
  const Json association = association_chart(columns);
  if (!association["data"]["values"].empty())
    section.draw("association", association,
                 "How well each column alone tells the classes apart, the best first.",
                 "How well a column alone tells the classes apart, from 0 to 1: the correlation "
                 "ratio of numbers, Cramér's V of texts. A column at 1 may contain the answer.");
  const Json missing = missing_chart(columns, rows);
  if (!missing["data"]["values"].empty()) {
    section.topic("Missing values");
    section.draw("missing", missing, "The fraction of rows in which each column has no value.",
                 "Columns without missing values are left out.");
  }
  const Json histograms = histograms_chart(columns);
  if (histograms["concat"].empty()) return;
  section.topic("Distributions");
  section.draw("distributions", histograms,
               "The number of rows in each tenth of the range of a column of numbers.",
               "Rows in each tenth of the range of a column, every column on its own scales.");
}

void show_file(const DataFileRecord& file, RunSection& section) {
  Facts facts;
  facts.add("rows", file.rows);
  facts.add("features", file.features);
  facts.add("classes", std::uint64_t{file.classes.size()});
  facts.add("nonzeros", file.nonzeros);
  facts.add("total weight", file.total_weight);
  section.page().facts(facts.list());
  if (file.warnings) show_warnings(*file.warnings, section);
  show_classes(file.classes, section);
  if (file.columns) show_columns(*file.columns, file.rows, section);
}

std::string list_of(const std::vector<FeatureWeightRecord>& weights) {
  std::string text;
  for (const FeatureWeightRecord& each : weights)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", each.feature,
                        brief(each.weight, Round::nearest, 4));
  return text;
}

void show_file(const ModelFileRecord& file, RunSection& section) {
  Facts facts;
  facts.add("learner", file.learner);
  facts.add("features", file.features);
  facts.add("classes", std::uint64_t{file.classes.size()});
  facts.add("weights of 0", file.zero_weights);
  facts.add("trained on rows", file.rows);
  section.page().facts(facts.list());
  if (file.top && !file.top->empty() && file.classes.size() == 2) {
    WeightsRecord plane;
    plane.negative = file.classes[0];
    plane.positive = file.classes[1];
    plane.features = file.features;
    plane.largest = *file.top;
    show_weights({plane}, 1, section);
  }
  if (!file.per_class) return;
  section.topic("Largest weights");
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, features] : *file.per_class)
    rows.push_back({name, list_of(features.in_favour), list_of(features.against)});
  section.page().table({"class", "for", "against"}, rows);
}

void show_file(const CertificateFileRecord& file, RunSection& section) {
  Facts facts;
  facts.add("rows of the data", file.rows);
  facts.add("features", file.features);
  facts.add("rows used", file.points);
  section.page().facts(facts.list());
  section.page().note("It is about the data with the hash " + file.data_hash + ".");
}

}  // namespace

void show(const InspectionRecord& record, RunSection& section) {
  std::visit([&](const auto& file) { show_file(file, section); }, record.result.file);
}

}  // namespace perceptron::core
