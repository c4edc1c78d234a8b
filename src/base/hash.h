// A 128-bit fingerprint (XXH3) of bytes given piece by piece.
#pragma once

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

}  // namespace perceptron::core
