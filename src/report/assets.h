// The files bundled from web/ at build time, which every page contains.
#pragma once

#include <string_view>

namespace perceptron::core {

// Throws if the library was built without them, before any work is done for a page.
void require_pages();

std::string_view page_script();
std::string_view page_style();
// SHA-256 of the script in base64, for the Content-Security-Policy.
std::string_view page_script_digest();

}  // namespace perceptron::core
