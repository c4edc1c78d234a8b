// The entry of libFuzzer, compiled once for each target.

#include <cstddef>
#include <cstdint>

#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace perceptron::core::fuzz;
  run(FUZZ_TARGET, {reinterpret_cast<const char*>(data), size});  // NOLINT: bytes as they are
  return 0;
}
