// Settings as text, in the namespace of their types, for argument-dependent lookup. Their types
// are in <perceptron/settings.h>, their table in learn_options.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <perceptron/settings.h>
#include "base/options.h"

namespace perceptron {

// λ of the margin perceptron. Below, there would be more guesses than anyone can wait for.
inline constexpr double kSmallestLambda = 1.000001;
inline constexpr double kLargestLambda = 1e6;

inline constexpr std::string_view kNoClassWeights = "none";
// From "balanced", "none", or entries "NAME=W".
ClassWeights parse_class_weights(const std::vector<std::string>& entries);
std::string value_text(const ClassWeights& weights);
core::SettingValue shown_setting(const ClassWeights& weights);
void parse_setting(std::string_view name, const std::string& text, ClassWeights& value);

}  // namespace perceptron
