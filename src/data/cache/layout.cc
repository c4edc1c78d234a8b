#include "data/cache/layout.h"

#include "base/hash.h"

namespace perceptron::core {

const char* name_of(CacheArray array) {
  switch (array) {
    case CacheArray::starts:
      return "starts";
    case CacheArray::ids:
      return "ids";
    case CacheArray::values:
      return "values";
    case CacheArray::labels:
      return "labels";
    case CacheArray::weights:
      return "weights";
    case CacheArray::groups:
      return "groups";
  }
  return "";
}

std::uint64_t cache_padding(std::uint64_t at) {
  return (kCacheAlignment - at % kCacheAlignment) % kCacheAlignment;
}

std::uint64_t hash_of_bytes(std::string_view bytes) {
  Hash hash;
  hash.add(bytes);
  return hash.word();
}

std::uint64_t hash_of_frame(const CacheHead& head, std::string_view footer) {
  Hash hash;
  hash.add(bytes_of(std::span<const CacheHead>(&head, 1)));
  hash.add(footer);
  return hash.word();
}

}  // namespace perceptron::core
