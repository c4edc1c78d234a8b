#include "base/checksum.h"

namespace perceptron::core {
namespace {

#ifdef PERCEPTRON_FUZZ
constexpr bool kVerifyChecksums = false;
#else
constexpr bool kVerifyChecksums = true;
#endif

}  // namespace

bool checksums_match(std::uint64_t computed, std::uint64_t stored) {
  return !kVerifyChecksums || computed == stored;
}

bool checksums_match(std::string_view computed, std::string_view stored) {
  return !kVerifyChecksums || computed == stored;
}

}  // namespace perceptron::core
