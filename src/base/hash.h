// A 128-bit fingerprint (XXH3) of bytes given piece by piece.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace perceptron::core {

class Hash {
 public:
  Hash();
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;
  ~Hash();

  void add(std::string_view bytes);
  void add(std::span<const std::byte> bytes);
  void add(std::uint64_t number);  // as eight bytes, little-endian
  std::string hex() const;         // 32 hexadecimal digits
  std::uint64_t word() const;      // half of it

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// 64 bits for a short text, to be continued as the seed for the next one.
std::uint64_t hash_of(std::string_view text, std::uint64_t seed = 0);

// Of a sequence of hashes, the one of those before and the next.
inline std::uint64_t combined_hash(std::uint64_t before, std::uint64_t next) {
  return (std::rotl(before, 29) ^ next) * 0x9e3779b97f4a7c15U;
}

}  // namespace perceptron::core
