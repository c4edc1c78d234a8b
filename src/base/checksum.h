// The one place that compares checksums of files, so that it can be left out of a build that tests
// what comes after it.
#pragma once

#include <cstdint>
#include <string_view>

namespace perceptron::core {

// Whether a file is as it was written. For fuzzing (PERCEPTRON_FUZZ), every checksum matches:
// random changes would not get past them, while whoever forges a file makes them right.
bool checksums_match(std::uint64_t computed, std::uint64_t stored);
bool checksums_match(std::string_view computed, std::string_view stored);

}  // namespace perceptron::core
