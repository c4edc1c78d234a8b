#include "data/read/column_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/text.h"
#include "data/dates.h"
#include "data/missing_marks.h"
#include "data/read/decimal_mark.h"

namespace perceptron::core {
namespace {

// Of the values of a column in the first rows, those that are not missing.
std::vector<std::string_view> values_of(const TableStart& start, const Schema& schema,
                                        std::size_t position) {
  const MissingMarks marks(schema.missing_values);
  std::vector<std::string_view> values;
  for (const auto& record : start.sample) {
    if (position < record.size() && !marks.has(record[position]))
      values.emplace_back(record[position]);
  }
  return values;
}

// A column of numbers in which a text is a mistake, rather than a column of text. Among few values
// the first decides, among many a few texts do not change that they are numbers.
bool are_numbers(const std::vector<std::string_view>& values, DecimalMark mark) {
  constexpr std::size_t kFew = 20;
  constexpr std::size_t kMostTexts = 3;
  if (values.empty()) return true;
  const bool first = parse_marked_number(values[0], mark).has_value();
  if (values.size() < kFew) return first;
  std::set<std::string_view> texts;
  std::size_t numbers = 0;
  for (const std::string_view value : values) {
    if (parse_marked_number(value, mark)) {
      ++numbers;
    } else if (texts.size() <= kMostTexts) {
      texts.insert(value);
    }
  }
  return texts.empty() || (texts.size() <= kMostTexts && 10 * numbers >= 9 * values.size());
}

// The example of each way to write numbers, and the column it is in.
struct MarkExamples {
  struct Example {
    std::string_view value;
    const Column* column = nullptr;

    std::string text() const {
      return fmt::format("{} in column {}", in_quotes(value), in_quotes(column->name));
    }
  };
  std::array<Example, 5> of;

  Example& operator[](MarkEvidence evidence) { return of[static_cast<std::size_t>(evidence)]; }
};

bool has_comma(std::string_view value) { return value.find(',') != std::string_view::npos; }

// A column whose values are all numbers, some of them with commas. Where commas separate the fields
// these are in quotes, and may as well be lists or other text.
bool has_quoted_numbers(const std::vector<std::string_view>& values) {
  if (std::none_of(values.begin(), values.end(), has_comma)) return false;
  const auto all = [&](DecimalMark mark) {
    return std::all_of(values.begin(), values.end(), [&](std::string_view value) {
      return parse_marked_number(value, mark).has_value();
    });
  };
  return all(DecimalMark::comma) || all(DecimalMark::point);
}

// Where the point may separate thousands, as in 2.100.
std::string mark_advice(std::string_view point) {
  if (!parse_marked_number(point, DecimalMark::comma)) return "";
  return fmt::format("use {} if the point in {} separates thousands; otherwise ",
                     setting("decimal", DecimalMark::comma), in_quotes(point));
}

MarkExamples find_examples(const TableStart& start, const Schema& schema) {
  const bool commas = start.dialect.delimiter == ',';
  MarkExamples examples;
  for (const Column& column : schema.columns) {
    const auto values = values_of(start, schema, column.position);
    if (commas && !has_quoted_numbers(values)) continue;
    for (const std::string_view value : values) {
      auto& example = examples[mark_evidence(value)];
      if (example.column == nullptr) example = {value, &column};
    }
  }
  return examples;
}

}  // namespace

DecimalMark find_decimal_mark(const TableStart& start, const Schema& schema, DecimalMark chosen) {
  if (!start.delimited) return DecimalMark::automatic;
  if (chosen != DecimalMark::automatic) return chosen;
  MarkExamples examples = find_examples(start, schema);
  const auto& comma = examples[MarkEvidence::comma];
  const auto& grouped = examples[MarkEvidence::grouped];
  const auto& point = grouped.column == nullptr ? examples[MarkEvidence::point] : grouped;
  const auto& thousands = examples[MarkEvidence::thousands];
  if (!comma.column && !thousands.column && !grouped.column) return DecimalMark::automatic;
  if (comma.column && point.column) {
    throw Error(Place{start.name},
                fmt::format("expected numbers with one decimal mark, found both {} and {} ({}write "
                            "all of them alike, or leave a column out with {})",
                            point.text(), comma.text(), mark_advice(point.value),
                            setting("ignore", comma.column->name)));
  }
  if (!comma.column && !point.column) {
    throw Error(Place{start.name},
                fmt::format("cannot tell whether the comma in {} is a decimal mark or separates "
                            "thousands (use {} or {})",
                            thousands.text(), setting("decimal", DecimalMark::comma),
                            setting("decimal", DecimalMark::point)));
  }
  return comma.column ? DecimalMark::comma : DecimalMark::point;
}

bool has_quoted_numbers(const TableStart& start, const Schema& schema) {
  const auto& columns = schema.columns;
  return std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
    return column.type == ColumnType::number &&
           has_quoted_numbers(values_of(start, schema, column.position));
  });
}

std::vector<DateOrder> date_orders(const std::vector<std::string_view>& values) {
  std::vector<DateOrder> orders;
  for (const DateOrder order : {DateOrder::ymd, DateOrder::dmy, DateOrder::mdy}) {
    const bool all = std::all_of(values.begin(), values.end(), [&](std::string_view value) {
      return parse_date(value, order).has_value();
    });
    if (all && !values.empty()) orders.push_back(order);
  }
  return orders;
}

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  bool counted = false;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
    if (c == ' ') counted = false;
    if (letter && !counted) {
      counted = true;
      ++words;
    }
  }
  return words;
}

bool are_free_text(const std::vector<std::string_view>& values, bool only_text) {
  constexpr std::size_t kManyWords = 8;  // on average; names of people have about four
  constexpr std::size_t kFewWords = 3;
  std::size_t words = 0;
  for (const std::string_view value : values) words += count_words(value);
  const std::set<std::string_view> different(values.begin(), values.end());
  return values.size() > 1 && 2 * different.size() > values.size() &&
         words >= (only_text ? kFewWords : kManyWords) * values.size();
}

bool has_label_before_text(const TableStart& start, const Schema& schema) {
  if (start.width != 2) return false;
  const auto labels = values_of(start, schema, 0);
  const std::set<std::string_view> classes(labels.begin(), labels.end());
  return 2 * classes.size() <= labels.size() && are_free_text(values_of(start, schema, 1), true);
}

void find_type(const TableStart& start, const Schema& schema, Column& column) {
  if (column.type != ColumnType::automatic &&
      !(column.type == ColumnType::date && column.date == DateOrder::automatic))
    return;
  const auto values = values_of(start, schema, column.position);
  const bool open = column.type == ColumnType::automatic;
  if (open && are_numbers(values, schema.decimal)) {
    column.type = ColumnType::number;
    return;
  }
  const auto orders = date_orders(values);
  if (orders.size() == 1) {
    column.type = ColumnType::date;
    column.date = orders[0];
  } else if (open) {
    column.type =
        are_free_text(values, start.width == 2) ? ColumnType::words : ColumnType::category;
  } else if (orders.size() > 1) {
    throw Error(
        start.first,
        fmt::format("cannot tell the day from the month in column {}, such as {} (use {} or "
                    "{})",
                    in_quotes(column.name), in_quotes(values[0]),
                    setting("column", column.name + "=date:dmy"),
                    setting("column", column.name + "=date:mdy")));
  } else {
    column.date = DateOrder::ymd;  // reading reports the first value that is no date
  }
}

}  // namespace perceptron::core
