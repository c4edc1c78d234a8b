#include "data/missing_marks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/number.h"

namespace perceptron::core {

bool is_missing(std::string_view text) {
  if (text.empty()) return true;
  // Nearly all values begin with another character.
  if (std::string_view("Nn?#<").find(text.front()) == std::string_view::npos) return false;
  constexpr std::array<std::string_view, 20> kMarks = {
      "NA",      "N/A",     "n/a",   "na",    "NaN",    "nan",   "null",
      "NULL",    "None",    "?",     "<NA>",  "#N/A",   "#N/A!", "#N/A N/A",
      "#VALUE!", "#DIV/0!", "#REF!", "#NUM!", "#NAME?", "#NULL!"};
  return std::find(kMarks.begin(), kMarks.end(), text) != kMarks.end();
}

MissingMarks::MissingMarks(std::vector<std::string> further) : further_(std::move(further)) {
  for (const std::string& mark : further_) {
    if (const auto number = parse_number(mark)) numbers_.push_back(*number);
  }
}

bool MissingMarks::has(std::string_view text) const {
  return is_missing(text) || std::find(further_.begin(), further_.end(), text) != further_.end();
}

bool MissingMarks::has_number(double value) const {
  return std::find(numbers_.begin(), numbers_.end(), value) != numbers_.end();
}

}  // namespace perceptron::core
