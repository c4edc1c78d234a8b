// The weights of rows, where files state them row by row instead of in a column.
#pragma once

#include <memory>
#include <string_view>

#include "base/error.h"
#include "data/read/reader.h"

namespace perceptron::core {

// Weights as they are read: numbers of 0 or more, not all 0.
class RowWeights {
 public:
  // The weight that `text` states, found at `place`.
  double read(std::string_view text, const Place& place);
  // Counts a row that states no weight, which is 1.
  void count_one() { total_ += 1; }
  // Throws if no row of the file `name` counts, or their sum is not finite.
  void check_total(const std::string& name) const;

 private:
  double total_ = 0;
};

// The rows of `rows` with the weights of the file that the settings name, one per line.
std::unique_ptr<Reader> weighted_reader(std::unique_ptr<Reader> rows);

}  // namespace perceptron::core
