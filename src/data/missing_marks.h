// Which values of a table are missing: marks that are known, and those that the settings add.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perceptron::core {

// Empty, NA, NaN, null, ?, #N/A and the like.
bool is_missing(std::string_view text);

class MissingMarks {
 public:
  MissingMarks() = default;
  explicit MissingMarks(std::vector<std::string> further);

  bool has(std::string_view text) const;
  // Whether this is the number of a mark: where one is -999, -999.0 in a column of numbers too.
  bool has(double value) const { return !numbers_.empty() && has_number(value); }

 private:
  bool has_number(double value) const;

  std::vector<std::string> further_;
  std::vector<double> numbers_;  // among these
};

}  // namespace perceptron::core
