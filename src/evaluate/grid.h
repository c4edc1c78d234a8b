// A grid of settings for tune(): every combination of the values of some settings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluate/candidate.h"

namespace perceptron::core {

// One setting that varies, and its values.
struct Axis {
  std::string name;                 // name of a training setting, or scale
  bool number = false;              // whether the values are numbers
  std::vector<std::string> values;  // without duplicates, in the form that set_value() takes
};

// The names that an axis may have: numeric and enumerated training settings, and scale.
std::vector<std::string> axis_names();

struct AxisKind {
  std::vector<std::string> choices;  // empty: the values are numbers
  bool whole = false;                // whole numbers
};
AxisKind axis_kind(const std::string& name);

inline constexpr std::uint64_t kMostPoints = 100'000;  // of a grid, and so values of an axis

// `count` numbers, at least 2, from `from` to `to`, each the same multiple of the one before.
std::vector<double> log_spaced(double from, double to, std::uint64_t count);

// An axis with these values, without duplicates: 0.10 and 0.1 are the same. Throws a usage error
// if the setting does not accept a value.
Axis make_axis(const std::string& name, const std::vector<std::string>& values);

// Sets one of these settings of a candidate. Throws a usage error if there is no such setting, or
// it does not accept the value.
void set_value(Candidate& candidate, const std::string& name, const std::string& value);

// One combination: the settings, and the text of the value on each axis. The value of a
// setting that the point's learner does not use is kUnused.
inline const std::string kUnused = "-";
struct GridPoint {
  Candidate candidate;
  std::vector<std::string> values;
};

struct Grid {
  std::vector<Axis> axes;
  std::vector<GridPoint> points;
};

// Every combination; the last axis varies fastest. Points that differ only in settings that their
// learner does not use are merged.
Grid make_grid(const Candidate& common, std::vector<Axis> axes);

// Throws a usage error if no point of the grid uses the setting of that name.
void require_used(std::string_view name, const Grid& grid);

// Numbers to compare how simple points are, smaller is simpler: axis after axis by the complexity
// in the table of settings (a larger penalty, fewer epochs and smaller steps are simpler); settings
// without one by their position in the list.
std::vector<double> simplicity(const GridPoint& point, const std::vector<Axis>& axes);

}  // namespace perceptron::core
