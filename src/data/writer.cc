#include "data/writer.h"

#include <fmt/format.h>

#include <iterator>

namespace perceptron::core {

std::string text_header(Format format, std::uint64_t features, std::uint64_t rows, double radius) {
  std::string text;
  if (format == Format::points) return fmt::format("{},{},{}\n", features, rows, radius);
  if (format == Format::libsvm) return text;
  for (std::uint64_t j = 1; j <= features; ++j) text += fmt::format("x{},", j);
  return text + "label\n";
}

void append_row(const TextRow& row, Format format, std::string& text) {
  const auto end = std::back_inserter(text);
  if (format == Format::libsvm) {
    text += row.label;
    for (const auto& [feature, value] : row.values) {
      if (value != 0) fmt::format_to(end, " {}:{}", std::uint64_t{feature} + 1, value);
    }
  } else {
    for (const auto& [feature, value] : row.values) fmt::format_to(end, "{},", value);
    text += row.label;
  }
  text += '\n';
}

}  // namespace perceptron::core
