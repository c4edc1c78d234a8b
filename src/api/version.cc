#include <fmt/format.h>

#include <perceptron/perceptron.h>
#include "api/contents.h"
#include "base/version.h"

namespace perceptron {

std::string_view version() { return core::kVersionText; }

std::string api::program() { return fmt::format("perceptron {}", core::kVersionText); }

}  // namespace perceptron
