// Why rows are predicted as they are.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/charts.h"
#include "report/run_section.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kExplainedRows = 12;

std::string short_number(double value) { return brief(value, Round::nearest, 4); }

void show_row(const ExplainedRowRecord& row, RunSection& section) {
  section.topic(fmt::format("Row {}: {}", with_commas(row.row), row.predicted));
  std::vector<FeatureWeightRecord> bars;
  for (const ContributionRecord& each : row.contributions)
    bars.push_back(
        {fmt::format("{} = {}", each.feature, short_number(each.value)),
         row.favours(each) ? std::abs(each.contribution) : -std::abs(each.contribution)});
  if (!bars.empty())
    section.draw(
        fmt::format("contributions {}", row.row),
        contributions_chart(bars, row.predicted, row.rival),
        fmt::format("What each feature of row {} contributes.", row.row),
        fmt::format("What each feature adds to the score, compared with the average row, "
                    "for {} to the right and against it to the left. The score is {}, that "
                    "of the average row {}.",
                    row.predicted, short_number(row.score), short_number(row.average_score)));
  std::vector<std::vector<std::string>> table;
  for (const ContributionRecord& each : row.contributions)
    table.push_back({each.feature, short_number(each.value), short_number(each.average),
                     short_number(each.contribution),
                     each.flip_at ? short_number(*each.flip_at) : "–"});
  section.page().table({"feature", "value", "average", "contribution", "changes the answer at"},
                       table);
  std::string text;
  if (row.flip)
    text += fmt::format("The smallest change of one feature: {} at {} instead of {} makes it {}. ",
                        row.flip->feature, short_number(row.flip->flip_at),
                        short_number(row.flip->value), row.flip->predicted);
  if (row.radius)
    text += fmt::format(
        "No change of a Euclidean length below {}, in the units of the file, "
        "changes the answer; beyond it is {}.",
        short_number(*row.radius), row.nearest_class);
  if (!text.empty()) section.page().text(text);
}

}  // namespace

void show(const ExplanationRecord& record, RunSection& section) {
  const auto& rows = record.result.rows;
  Facts facts;
  facts.add("rows explained", std::uint64_t{rows.size()});
  facts.add("compared with", "the average of the " + record.result.compared_with);
  section.page().facts(facts.list());
  for (std::size_t k = 0; k < std::min(rows.size(), kExplainedRows); ++k)
    show_row(rows[k], section);
  if (rows.size() > kExplainedRows)
    section.page().note(
        fmt::format("The first {} of {} rows.", kExplainedRows, with_commas(rows.size())));
}

}  // namespace perceptron::core
