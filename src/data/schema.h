// How the columns of a file become features. A model keeps the schema of its training data, so
// that later files are read in the same way.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/dictionary.h"
#include "data/options.h"
#include "data/text/settings.h"

namespace perceptron::core {

class RowMap;

// The features of a column of dates, in this order.
inline constexpr std::array kDateParts = {"year", "month", "weekday", "day of year", "days"};

constexpr bool is_text_type(ColumnType type) {
  return type == ColumnType::words || type == ColumnType::chars;
}

struct Column {
  std::string name;
  std::uint64_t position = 0;  // in the file, from 0
  // Only number, category, ordinal, date, flag, words and chars make features.
  ColumnType type = ColumnType::number;
  // Of a category: sorted by bytes, a feature each. Of an ordinal: the lowest first.
  std::vector<std::string> categories;
  DateOrder date = DateOrder::automatic;
  std::vector<double> fill = {0};  // replaces a missing value: one for each of numbers()
  // The last feature is 1 where the value is missing.
  bool indicator = false;
  // How its features are scaled, whatever is chosen for the others: none, standard or maxabs.
  std::optional<ScalingKind> scaling = {};
  std::optional<TextColumn> text = {};  // of words and chars: their terms, a feature each

  bool is_category() const { return type == ColumnType::category; }
  bool is_text() const { return is_text_type(type); }
  // How many features are numbers, not categories or terms.
  std::uint64_t numbers() const {
    return is_category() || is_text() ? 0 : type == ColumnType::date ? kDateParts.size() : 1;
  }
  std::uint64_t features() const {
    return (is_category() ? categories.size()
            : text        ? text->features()
                          : numbers()) +
           (indicator ? 1 : 0);
  }
  std::string feature_name(std::uint64_t feature) const;
};

struct Schema {
  bool table = false;  // columns, as in a CSV file; otherwise numbered or named features

  // Numbered features.
  std::uint64_t features = 0;
  std::uint64_t index_base = 1;  // the number of the first feature in files

  // Named features; none: numbered ones or a table.
  std::optional<Dictionary> dictionary;

  // A table.
  std::vector<Column> columns;
  bool named = false;                // the file had a header
  std::uint64_t file_columns = 0;    // in the file, including label, weight and unused ones
  std::string label_name;            // empty if the file had no header
  std::uint64_t label_position = 0;  // from 0
  std::optional<std::uint64_t> weight_position;  // none: every row has weight 1
  std::string weight_name;                       // empty if the file had no header
  MissingPolicy missing = MissingPolicy::error;  // what replaces a missing value
  std::vector<std::string> missing_values;       // what means one, besides the known marks
  DecimalMark decimal = DecimalMark::automatic;  // automatic: a point, and no thousands
  // Of a table with a column of text, which says little about how its file is written; '\0': found
  // in each file.
  char delimiter = '\0';

  // The feature map; null: the features are those of the data.
  std::shared_ptr<const RowMap> map;

  // A table of `columns` numbers, the label after them.
  static Schema numbered_table(std::uint64_t columns);

  // Whether files of numbers alone, such as LIBSVM text, can be read in this way.
  bool only_numbers() const;
  bool has_text() const;  // whether a column has words or chars
  // Whether all features are the terms of one column, which then need not be told from others.
  bool only_text() const { return columns.size() == 1 && columns[0].is_text(); }

  std::uint64_t feature_count() const;
  // Of features, not only numbers.
  bool has_names() const { return table || dictionary || map; }
  std::string feature_name(std::uint64_t feature) const;
  std::vector<std::string> feature_names() const;  // of all features
  // The features of the data, before the map.
  std::uint64_t base_features() const;
  std::string base_name(std::uint64_t feature) const;
  // Whether the first features are those of the data.
  bool keeps_features() const;
  // The first `most` only: numbered features may be too many to name.
  std::vector<std::string> feature_names(std::uint64_t most) const;
};

}  // namespace perceptron::core
