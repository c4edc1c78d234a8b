// Which columns of a table are features, label, weight and group.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "data/read/dialect.h"
#include "data/read/reader.h"
#include "data/schema.h"

namespace perceptron::core {

// The start of a table.
struct TableStart {
  std::string name;       // of the file
  Place first = {};       // of its first record
  bool delimited = true;  // its lines are fields and delimiters, in this dialect
  Dialect dialect = {};
  std::size_t width = 0;                     // in columns
  std::vector<std::string> header = {};      // the columns' names; empty where there are none
  std::vector<ColumnSetting> declared = {};  // what the file says about each column; empty: nothing
  std::vector<std::vector<std::string>> sample = {};  // the first rows of data
};

struct TableColumns {
  Schema schema;                           // with the columns' positions in this file
  std::optional<std::size_t> label = {};   // its position, where the file has one
  std::optional<std::size_t> weight = {};  // likewise; ignored for a model
  std::optional<std::size_t> group = {};   // likewise
  std::vector<bool> kept = {};             // whether the settings name this feature's column
  std::size_t added = 0;                   // columns at the end that the model does not have
};

// Whether the model's training data had columns that are not among its features: other files may
// have them too.
bool leaves_out_columns(const Schema& model);

// The same settings, with the columns that are typed as label, weight or group chosen as such.
// Throws a usage error if they are chosen twice.
ReadSettings with_roles(const ReadSettings& settings);

// The position of the column that the setting `option` chooses.
std::size_t find_column(const TableStart& start, const ColumnChoice& choice, const char* option);

// What is made of a column of text.
TextColumn text_column(ColumnType type, bool within_words, const ReadSettings& settings);

// The columns of training data, by the options and the first rows.
TableColumns learn_columns(const TableStart& start, const ReadSettings& options);

// The positions of the model's columns in this file; `ignored` is set to the names of columns that
// the model does not have.
TableColumns match_columns(const TableStart& start, const Reading& reading,
                           std::vector<std::string>& ignored);

}  // namespace perceptron::core
