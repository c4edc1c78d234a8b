// Files of row numbers: a byte for the number of rows, then the file.

#include <vector>

#include "data/read/row_order.h"
#include "finding.h"
#include "memory_file.h"
#include "settings_bytes.h"
#include "targets.h"

namespace perceptron::core::fuzz {

void fuzz_order(std::string_view bytes) {
  static MemoryFile file;
  SettingsBytes input(bytes);
  const std::uint64_t rows = input.byte() + 1U;
  Listener listener;
  const auto order = read_order(file.with(input.rest()), rows, {}, listener);
  std::vector<bool> seen(rows);
  for (const std::uint64_t row : order) {
    if (row >= rows || seen[row]) finding("a row is not one of the rows, or is visited twice");
    seen[row] = true;
  }
  if (order.size() != rows) finding("a row is not visited");
}

}  // namespace perceptron::core::fuzz
