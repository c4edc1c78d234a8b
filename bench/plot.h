// Measured times over sizes, both by logarithms, as a drawing.
#pragma once

#include <string>
#include <vector>

#include "clock.h"

namespace perceptron::core {

// The exponent e of time ∝ size^e, by least squares of the logarithms.
double fit_exponent(const std::vector<double>& sizes, const std::vector<double>& times);

struct Chart {
  std::string title;
  std::string note;  // what was run
  std::vector<double> sizes;
  std::vector<Spread> times;  // seconds, one a size
  Spread exponent;
  std::size_t fitted = 0;  // so many of the first sizes belong to the line
};

// An SVG of all charts.
std::string draw(const std::string& title, const std::vector<Chart>& charts);

}  // namespace perceptron::core
