// Small data of several classes, and what is true of it, found by trying everything.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "data/dataset.h"
#include "oracle.h"

namespace perceptron::core::test {

struct ClassSizes {
  std::uint64_t features = 3;
  std::uint64_t rows = 9;
};

// Rows of small integers, at least one of each class. Classes by chance, or by hidden planes; rows
// for which these tie get any of the tied classes, or are left out.
Dataset class_data(Random& random, std::uint64_t classes, const ClassSizes& most = {});

// The points of Kesler's construction: x in the block of the class of a row, −x in that of another
// class. With an offset, each x has a 1 behind it.
std::vector<Point> kesler_points_of(const Dataset& data, bool offset);

// The points whose hull is √2 times as far from the origin as the joint margin is wide: without an
// offset those of Kesler's construction, with one the mean along each cycle of classes.
std::vector<Point> joint_hull_of(const Dataset& data, bool offset);

}  // namespace perceptron::core::test
