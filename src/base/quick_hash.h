// A fast hash of short texts for tables in memory: not for files, nor against those who choose the
// texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace perceptron::core {

// Both halves of the product of a and b.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

// 64 bits for a text, all of which depend on all of its bytes.
inline std::uint64_t quick_hash(std::string_view text, std::uint64_t seed = 0) {
  constexpr std::uint64_t kFirst = 0xa0761d6478bd642fU;
  constexpr std::uint64_t kSecond = 0xe7037ed1a0b428dbU;
  const auto load = [&](std::size_t at, auto number) {
    std::memcpy(&number, text.data() + at, sizeof number);
    return static_cast<std::uint64_t>(number);
  };
  const std::size_t size = text.size();
  std::uint64_t hash = seed ^ kFirst;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  if (size >= 8) {
    for (std::size_t at = 0; at + 16 < size; at += 16)
      hash =
          folded_product(load(at, std::uint64_t{}) ^ kSecond, load(at + 8, std::uint64_t{}) ^ hash);
    // The last 16 bytes, or fewer, which may overlap.
    a = load(size > 16 ? size - 16 : 0, std::uint64_t{});
    b = load(size - 8, std::uint64_t{});
  } else if (size >= 4) {
    a = load(0, std::uint32_t{});
    b = load(size - 4, std::uint32_t{});
  } else if (size > 0) {
    const auto byte = [&](std::size_t at) {
      return static_cast<std::uint64_t>(static_cast<unsigned char>(text[at]));
    };
    a = (byte(0) << 16U) | (byte(size / 2) << 8U) | byte(size - 1);
  }
  return folded_product(kSecond ^ size, folded_product(a ^ kSecond, b ^ hash));
}

}  // namespace perceptron::core
