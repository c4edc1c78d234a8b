#include "cli/explain_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cli/text_table.h"

namespace perceptron::core {
namespace {

std::string few_digits(double value) { return brief(value, Round::nearest, 4); }

std::string with_sign(double value) {
  return fmt::format("{}{}", value >= 0 ? "+" : "", few_digits(value));
}

bool favours_prediction(const RowExplanation& row, const Contribution& each) {
  return (each.contribution > 0) == (row.toward == row.predicted);
}

void add_side(const RowExplanation& row, bool favours, TextTable& table) {
  bool first = true;
  for (const Contribution& each : row.contributions) {
    if (favours_prediction(row, each) != favours) continue;
    table.add({first ? fmt::format("{} {}", favours ? "for" : "against", row.predicted) : "",
               each.feature, few_digits(each.value), few_digits(each.average),
               with_sign(each.contribution), each.flip_at ? few_digits(*each.flip_at) : "-"});
    first = false;
  }
}

std::string change_text(const RowExplanation& row) {
  std::string text;
  if (row.flip)
    text +=
        fmt::format("  smallest change of one feature: {} from {} to {} ({}) makes it {}\n",
                    row.flip->feature, few_digits(row.flip->value), few_digits(row.flip->flip_at),
                    with_sign(row.flip->change), row.flip->predicted);
  if (!row.radius && !row.radius_scaled) return text;
  text += "  no change of all features makes it another class if its Euclidean length is below ";
  if (row.radius) text += fmt::format("{} in the units of the file", few_digits(*row.radius));
  if (row.radius_scaled && row.radius != row.radius_scaled)
    text += fmt::format("{}{} as the model scales them", row.radius ? ", " : "",
                        few_digits(*row.radius_scaled));
  return text + fmt::format("; then {}\n", row.nearest_class);
}

std::string row_text(const RowExplanation& row, bool training) {
  std::string text = fmt::format(
      "row {}: {} rather than {}, with a score of {}; the average {} row has {}\n",
      with_commas(row.row), printable(row.predicted), printable(row.rival), few_digits(row.score),
      training ? "training" : "given", few_digits(row.average_score));
  TextTable table("<<>>>>");
  table.add({"", "feature", "value", "average", "contribution", "changes at"});
  add_side(row, true, table);
  add_side(row, false, table);
  if (row.others != 0) table.add({"others", "", "", "", with_sign(row.others), ""});
  return text + table.text("  ") + change_text(row);
}

}  // namespace

std::string explanations_text(const Explanations& explanations) {
  std::string text;
  for (const RowExplanation& row : explanations.rows)
    text += (text.empty() ? "" : "\n") + row_text(row, explanations.compared_with_training);
  return text;
}

std::string explanation_words(const RowExplanation& row, std::size_t most) {
  std::string text;
  for (std::size_t k = 0; k < std::min(most, row.contributions.size()); ++k) {
    const Contribution& each = row.contributions[k];
    text += fmt::format("{}{} = {}: {}", k > 0 ? "; " : "", each.feature, few_digits(each.value),
                        with_sign(each.contribution));
  }
  return text;
}

}  // namespace perceptron::core
