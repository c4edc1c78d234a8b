// LIBLINEAR, called in process, so that its time is that of its solver alone.
#pragma once

#include "contest.h"

namespace perceptron {

// Empty where LIBLINEAR was not there to be built against.
Solver liblinear();

}  // namespace perceptron
