// Rows whose columns differ in size.
#pragma once

#include <cmath>
#include <string>

namespace perceptron::core::test {

// Two columns that overlap, the second `times` as large as the first; both around 0.
inline std::string rows_of_sizes(double times, int rows = 300) {
  std::string text = "x,y,class\n";
  for (int i = 0; i < rows; ++i) {
    const double x = std::sin(1.7 * i);
    const double y = times * std::cos(2.3 * i);
    const bool odd = i % 11 == 0;
    text += std::to_string(x) + "," + std::to_string(y) + "," +
            ((x + y / times > 0) != odd ? "b" : "a") + "\n";
  }
  return text;
}

}  // namespace perceptron::core::test
