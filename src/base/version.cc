#include "base/version.h"

namespace perceptron {

constinit const std::string_view kVersionText = PERCEPTRON_VERSION;

}  // namespace perceptron
