// What is bundled from web/ at build time and carried by every page.
#pragma once

#include <string_view>

namespace perceptron {

std::string_view page_script();
std::string_view page_style();
// SHA-256 of the script in base64, as a Content-Security-Policy has it.
std::string_view page_script_digest();

}  // namespace perceptron
