// The layout of a cache file: head, arrays, footer, end (docs/data.md).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <perceptron/names.h>

namespace perceptron::core {

static_assert(std::endian::native == std::endian::little, "arrays are little-endian in the file");

inline constexpr std::string_view kCacheMagic = "\x8dPERCDAT";
inline constexpr std::string_view kCacheEndMagic = "TADCREP\x8d";
inline constexpr std::uint32_t kCacheVersion = 1;
inline constexpr std::uint64_t kCacheAlignment = 64;

struct CacheHead {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::array<char, 52> empty;
};
static_assert(sizeof(CacheHead) == kCacheAlignment);

struct CacheEnd {
  std::uint64_t footer;  // offset of its first byte
  std::uint64_t size;    // of the footer
  std::uint64_t hash;    // of head and footer
  std::array<char, 8> magic;
};

// The arrays in the order of the file. Those that are not needed are not stored.
enum class CacheArray : std::uint8_t { starts, ids, values, labels, weights, groups };
inline constexpr std::array kCacheArrays = {CacheArray::starts,  CacheArray::ids,
                                            CacheArray::values,  CacheArray::labels,
                                            CacheArray::weights, CacheArray::groups};
using perceptron::name_of;
const char* name_of(CacheArray array);

// One item for each kind of array.
template <class T>
class PerArray {
 public:
  T& operator[](CacheArray array) { return items_[static_cast<std::size_t>(array)]; }
  const T& operator[](CacheArray array) const { return items_[static_cast<std::size_t>(array)]; }

 private:
  std::array<T, kCacheArrays.size()> items_{};
};

// Rows are checked and read in blocks. These are the bounds of the blocks, in rows and in
// values; block b covers [bounds[b], bounds[b + 1]).
struct CacheBlocks {
  std::vector<std::uint64_t> rows = {0};
  std::vector<std::uint64_t> values = {0};

  std::uint64_t size() const { return rows.size() - 1; }
};

// Number of bytes between `at` and the next offset at which an array may start.
std::uint64_t cache_padding(std::uint64_t at);

template <class T>
std::string_view bytes_of(std::span<const T> items) {
  return {reinterpret_cast<const char*>(items.data()), items.size_bytes()};  // NOLINT: raw arrays
}

std::uint64_t hash_of_bytes(std::string_view bytes);
std::uint64_t hash_of_frame(const CacheHead& head, std::string_view footer);

}  // namespace perceptron::core
