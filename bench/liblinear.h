// LIBLINEAR, called in process, so that its time is that of its solver alone.
#pragma once

#include "classes.h"
#include "contest.h"

namespace perceptron::core {

// Empty where LIBLINEAR was not there to be built against.
BinarySolver liblinear();
ClassesSolver liblinear_classes();

}  // namespace perceptron::core
