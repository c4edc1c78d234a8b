// How the settings of feature maps are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <perceptron/read.h>

namespace perceptron {

// "2", or "2:products" without powers.
std::string value_text(const Polynomial& polynomial);
void parse_setting(std::string_view name, const std::string& text, Polynomial& polynomial);

// "a*b;x* * y*": with spaces around the * between patterns. A backslash stands before ; \ and, in
// names that are no patterns, *.
std::string value_text(const std::vector<Interaction>& interactions);
void parse_setting(std::string_view name, const std::string& text,
                   std::vector<Interaction>& interactions);

}  // namespace perceptron
