#include "base/version.h"
#include <perceptron/perceptron.h>

namespace perceptron {

std::string_view version() { return core::kVersionText; }

}  // namespace perceptron
