// Settings as text, in the namespace of their types, for argument-dependent lookup. Their types
// are in <perceptron/settings.h>, their table in learners.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <perceptron/settings.h>
#include "base/options.h"

namespace perceptron {

// From "balanced", or entries "NAME=W".
ClassWeights parse_class_weights(const std::vector<std::string>& entries);
std::string value_text(const ClassWeights& weights);
core::SettingValue shown_setting(const ClassWeights& weights);
void parse_setting(std::string_view name, const std::string& text, ClassWeights& value);

}  // namespace perceptron
