// The training and test rows of one fold as data of their own. Everything that is fitted to
// rows (means for missing values, scaling, the known classes and categories) is fitted to the
// training rows alone, so nothing of the test rows leaks into the model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "data/options.h"

namespace perceptron::core {

struct FoldData {
  Dataset training;
  Dataset test;                        // labels as in the whole data
  std::vector<std::uint32_t> classes;  // for each class of `training`, its number in the whole data
};

FoldData prepare_fold(const Dataset& data, std::span<const std::uint64_t> training_rows,
                      std::span<const std::uint64_t> test_rows, ScalingKind scale);

// Whether prepare_fold() changes each row in the same way whatever the training rows are,
// except for classes that are missing from them. All folds can then share one copy.
bool folds_share_rows(const Dataset& data, ScalingKind scale);

}  // namespace perceptron::core
