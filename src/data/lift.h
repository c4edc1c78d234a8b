// Lifting appends a feature that has the same constant value in every row (homogeneous
// coordinates): a plane through the origin of the lifted rows is a plane with an offset for the
// original rows. Its margin among the lifted rows is smaller (docs/margins.md).
#pragma once

#include "data/dataset.h"

namespace perceptron::core {

void lift(Dataset& data, double constant);

}  // namespace perceptron::core
