// Which columns of a table are the features, which is the label, which the weight
// and which the group.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "data/read/reader.h"
#include "data/schema.h"

namespace perceptron {

// What the start of a table tells.
struct TableStart {
  std::string name;                              // of the file
  Place first;                                   // of its first record
  std::size_t width;                             // in columns
  std::vector<std::string> header;               // the columns' names; empty where there are none
  std::vector<std::vector<std::string>> sample;  // the first rows of data
};

struct TableColumns {
  Schema schema;                           // with the columns' positions in this file
  std::optional<std::size_t> label = {};   // its position, where the file has one
  std::optional<std::size_t> weight = {};  // likewise; a model does not look at it
  std::optional<std::size_t> group = {};   // likewise
};

bool is_missing(std::string_view text);  // empty, NA, NaN, null, ? and the like

// Whether the first of these records names the columns.
bool has_header(const std::vector<std::vector<std::string>>& records, const Reading& reading);

// The columns of training data, as the options and the first rows say.
TableColumns learn_columns(const TableStart& start, const DataOptions& options);

// Where this file has the columns of the model; `ignored` gets the names of
// those that are passed over.
TableColumns match_columns(const TableStart& start, const Reading& reading,
                           std::vector<std::string>& ignored);

}  // namespace perceptron
