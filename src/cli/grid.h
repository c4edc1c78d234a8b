// A grid of settings as written on the command line.
#pragma once

#include <string>

#include "evaluate/grid.h"

namespace perceptron::core {

// NAME=A,B,C lists values; NAME=FROM:TO:COUNT spaces them evenly on a logarithmic scale. Throws a
// usage error.
Axis parse_axis(const std::string& text);

// set_value() for NAME=VALUE on the command line. If there is no such setting, the message starts
// with `about`.
void set_option(Candidate& candidate, const std::string& name, const std::string& value,
                const std::string& about);

}  // namespace perceptron::core
