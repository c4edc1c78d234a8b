// Rows as the fast parsers return them: those of one chunk of text, with classes numbered in order
// of appearance.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace perceptron::core {

struct ParsedRows {
  std::vector<std::uint64_t> ends;  // of each row, in `values`
  std::vector<std::uint32_t> ids;   // as written; none in a table
  std::vector<double> values;       // filled up to `size`
  std::uint64_t size = 0;           // of the filled part of `values` and `ids`
  std::vector<std::uint32_t> labels;
  std::vector<std::string_view> names;  // of the classes; views of the text
  std::vector<double> weights;
  bool narrow = true;  // float32 holds every value exactly
  std::uint64_t lines = 0;
  std::uint64_t missing = 0;  // missing values that were filled
  bool saw_zero = false;      // among the ids
  std::uint32_t largest = 0;  // id, and the line where it appears first, from 0
  std::uint64_t largest_line = 0;
  bool has_ids = false;

  // Empties it, with room for this many values.
  void start(std::size_t most, bool with_ids) {
    if (values.size() < most) values.resize(most);
    if (with_ids && ids.size() < most) ids.resize(most);
    ends.clear();
    labels.clear();
    names.clear();
    numbers_.clear();
    weights.clear();
    size = lines = missing = largest_line = 0;
    narrow = true;
    saw_zero = has_ids = false;
    largest = 0;
  }

  std::uint64_t rows() const { return ends.size(); }

  void add_label(std::string_view name) {
    if (labels.empty() || names[labels.back()] != name) {
      const auto next = static_cast<std::uint32_t>(names.size());
      const auto [at, is_new] = numbers_.emplace(name, next);
      if (is_new) names.push_back(name);
      labels.push_back(at->second);
    } else {
      labels.push_back(labels.back());
    }
  }

  void put_value(std::uint64_t at, double value) {
    narrow = narrow && static_cast<double>(static_cast<float>(value)) == value;
    values[at] = value;
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

// Parses whole lines, the last perhaps without its end; kPadding bytes after them may be read.
// Returns false if anything in them is unusual, valid or not: the plain parser decides.
bool parse_libsvm(std::string_view text, ParsedRows& rows);

// The same for labels and the first and last ids only: enough to find the classes and features.
bool survey_libsvm(std::string_view text, ParsedRows& rows);

// A table of numbers, with a class and a weight in further columns.
struct TableShape {
  // What a column holds, if it is not the number of its feature.
  static constexpr std::uint64_t kLabel = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kWeight = kLabel - 1;
  static constexpr std::uint64_t kUnused = kLabel - 2;

  char delimiter = ',';                // ' ': one or more spaces or tabs
  bool quotes = true;                  // some fields may stand in quotes
  std::vector<std::uint64_t> columns;  // of the file, in its order
  std::uint64_t features = 0;
  std::vector<double> fill;  // of each feature, where a number is missing; none: an error
};

bool parse_table(const TableShape& shape, std::string_view text, ParsedRows& rows);

}  // namespace perceptron::core
