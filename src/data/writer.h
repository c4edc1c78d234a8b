// Rows as text, in the formats that the readers read.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "data/options.h"

namespace perceptron::core {

// Values by feature, ascending; sparse formats omit zeros.
struct TextRow {
  std::vector<std::pair<std::uint32_t, double>> values;
  std::string label;
};

// The text before the rows: column names for csv, "d,n,r" for points, nothing for libsvm.
std::string text_header(Format format, std::uint64_t features, std::uint64_t rows, double radius);

// Appends one row to `text`. csv and points require every feature.
void append_row(const TextRow& row, Format format, std::string& text);

}  // namespace perceptron::core
