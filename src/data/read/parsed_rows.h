// Rows as the fast parsers return them: those of one chunk of text, with classes numbered in order
// of appearance.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "data/missing_marks.h"
#include "data/options.h"
#include "data/read/field_ends.h"
#include "data/read/text_numbers.h"
#include "data/text/terms.h"

namespace perceptron::core {

struct ParsedRows {
  std::vector<std::uint64_t> ends;  // of each row, in `values`
  std::vector<std::uint32_t> ids;  // as written, or of the features of a table; none if it is dense
  std::vector<double> values;      // filled up to `size`
  std::uint64_t size = 0;          // of the filled part of `values` and `ids`
  std::vector<std::uint32_t> labels;
  TextNumbers classes;  // views of the text
  std::vector<double> weights;
  bool narrow = true;  // float32 holds every value exactly
  std::uint64_t lines = 0;
  std::vector<std::uint64_t> missing = {};  // missing values that were filled, of each column
  TextNumbers texts;                        // of the categories and terms of a table
  std::uint32_t first_text = 0;             // the id of the first of these texts
  bool saw_zero = false;                    // among the ids
  std::uint32_t largest = 0;                // id, and the line where it appears first, from 0
  std::uint64_t largest_line = 0;
  bool has_ids = false;
  FieldEnds field_ends;  // of a table
  TermSpace space;       // the terms of texts
  // Of each of `texts` that is a term, one more than where its value is in the latest row.
  std::vector<std::uint64_t> places;
  std::vector<std::uint64_t> hashed;  // terms of a text (signed_feature)
  // Of texts whose terms are runs of words: all words, as numbers among `texts`, and where each
  // text ends.
  std::vector<std::uint32_t> words;
  std::vector<std::uint64_t> word_ends;

  // Empties it, with room for this many values.
  void start(std::size_t most, bool with_ids) {
    if (values.size() < most) values.resize(most);
    if (with_ids && ids.size() < most) ids.resize(most);
    ends.clear();
    labels.clear();
    classes.clear();
    texts.clear();
    weights.clear();
    missing.clear();
    space.texts.clear();
    places.clear();
    words.clear();
    word_ends.clear();
    size = lines = largest_line = 0;
    narrow = true;
    saw_zero = has_ids = false;
    largest = 0;
  }

  std::uint64_t rows() const { return ends.size(); }

  void add_label(std::string_view name) { labels.push_back(classes.count(0, name)); }

  // Text may have more terms than bytes.
  void require_room(std::uint64_t more) {
    if (values.size() >= size + more) return;
    values.resize(2 * (size + more));
    ids.resize(values.size());
  }

  void put_value(std::uint64_t at, double value) {
    narrow = narrow && static_cast<double>(static_cast<float>(value)) == value;
    values[at] = value;
  }
};

// Parses whole lines, the last perhaps without its end; kPadding bytes after them may be read.
// Returns false if anything in them is unusual, valid or not: the plain parser decides.
bool parse_libsvm(std::string_view text, ParsedRows& rows);

// The same for labels and the first and last ids only: enough to find the classes and features.
bool survey_libsvm(std::string_view text, ParsedRows& rows);

// A table of numbers and categories, with a class and a weight in further columns.
struct TableShape {
  enum class Holds { nothing, label, weight, number, category, text };

  struct FieldShape {
    Holds holds = Holds::nothing;
    std::uint32_t column = 0;                     // of the schema
    std::uint64_t feature = 0;                    // of a number, the first of hashed terms
    double fill = 0;                              // of a missing number
    std::optional<std::uint64_t> indicator = {};  // the feature that is 1 where it is missing
    std::shared_ptr<const Terms> terms = {};      // of a text
  };

  char delimiter = ',';            // ' ': one or more spaces or tabs
  bool quotes = true;              // some fields may stand in quotes
  bool blank_lines = false;        // are rows
  std::vector<FieldShape> fields;  // in the order of the file
  std::uint64_t columns = 0;       // of the schema
  std::uint64_t features = 0;      // so far; texts get the ids above
  bool sparse = false;             // zeros are left out
  bool fills = false;              // otherwise a missing value is an error
  MissingMarks marks = {};
  DecimalMark decimal = DecimalMark::automatic;  // of numbers, not of weights
};

bool parse_table(const TableShape& shape, std::string_view text, ParsedRows& rows);

}  // namespace perceptron::core
