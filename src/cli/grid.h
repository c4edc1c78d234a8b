// A grid of settings as written on the command line: an axis an option, its
// values listed or spread evenly on a logarithmic scale.
#pragma once

#include <string>
#include <vector>

#include "evaluate/candidate.h"

namespace perceptron {

struct Axis {
  std::string name;                 // of a learning option, or scale
  bool number = false;              // its values are such
  std::vector<std::string> values;  // each once, as set_value() takes them
};

// NAME=FROM:TO:COUNT or NAME=A,B,C; throws an Error of wrong usage.
Axis parse_axis(const std::string& text);

// Sets the option `name` of a candidate, as a grid names it; throws an Error that
// begins with `about` where there is none or the value is not one of its.
void set_value(Candidate& candidate, const std::string& name, const std::string& value,
               const std::string& about);

// One point of the grid: the settings, and the text of each axis's value; of an
// option that means nothing to its learner this one:
inline const std::string kPassedOver = "-";
struct GridPoint {
  Candidate candidate;
  std::vector<std::string> values;
};

// Every combination; the last axis changes fastest.
std::vector<GridPoint> all_points(const Candidate& common, const std::vector<Axis>& axes);

// How plain a point is, the plainest first in order: axis after axis by more of a
// penalty, fewer passes or smaller steps; other options by their place in the list.
std::vector<double> simplicity(const GridPoint& point, const std::vector<Axis>& axes);

}  // namespace perceptron
