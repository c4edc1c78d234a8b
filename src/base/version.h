#pragma once

#include <string_view>

namespace perceptron {

inline constexpr std::string_view kVersionText = PERCEPTRON_VERSION;

}  // namespace perceptron
