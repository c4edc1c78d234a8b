#include "model/file_frame.h"

#include <bit>
#include <cstring>

#include "base/hash.h"
#include "model/file.h"

namespace perceptron::core {

static_assert(std::endian::native == std::endian::little, "tensors are little-endian in the file");

std::string model_checksum(std::string_view header, std::size_t at, std::string_view tensors) {
  Hash hash;
  hash.add(header.size());
  hash.add(header.substr(0, at));
  hash.add(kNoChecksum);
  hash.add(header.substr(at + kNoChecksum.size()));
  hash.add(tensors);
  return hash.hex();
}

std::uint64_t header_length(std::string_view bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  return length;
}

bool looks_like_model(std::string_view start) {
  if (start.size() < 9 || start[8] != '{') return false;
  // In a text file the first eight bytes are a much larger number.
  constexpr std::uint64_t kLongest = 1'000'000'000'000;
  const std::uint64_t length = header_length(start);
  return length >= 2 && length <= kLongest;
}

}  // namespace perceptron::core
