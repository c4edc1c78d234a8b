// How the columns of a file become features. A model keeps the schema of its training data, so
// that later files are read in the same way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/dictionary.h"
#include "data/options.h"

namespace perceptron::core {

struct Column {
  std::string name;
  std::uint64_t position = 0;           // in the file, from 0
  bool text = false;                    // one feature per category, instead of one number
  std::vector<std::string> categories;  // sorted by bytes
  double fill = 0;                      // replaces a missing value
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

  // A table of `columns` numbers, the label after them.
  static Schema numbered_table(std::uint64_t columns);

  std::uint64_t feature_count() const;
  bool has_names() const { return table || dictionary; }  // of features, not only numbers
  std::string feature_name(std::uint64_t feature) const;
  std::vector<std::string> feature_names() const;  // of all features
  // The first `most` only: numbered features may be too many to name.
  std::vector<std::string> feature_names(std::uint64_t most) const;
};

}  // namespace perceptron::core
