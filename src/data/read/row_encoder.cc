#include "data/read/row_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/limits.h"
#include "base/number.h"
#include "base/text.h"
#include "data/classes.h"
#include "data/dates.h"
#include "data/read/columns.h"
#include "data/read/decimal_mark.h"
#include "data/read/lines.h"
#include "data/read/missing_values.h"

namespace perceptron::core {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::optional<double> parse_flag(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  constexpr std::array<std::string_view, 6> kYes = {"yes", "true", "y", "t", "on", "1"};
  constexpr std::array<std::string_view, 6> kNo = {"no", "false", "n", "f", "off", "0"};
  if (std::find(kYes.begin(), kYes.end(), lower) != kYes.end()) return 1;
  if (std::find(kNo.begin(), kNo.end(), lower) != kNo.end()) return 0;
  return std::nullopt;
}

}  // namespace

RowEncoder::RowEncoder(TableColumns columns, std::string name, const Reading& reading)
    : schema_(std::move(columns.schema)),
      kept_(std::move(columns.kept)),
      old_columns_(reading.schema == nullptr ? 0 : schema_.columns.size() - columns.added),
      name_(std::move(name)),
      reading_(reading),
      policy_(reading.options.missing != MissingPolicy::automatic || reading.schema == nullptr
                  ? reading.options.missing
                  : schema_.missing),
      learned_(schema_.columns.size()) {
  const auto& further = reading.options.missing_values;
  std::vector<std::string> marks = schema_.missing_values;
  if (reading.schema != nullptr) marks.insert(marks.end(), further.begin(), further.end());
  marks_ = MissingMarks(std::move(marks));
  kept_.resize(schema_.columns.size());
  for (std::size_t c = 0; c < schema_.columns.size(); ++c) {
    const Column& column = schema_.columns[c];
    Learned& learned = learned_[c];
    sparse_ = sparse_ || column.is_category() || column.is_text();
    learned.feature = features_;
    features_ += column.numbers();
    if (column.is_text()) start_text(c);
    if (column.is_category()) {
      for (const std::string& category : column.categories)
        learned.categories[category] = features_++;
    }
    if (column.indicator) learned.indicator = features_++;
  }
  require_few_features(Place{name_}, reading_.options.limits, features_);
}

// The replacement for a missing value; NaN until its mean is known.
double RowEncoder::fill_value(std::size_t c, std::size_t k) const {
  if (policy_ == MissingPolicy::zero) return 0;
  return is_new(c) ? kUnknown : schema_.columns[c].fill[k];
}

// A fill is only for what is not read as a number: Inf is an error of its own.
bool RowEncoder::is_absent(std::string_view text, const std::optional<double>& number) const {
  return number && !std::isnan(*number) ? marks_.has(*number) : marks_.has(text);
}

void RowEncoder::push_number(std::uint64_t feature, double value, Matrix& matrix) const {
  if (!sparse_ || value != 0) matrix.push(feature, value);
}

void RowEncoder::push(std::size_t c, const Field& field, const RecordPlaces& places,
                      Matrix& matrix) {
  const std::string_view text = field.text;
  const Column& column = schema_.columns[c];
  Learned& learned = learned_[c];
  // No text is missing: an empty one has no terms.
  if (column.is_text()) return push_text(c, field, places, matrix);
  const bool number = column.type == ColumnType::number;
  const auto value = number ? parse_marked_number(text, schema_.decimal) : std::nullopt;
  if (is_absent(text, value)) {
    push_missing(c, field, places, matrix);
    return;
  }
  ++learned.rows;
  if (column.is_category()) {
    push_category(c, field, places, matrix);
  } else if (column.type == ColumnType::date) {
    push_date(c, field, places, matrix);
  } else {
    if (number && (!value || !std::isfinite(*value))) refuse_number(column, field, places);
    push_number(learned.feature, number ? *value : number_of(column, field, places), matrix);
  }
  // While training data is read, indicators are added at the end.
  if (column.indicator && !sparse_) matrix.push(*learned.indicator, 0);
}

void RowEncoder::push_missing(std::size_t c, const Field& field, const RecordPlaces& places,
                              Matrix& matrix) {
  const Column& column = schema_.columns[c];
  Learned& learned = learned_[c];
  if (!fills()) refuse_missing(column, field.text, places.place(field));
  count_missing(c, 1);
  for (std::size_t k = 0; k < column.numbers(); ++k)
    push_number(learned.feature + k, fill_value(c, k), matrix);
  if (is_new(c) && column.is_category() && policy_ == MissingPolicy::automatic &&
      !learned.indicator)
    learned.indicator = features_++;
  if (learned.indicator) matrix.push(*learned.indicator, 1);
}

void RowEncoder::refuse_missing(const Column& column, std::string_view text,
                                const Place& place) const {
  if (column.is_category()) {
    Reader::bad_number(text, place, fmt::format("or text in column {}", in_quotes(column.name)),
                       fmt::format("use {} to make a category of missing values",
                                   setting("missing", MissingPolicy::automatic)));
  }
  Reader::bad_number(text, place, fmt::format("in column {}", in_quotes(column.name)),
                     fmt::format("use {} or {} to fill missing values", setting("missing", "zero"),
                                 setting("missing", "mean")));
}

void RowEncoder::refuse_number(const Column& column, const Field& field,
                               const RecordPlaces& places) const {
  const std::string what = fmt::format("in column {}", in_quotes(column.name));
  std::string advice = "correct it";
  const MarkEvidence mark = mark_evidence(field.text);
  if (mark != MarkEvidence::none && reading_.options.decimal == DecimalMark::automatic) {
    advice =
        fmt::format("choose the decimal mark with {} or {}", setting("decimal", DecimalMark::comma),
                    setting("decimal", DecimalMark::point));
  } else if (learning()) {
    advice = fmt::format("correct it, or use {} if the column is text",
                         setting("column", column.name + "=category"));
    constexpr std::size_t kLongestMark = 20;
    const std::string_view text = field.text;
    const bool may_be_mark = text.size() <= kLongestMark &&
                             text.find(',') == std::string_view::npos && !parse_number(text) &&
                             is_text(text);
    if (may_be_mark)
      advice += fmt::format(", or {} if it means a missing value",
                            setting("missing-values", std::string(text)));
  }
  Reader::bad_number(field.text, places.place(field), what, advice);
}

double RowEncoder::number_of(const Column& column, const Field& field,
                             const RecordPlaces& places) const {
  const std::string_view text = field.text;
  const auto refuse = [&](const std::string& expected, const std::string& advice) {
    throw Error(places.place(field),
                fmt::format("expected {} in column {}, found {} ({})", expected,
                            in_quotes(column.name), in_quotes(text), advice));
  };
  if (column.type == ColumnType::flag) {
    const auto value = parse_flag(text);
    if (!value) {
      refuse("yes or no, true or false, 1 or 0",
             fmt::format("use {} for other texts", setting("column", column.name + "=category")));
    }
    return *value;
  }
  const auto& order = column.categories;
  const auto at = std::find(order.begin(), order.end(), text);
  if (at == order.end())
    refuse(fmt::format("one of {}", in_list(order)), "name all texts of an ordinal in its order");
  return static_cast<double>(at - order.begin() + 1);
}

void RowEncoder::push_date(std::size_t c, const Field& field, const RecordPlaces& places,
                           Matrix& matrix) {
  const Column& column = schema_.columns[c];
  const auto numbers = parse_date(field.text, column.date);
  if (!numbers) {
    constexpr std::array kExamples = {"2024-12-31", "2024-12-31", "31.12.2024", "12/31/2024"};
    throw Error(
        places.place(field),
        fmt::format("expected a date such as {} in column {}, found {} (correct it, or use "
                    "{} if the column is text)",
                    kExamples[static_cast<std::size_t>(column.date)], in_quotes(column.name),
                    in_quotes(field.text), setting("column", column.name + "=category")));
  }
  for (std::size_t k = 0; k < numbers->size(); ++k)
    push_number(learned_[c].feature + k, (*numbers)[k], matrix);
}

void RowEncoder::push_category(std::size_t c, const Field& field, const RecordPlaces& places,
                               Matrix& matrix) {
  std::string_view text = field.text;
  std::string plain;
  Learned& learned = learned_[c];
  auto known = learned.categories.find(text);
  if (known == learned.categories.end() && !is_text(text)) {
    // A category is shown in many places.
    text = plain = without_controls(text);
    known = learned.categories.find(text);
  }
  if (known == learned.categories.end()) {
    if (!learning() && !adding()) {
      if (!reading_.ignore_new_features()) {
        throw Error(
            places.place(field),
            fmt::format("expected a value of column {} that the model knows, found {} "
                        "({})",
                        in_quotes(schema_.columns[c].name), in_quotes(text),
                        new_feature_advice(reading_, "treat new ones as none of the categories")));
      }
      ++unknown_;
      return;
    }
    if (!is_text(text)) require_text(text, places.place(field));
    known = learned.categories.emplace(text, features_++).first;
    if (!is_new(c)) ++new_categories_;
    if (features_ > reading_.options.limits.most_features)
      require_few_features(places.place(field), reading_.options.limits, features_);
  }
  matrix.push(known->second, 1);
}

void RowEncoder::finish(Dataset& data) {
  if (unknown_ > 0)
    notes_.emplace_back(
        fmt::format("{} of text columns new to the model count as none of those it "
                    "knows",
                    plural(unknown_, "value")));
  if (!learning() && !adding()) {
    if (missing_ > 0)
      notes_.emplace_back(
          fmt::format("{} set to {}", plural(missing_, "missing value"),
                      policy_ == MissingPolicy::zero ? "zero" : "what replaced them in training"));
    return;
  }
  learn_columns(data.matrix);
  fill_columns(data);
  if (adding()) return finish_adding(data);
  schema_ = data.schema;
  note_number_identifiers(data);
  if (sparse_ && !schema_.has_text() &&
      table_layout(data.matrix.nonzeros(), data.rows(), schema_.feature_count()) ==
          Matrix::Layout::dense)
    data.matrix = data.matrix.as(Matrix::Layout::dense);
}

// The columns of the model keep what replaces their missing values and, unless there are new
// columns, their places.
void RowEncoder::finish_adding(Dataset& data) {
  const Schema& model = *reading_.schema;
  const std::size_t columns = schema_.columns.size() - old_columns_;
  std::uint64_t categories = new_categories_;
  for (std::size_t c = old_columns_; c < schema_.columns.size(); ++c) {
    if (schema_.columns[c].is_category()) categories += schema_.columns[c].categories.size();
    if (schema_.columns[c].is_text()) categories += schema_.columns[c].features();
  }
  if (columns + categories == 0) {
    data.schema = model;
    return;
  }
  for (std::size_t c = 0; c < old_columns_; ++c) {
    data.schema.columns[c].fill = model.columns[c].fill;
    if (columns == 0) data.schema.columns[c].position = model.columns[c].position;
  }
  notes_.emplace_back(fmt::format("new to the model: {} and {}", plural(columns, "column"),
                                  schema_.has_text() ? plural(categories, "category or term")
                                  : categories == 1  ? "1 category"
                                                     : with_commas(categories) + " categories"));
}

// A text that is another one in most rows cannot be learned from. What the settings name is kept,
// and so is the only column.
bool RowEncoder::is_identifier(std::size_t c) const {
  const Learned& learned = learned_[c];
  return is_new(c) && schema_.columns[c].is_category() && !kept_[c] &&
         are_identifiers(learned.categories.size(), learned.rows);
}

// Numbers the features in the order of columns, categories and terms, without those of identifiers.
void RowEncoder::number_features(Matrix& matrix) {
  std::vector<std::uint32_t> number(features_, Matrix::kDropped);
  std::uint32_t next = 0;
  for (std::size_t c = 0; c < learned_.size(); ++c) {
    const Learned& learned = learned_[c];
    for (std::uint64_t k = 0; k < schema_.columns[c].numbers(); ++k)
      number[learned.feature + k] = next++;
    for (const auto& [category, feature] : learned.categories) number[feature] = next++;
    for (const std::uint32_t node : learned.order) number[learned.table.feature(node)] = next++;
    const bool hashed = learned.terms && learned.terms->settings().hash;
    for (std::uint64_t k = 0; hashed && k < schema_.columns[c].features(); ++k)
      number[learned.feature + k] = next++;
    if (learned.indicator) number[*learned.indicator] = next++;
  }
  matrix.renumber(number, next);
}

void RowEncoder::learn_columns(Matrix& matrix) {
  std::vector<Column> columns;
  std::vector<Learned> learned;
  std::vector<bool> kept;
  const auto identifiers = [&] {
    std::size_t count = 0;
    for (std::size_t c = 0; c < learned_.size(); ++c) count += is_identifier(c) ? 1U : 0U;
    return count;
  }();
  for (std::size_t c = 0; c < learned_.size(); ++c) {
    Column& column = schema_.columns[c];
    if (is_identifier(c) && identifiers < learned_.size()) {
      note_identifier(c);
      continue;
    }
    if (column.is_category()) {
      column.categories.clear();
      for (const auto& [category, feature] : learned_[c].categories)
        column.categories.push_back(category);
      if (is_new(c)) note_category(c);
    }
    if (column.is_text()) {
      learn_terms(c, matrix);
      if (is_new(c)) note_text(c);
    }
    column.indicator = learned_[c].indicator.has_value();
    columns.push_back(std::move(column));
    learned.push_back(std::move(learned_[c]));
    kept.push_back(kept_[c]);
  }
  schema_.columns = std::move(columns);
  learned_ = std::move(learned);
  kept_ = std::move(kept);
  if (sparse_ && !rows_are_final()) number_features(matrix);
}

// Stores the means of the columns in the schema, and puts them and indicators in the place of
// missing values.
void RowEncoder::fill_columns(Dataset& data) {
  data.schema = schema_;
  const std::vector<double> means = column_means(data);
  store_fill_values(data.schema, means);
  if (missing_ == 0) return;
  const bool fills = policy_ != MissingPolicy::zero && !reading_.keep_missing;
  const std::vector<bool> after = choose_indicators(data.rows());
  for (std::size_t c = 0; c < schema_.columns.size(); ++c)
    data.schema.columns[c].indicator = schema_.columns[c].indicator;
  if (std::find(after.begin(), after.end(), true) != after.end()) {
    data.matrix = with_indicators(data.matrix, after, fills ? &means : nullptr);
  } else if (fills) {
    fill_missing_values(data.matrix, means);
  }
  note_missing();
}

// Columns of numbers in which values are missing often get an indicator: after which features.
std::vector<bool> RowEncoder::choose_indicators(std::uint64_t rows) {
  constexpr std::uint64_t kOften = 20;  // one row in so many
  std::vector<bool> after(schema_.feature_count());
  std::uint64_t next = 0;
  for (std::size_t c = 0; c < learned_.size(); ++c) {
    Column& column = schema_.columns[c];
    const std::uint64_t last = next + column.numbers() - 1;  // of its numbers
    next += column.features();
    if (column.numbers() == 0 || policy_ != MissingPolicy::automatic || !is_new(c) ||
        kOften * learned_[c].missing < rows)
      continue;
    after[last] = column.indicator = true;
  }
  return after;
}

}  // namespace perceptron::core
