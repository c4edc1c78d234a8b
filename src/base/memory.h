// Sizes that come from files are checked before memory is allocated.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

namespace perceptron::core {

// The product, or the largest 64-bit number on overflow.
std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b);

// Whether this machine has room for `count` items of `bytes` bytes.
bool fits_memory(std::uint64_t count, std::uint64_t bytes);

// Throws an Error that names `what` and its size, and ends with `advice`, unless this machine has
// room for `count` items of `bytes` bytes.
void require_memory(std::uint64_t count, std::uint64_t bytes, const std::string& what,
                    const std::string& advice = "");

std::string format_bytes(std::uint64_t bytes);

// Memory that starts on a cache line.
template <class T>
struct CacheAligned {
  using value_type = T;
  CacheAligned() = default;
  template <class U>
  CacheAligned(const CacheAligned<U>& /*other*/) {}  // NOLINT: allocators convert freely

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* memory, std::size_t /*count*/) {
    ::operator delete (memory, std::align_val_t{64});
  }
  template <class U>
  bool operator==(const CacheAligned<U>& /*other*/) const {
    return true;
  }
};

void* allocate_large(std::size_t bytes);
void free_large(void* memory, std::size_t bytes);

// Memory in huge pages if it is large: fewer page faults on first access, and fewer TLB misses on
// random access.
template <class T>
struct InLargePages {
  using value_type = T;
  InLargePages() = default;
  template <class U>
  InLargePages(const InLargePages<U>& /*other*/) {}  // NOLINT: allocators convert freely

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_large(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) { free_large(memory, count * sizeof(T)); }
  template <class U>
  bool operator==(const InLargePages<U>& /*other*/) const {
    return true;
  }
};

template <class T>
using LargeVector = std::vector<T, InLargePages<T>>;

template <class T>
using AlignedVector = std::vector<T, CacheAligned<T>>;

}  // namespace perceptron::core
