// Which options matter to which learner. One that would be passed over may be a
// misunderstanding, so it is refused.
#pragma once

#include <string>
#include <string_view>

#include "learn/settings.h"

namespace perceptron {

// What `option` ("rate", without dashes) goes with where these settings would
// pass it over; empty where it matters.
std::string missing_company(std::string_view option, const LearnSettings& settings);

}  // namespace perceptron
