// Rows as text in which every number is written exactly, for other programs that check
// certificates. docs/certificates.md describes the format.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "data/dataset.h"
#include "data/options.h"

namespace perceptron::core {

// What was done to the rows before they are written.
struct ExactHeader {
  std::string hash;  // the fingerprint of the data as read
  ScalingKind scale = ScalingKind::none;
  std::string lift;  // the constant appended to each row; empty: none
};

struct ExactSize {
  std::uint64_t nonzeros = 0;
  std::uint64_t bytes = 0;
};

// An integer if the number is one of at most 53 bits, otherwise a hexadecimal float.
std::string exact_number(double number);

// Passes the text to `write`, piece by piece.
ExactSize write_exact(const Dataset& data, const ExactHeader& header,
                      const std::function<void(std::string_view)>& write);

}  // namespace perceptron::core
