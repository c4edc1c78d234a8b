// Limits on what is read from files.
#pragma once

#include <cstdint>

namespace perceptron {

// What exceeds a limit is refused before it fills the memory. Honest files stay far below the
// defaults. Sizes are in bytes, after decompression.
struct Limits {
  std::uint64_t longest_line = std::uint64_t{1} << 28U;
  std::uint64_t deepest_json = 64;  // levels of nesting
  // A certificate, whether in a file of its own or inside a model.
  std::uint64_t largest_certificate = std::uint64_t{1} << 28U;
  std::uint64_t largest_record = std::uint64_t{1} << 28U;  // of a run
  // The header of a model, which includes its certificate, or the footer of a cache.
  std::uint64_t largest_header = std::uint64_t{1} << 29U;
  std::uint64_t most_features = std::uint64_t{1} << 28U;
  std::uint64_t most_classes = 10'000'000;
};

}  // namespace perceptron
