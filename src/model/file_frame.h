// What surrounds the tensors of a model file: an 8-byte length, a JSON header, a checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace perceptron::core {

// Binary models without calibration use the first version of the format.
inline constexpr int kModelVersion = 4;

// Stands for the checksum while it is computed.
inline constexpr std::string_view kNoChecksum = "00000000000000000000000000000000";

// Tensors of the t-th column of text: its terms (data/text/term_list.h), and their factors.
inline std::string term_list_key(std::size_t t) { return "terms." + std::to_string(t); }
inline std::string term_factors_key(std::size_t t) { return "term_factors." + std::to_string(t); }

// The checksum of a file whose header has it at `at`.
std::string model_checksum(std::string_view header, std::size_t at, std::string_view tensors);

// The length of the header, which the first eight bytes of the file give.
std::uint64_t header_length(std::string_view bytes);

}  // namespace perceptron::core
