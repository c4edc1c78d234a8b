#include "base/random.h"

#include <cmath>
#include <utility>

#include "base/elementary.h"

namespace perceptron::core {
namespace {

constexpr std::uint32_t low32(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
constexpr std::uint32_t high32(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32U); }

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c,
                                    std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
    c = {high32(p1) ^ c[1] ^ key[0], low32(p1), high32(p0) ^ c[3] ^ key[1], low32(p0)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return c;
}

Random::Random(std::uint64_t seed, std::uint64_t stream)
    : key_{low32(seed), high32(seed)}, stream_(stream) {}

std::uint64_t Random::bits() {
  if (left_ == 0) {
    const auto out = philox({low32(block_), high32(block_), low32(stream_), high32(stream_)}, key_);
    ready_ = {out[0] | std::uint64_t{out[1]} << 32U, out[2] | std::uint64_t{out[3]} << 32U};
    ++block_;
    left_ = 2;
  }
  return ready_[static_cast<std::size_t>(2 - left_--)];
}

double Random::uniform() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

std::uint64_t Random::below(std::uint64_t bound) {
  // Lemire 2019: the high half of a product; the few biased draws are repeated.
  __extension__ using Wide = unsigned __int128;
  for (;;) {
    const Wide product = Wide{bits()} * bound;
    const auto low = static_cast<std::uint64_t>(product);
    // The division is needed only if the result could depend on it.
    if (low >= bound || low >= -bound % bound) return static_cast<std::uint64_t>(product >> 64U);
  }
}

double Random::normal() {
  if (std::exchange(has_spare_, false)) return spare_;
  // Marsaglia's polar method.
  for (;;) {
    const double u = uniform(-1, 1);
    const double v = uniform(-1, 1);
    const double q = u * u + v * v;
    if (q >= 1 || q == 0) continue;
    const double f = std::sqrt(-2 * series_log(q) / q);
    spare_ = v * f;
    has_spare_ = true;
    return u * f;
  }
}

void shuffle(std::span<std::uint64_t> items, Random& random) {
  for (std::uint64_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

void shuffle(std::span<std::uint32_t> items, Random& random) {
  for (std::uint64_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

}  // namespace perceptron::core
