// How a table is written: what separates its fields, and whether they may stand in quotes.
#pragma once

#include <string>
#include <string_view>

#include "data/options.h"

namespace perceptron::core {

struct Dialect {
  char delimiter = ',';  // ' ': one or more spaces or tabs
  bool quotes = true;

  bool spaces() const { return delimiter == ' '; }
  // "commas", for messages.
  std::string delimiter_name() const;
};

// What the settings leave open is found from the first lines of the table.
Dialect find_dialect(std::string_view start, const ReadSettings& settings);

}  // namespace perceptron::core
