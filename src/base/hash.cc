#include "base/hash.h"

#include <fmt/format.h>

#include <array>
#include <bit>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace perceptron::core {

struct Hash::State {
  XXH3_state_t xxh;
};

Hash::Hash() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh); }
Hash::~Hash() = default;

void Hash::add(std::string_view bytes) {
  XXH3_128bits_update(&state_->xxh, bytes.data(), bytes.size());
}

void Hash::add(std::span<const std::byte> bytes) {
  XXH3_128bits_update(&state_->xxh, bytes.data(), bytes.size());
}

void Hash::add(std::uint64_t number) {
  std::array<char, 8> bytes{};
  for (char& byte : bytes) {
    byte = static_cast<char>(number & 0xffU);
    number >>= 8U;
  }
  add({bytes.data(), bytes.size()});
}

std::uint64_t Hash::word() const { return XXH3_128bits_digest(&state_->xxh).low64; }

std::string Hash::hex() const {
  const XXH128_hash_t digest = XXH3_128bits_digest(&state_->xxh);
  return fmt::format("{:016x}{:016x}", digest.high64, digest.low64);
}

std::uint64_t hash_of(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

}  // namespace perceptron::core
