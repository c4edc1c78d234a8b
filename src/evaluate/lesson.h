// What one training of a cross-validation learns from and is tried on, as data of
// its own: what is fitted to rows (gaps, scaling, classes and categories there
// are) is fitted to the rows learned from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.h"

namespace perceptron {

struct Lesson {
  Dataset training;
  Dataset test;                        // labels as in the whole data
  std::vector<std::uint32_t> classes;  // the number in the whole data of each class of `training`
};

Lesson prepare_lesson(const Dataset& data, std::span<const std::uint64_t> learned,
                      std::span<const std::uint64_t> tried, ScalingKind scale);

// Whether prepare_lesson() would do to each row the same whatever rows are learned
// from, but for classes that are gone.
bool lessons_share_rows(const Dataset& data, ScalingKind scale);

}  // namespace perceptron
