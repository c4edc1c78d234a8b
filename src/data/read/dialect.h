// How a table is written: what separates its fields, and whether they may stand in quotes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
// The one that divides all of the first lines, two or more, alike; none: there is no such dialect.
std::optional<Dialect> find_even_dialect(std::string_view start);

// What a dialect makes of the first records.
struct FirstRecords {
  std::vector<std::vector<std::string_view>> records;
  bool sound = true;  // no text follows a closing quote, and no quote is left open
};
FirstRecords first_records(std::string_view start, const Dialect& dialect, std::size_t most);

}  // namespace perceptron::core
