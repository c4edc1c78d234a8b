#include "base/version.h"

namespace perceptron::core {

constinit const std::string_view kVersionText = PERCEPTRON_VERSION;

std::string program_name() { return "perceptron " + std::string(kVersionText); }

}  // namespace perceptron::core
