// Predictions as text: alone, or beside the rows that they are for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <perceptron/names.h>
#include "data/options.h"
#include "data/read/row_text.h"

namespace perceptron::core {

enum class PredictionFormat { csv, tsv, jsonl };
constexpr auto enum_names(PredictionFormat) {
  return std::array{std::pair{PredictionFormat::csv, "csv"},
                    std::pair{PredictionFormat::tsv, "tsv"},
                    std::pair{PredictionFormat::jsonl, "jsonl"}};
}

// A text as JSON writes it; what is no UTF-8 is replaced.
std::string json_text_of(std::string_view text);
// In quotes where a reader of a table with this delimiter would otherwise take it for something
// else.
std::string quoted_cell(std::string_view text, char delimiter);

struct PredictionTextSettings {
  // Empty: values between tabs, without quotes; with `join` as in the file.
  std::optional<PredictionFormat> format = {};
  bool join = false;                      // with the row as it was read
  std::optional<ColumnChoice> id = {};    // with this column of it
  bool titles = false;                    // names of columns even where the file has none
  std::vector<std::string> numbers = {};  // names of those after each prediction
  std::vector<std::string> words = {};    // names of the texts after them
};

// The rows of a table come first and keep their text, unless the format is another one; those of
// ARFF become CSV, since its header would have to declare the prediction. A row that is a line
// without columns, as in LIBSVM, comes last: after tabs as it is, else as one value.
class PredictionText : public RowText {
 public:
  explicit PredictionText(PredictionTextSettings settings);

  // Whether a reader is needed that gives the text of the rows.
  bool needs_rows() const { return settings_.join || settings_.id; }
  void start(const TextShape& shape) override;
  std::string keep(const WrittenRow& row) override;

  // What stands before the first row.
  std::string header() const;
  // Appends a line; `kept` is what keep() returned for its row.
  void append(std::string_view kept, std::string_view prediction, std::span<const double> numbers,
              std::string& text, std::span<const std::string> words = {}) const;

 private:
  bool json() const { return settings_.format == PredictionFormat::jsonl; }
  bool lines() const { return settings_.join && shape_.notation == RowNotation::lines; }
  // The text of the rows is copied.
  bool copies() const { return settings_.join && !lines() && !recoded_; }
  void name_values(const std::vector<std::string>& before);
  void append_cell(std::size_t value, std::string_view cell, std::string& text) const;
  std::string prediction_cells(std::string_view prediction, std::span<const double> numbers,
                               std::span<const std::string> words) const;

  PredictionTextSettings settings_;
  TextShape shape_;
  char delimiter_ = '\t';
  bool quoted_ = false;   // cells that need quotes have them
  bool recoded_ = false;  // the rows are written in another format than they were read
  std::size_t id_ = 0;    // position of the column
  // Of the values of a line, those of the row first; in JSON as they are written there.
  std::vector<std::string> names_;
  std::size_t from_rows_ = 0;  // how many of them are of the row
};

}  // namespace perceptron::core
