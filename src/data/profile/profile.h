// A table column by column, from its text: what its columns hold, and what looks like a mistake.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/message.h"
#include "data/read/reader.h"
#include "data/read/table_text.h"

namespace perceptron::core {

struct NumberSummary {
  double minimum = 0;
  double maximum = 0;
  double mean = 0;
  double deviation = 0;  // standard deviation
  // How many of the first values lie in each tenth from the minimum to the maximum.
  std::vector<std::uint64_t> histogram;
};

struct ColumnProfile {
  std::string name;
  std::uint64_t position = 0;  // in the file, from 1
  ColumnType type = ColumnType::number;
  ColumnSetting setting = {};  // with what else training would take its type to be
  std::uint64_t missing = 0;
  std::uint64_t distinct = 0;  // different values; at least so many if they are too many to count
  bool many = false;           // they are
  std::uint64_t others = 0;    // in a column of numbers: values that are none
  std::optional<NumberSummary> numbers = {};
  std::vector<std::pair<std::string, std::uint64_t>> frequent = {};  // with their rows
  // How well the column tells the classes apart, from 0 to 1: the correlation ratio of numbers, or
  // Cramér's V of texts.
  std::optional<double> association = {};
  std::string doubt = {};  // what a column of texts may be instead, and what to do about it
};

// What looks like a mistake.
enum class Suspicion {
  quantity,       // the label is a number with very many values
  rare_class,     // classes of a single row
  contradiction,  // equal rows of different classes
  repetition,     // equal rows
  leak,           // a column that determines the class
  identifier,     // a column with another value in almost every row
  constant,       // one value only
  duplicate,      // the same as another column
  empty,          // missing almost everywhere
  mixed,          // texts among numbers
};

constexpr auto enum_names(Suspicion) {
  return std::array{std::pair{Suspicion::quantity, "quantity"},
                    std::pair{Suspicion::rare_class, "rare-class"},
                    std::pair{Suspicion::contradiction, "contradiction"},
                    std::pair{Suspicion::repetition, "repetition"},
                    std::pair{Suspicion::leak, "leak"},
                    std::pair{Suspicion::identifier, "identifier"},
                    std::pair{Suspicion::constant, "constant"},
                    std::pair{Suspicion::duplicate, "duplicate"},
                    std::pair{Suspicion::empty, "empty"},
                    std::pair{Suspicion::mixed, "mixed"}};
}

struct ProfileWarning {
  Suspicion what = Suspicion::constant;
  std::string column;  // empty: the rows
  Message message;
};

struct TableProfile {
  std::string name;
  std::uint64_t rows = 0;
  bool header = false;  // the file names its columns
  std::string label;
  std::vector<std::pair<std::string, std::uint64_t>> classes;  // with their rows
  std::vector<ColumnProfile> columns;                          // all of the file
  std::vector<ProfileWarning> warnings;                        // the gravest first
};

// Reads a table once. It does not stop at missing values, nor at texts among numbers.
TableProfile profile_table(const std::string& name, std::unique_ptr<Source> source,
                           const Reading& reading, TableTextFactory* open_text);

}  // namespace perceptron::core
