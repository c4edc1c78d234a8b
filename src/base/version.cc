#include "base/version.h"

namespace perceptron::core {

constinit const std::string_view kVersionText = PERCEPTRON_VERSION;

}  // namespace perceptron::core
