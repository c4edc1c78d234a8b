// A text table: columns padded to their widest cell.
#pragma once

#include <string>
#include <vector>

#include "base/text.h"

namespace perceptron::core {

// Characters, not bytes: names may be in any script.
std::size_t text_width(const std::string& text);

class TextTable {
 public:
  // One "<" or ">" per column: aligned left or right.
  explicit TextTable(std::string alignment) : alignment_(std::move(alignment)) {}

  void add(std::vector<std::string> cells) {
    for (std::string& cell : cells) cell = printable(cell);
    rows_.push_back(std::move(cells));
  }
  // The lines, each after `indent`, without trailing spaces.
  std::string text(const std::string& indent) const;

 private:
  std::string alignment_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace perceptron::core
