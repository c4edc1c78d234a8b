// A grid of settings as written on the command line: an axis an option, its
// values listed or spread evenly on a logarithmic scale.
#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "learn/settings.h"

namespace perceptron {

struct Axis {
  const Option<LearnSettings>* option;
  std::vector<std::string> values;  // each once, as assign() takes them

  std::string name() const { return std::string(option->name); }
  bool is_number() const { return option->choices.empty(); }
};

// NAME=FROM:TO:COUNT or NAME=A,B,C; throws an Error of wrong usage.
Axis parse_axis(const std::string& text);

// One point of the grid: the settings, and the text of each axis's value.
struct GridPoint {
  LearnSettings settings;
  std::vector<std::string> values;
};

// Every combination; the last axis changes fastest.
std::vector<GridPoint> all_points(const LearnSettings& common, const std::vector<Axis>& axes);

}  // namespace perceptron
