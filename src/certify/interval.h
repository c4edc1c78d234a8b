// Numbers between which a number is proved to lie.
#pragma once

namespace perceptron {

struct Interval {
  double lower = 0;
  double upper = 0;
};

}  // namespace perceptron
