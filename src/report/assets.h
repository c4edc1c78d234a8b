// What is bundled from web/ at build time and carried by every page.
#pragma once

#include <string_view>

namespace perceptron::core {

// Throws where the library was built without them, before any work is done for a page.
void require_pages();

std::string_view page_script();
std::string_view page_style();
// SHA-256 of the script in base64, as a Content-Security-Policy has it.
std::string_view page_script_digest();

}  // namespace perceptron::core
