// What is said about the columns of training data.

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "data/read/column_types.h"
#include "data/read/row_encoder.h"
#include "data/read/text_doubts.h"

namespace perceptron::core {

void RowEncoder::note_missing() {
  constexpr std::size_t kShown = 8;
  std::size_t affected = 0;
  std::uint64_t values = 0;
  std::string list;
  for (std::size_t c = 0; c < learned_.size(); ++c) {
    const Column& column = schema_.columns[c];
    values += learned_[c].missing;
    if (learned_[c].missing == 0 || ++affected > kShown) continue;
    const char* how = column.is_category()
                          ? column.indicator ? "a category of its own" : "none of the categories"
                      : policy_ == MissingPolicy::zero ? "0"
                      : column.indicator               ? "the mean, and a feature that marks them"
                                                       : "the mean";
    list += fmt::format("{}{} in {}: {}", affected > 1 ? "; " : "",
                        with_commas(learned_[c].missing), in_quotes(column.name), how);
  }
  if (affected > kShown)
    list += fmt::format("; and in {}", plural(affected - kShown, "more column"));
  if (!list.empty())
    notes_.emplace_back(fmt::format("{}: {}", plural(values, "missing value"), list));
}

std::string RowEncoder::doubt_about_texts(std::size_t c) const {
  if (kept_[c]) return "";
  std::vector<std::string_view> texts;
  std::size_t words = 0;
  for (const auto& [category, feature] : learned_[c].categories) {
    texts.emplace_back(category);
    words += count_words(category);
  }
  const std::string& name = schema_.columns[c].name;
  std::string doubt = doubt_about(name, texts);
  // Mostly different, of two words or more: perhaps texts, though short ones.
  const bool short_texts =
      2 * texts.size() > learned_[c].rows && words >= 2 * texts.size() && texts.size() > 1;
  if (!doubt.empty() || !short_texts) return doubt;
  return fmt::format("use {} if they are texts of several words, or {} to keep them as they are",
                     setting("column", name + "=words"), setting("column", name + "=category"));
}

void RowEncoder::note_category(std::size_t c) {
  const std::uint64_t count = learned_[c].categories.size();
  std::string doubt = doubt_about_texts(c);
  if (doubt.empty() && is_identifier(c))
    doubt = "nearly every row has another one: nothing is learned about rows with other texts";
  notes_.emplace_back(fmt::format("column {} holds text: {}, a feature each{}",
                                  in_quotes(schema_.columns[c].name),
                                  count == 1 ? "1 category" : with_commas(count) + " categories",
                                  doubt.empty() ? "" : fmt::format(" ({})", doubt)));
}

void RowEncoder::note_text(std::size_t c) {
  const Column& column = schema_.columns[c];
  const TextColumn& text = *column.text;
  const char* kind = column.type == ColumnType::chars ? "runs of characters"
                     : text.terms.lengths.longest > 1 ? "words and runs of them"
                                                      : "words";
  const std::string features =
      text.terms.hash ? fmt::format("hashed to {} features", with_commas(text.features()))
                      : fmt::format("{} of them, a feature each", with_commas(text.features()));
  notes_.emplace_back(fmt::format(
      "column {} holds free text, of which the {} are used: {}{}{}", in_quotes(column.name), kind,
      features, text.weighting.tfidf ? ", weighted by TF-IDF" : "",
      kept_[c] ? ""
               : fmt::format(" (use {} if its texts are categories)",
                             setting("column", column.name + "=category"))));
}

namespace {

template <class Value>
double value_of(const DenseRow<Value>& row, std::uint64_t feature) {
  return row.value(feature);
}

// 0 where a sparse row does not have the feature.
template <class Row>
double value_of(const Row& row, std::uint64_t feature) {
  for (std::uint64_t k = 0; k < row.size; ++k) {
    if (row.feature(k) == feature) return row.value(k);
  }
  return 0;
}

// The values of a feature, up to one that is not whole or the same as the one before: identifiers
// have neither.
std::vector<double> whole_values(const Matrix& matrix, std::uint64_t feature) {
  std::vector<double> values;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const double value = value_of(rows[i], feature);
          if (value != std::floor(value) || (i > 0 && value == values.back())) {
            values.clear();
            return;
          }
          values.push_back(value);
        }
      },
      matrix.view());
  return values;
}

}  // namespace

void RowEncoder::note_number_identifiers(const Dataset& data) {
  std::uint64_t feature = 0;
  for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
    const Column& column = schema_.columns[c];
    const std::uint64_t first = std::exchange(feature, feature + column.features());
    if (column.type != ColumnType::number || kept_[c]) continue;
    const auto evidence = identifier_evidence(column.name, whole_values(data.matrix, first));
    if (evidence == IdentifierEvidence::none) continue;
    notes_.emplace_back(
        fmt::format("column {} {}: is it an identifier? Leave it out with {}, or use {} to keep it",
                    in_quotes(column.name), evidence_text(evidence), setting("ignore", column.name),
                    setting("column", column.name + "=number")));
  }
}

void RowEncoder::note_identifier(std::size_t c) {
  const std::string& name = schema_.columns[c].name;
  const std::string doubt = doubt_about_texts(c);
  notes_.emplace_back(fmt::format(
      "column {} was not used: {} different texts in {}, like an identifier ({})", in_quotes(name),
      with_commas(learned_[c].categories.size()), plural(learned_[c].rows, "row"),
      doubt.empty() ? fmt::format("use {} to keep it", setting("column", name + "=category"))
                    : doubt));
}

}  // namespace perceptron::core
