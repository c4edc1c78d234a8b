// One more feature that is the same constant in every row: a plane through the
// origin of the longer rows is a plane with an offset for the rows themselves.
// Its margin there is another one, and smaller (docs/margins.md).
#pragma once

#include "data/dataset.h"

namespace perceptron {

void lift(Dataset& data, double constant);

}  // namespace perceptron
