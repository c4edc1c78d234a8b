#include "base/memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <limits>

#include "base/error.h"

namespace perceptron::core {

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::numeric_limits<std::uint64_t>::max();
  return product;
}

namespace {

std::uint64_t machine_memory() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  return saturating_product(pages, page);
}

constexpr std::size_t kLargePage = std::size_t{2} << 20U;

bool in_large_pages(std::size_t bytes) { return bytes >= 2 * kLargePage; }

}  // namespace

bool fits_memory(std::uint64_t count, std::uint64_t bytes) {
  return saturating_product(count, bytes) <= machine_memory();
}

void* allocate_large(std::size_t bytes) {
  if (!in_large_pages(bytes)) return ::operator new (bytes, std::align_val_t{64});
  void* memory = ::operator new (bytes, std::align_val_t{kLargePage});
  madvise(memory, bytes, MADV_HUGEPAGE);  // only a hint: failure does no harm
  return memory;
}

void free_large(void* memory, std::size_t bytes) {
  ::operator delete (memory, std::align_val_t{in_large_pages(bytes) ? kLargePage : 64});
}

void require_memory(std::uint64_t count, std::uint64_t bytes, const std::string& what,
                    const std::string& advice) {
  const std::uint64_t have = machine_memory();
  const std::uint64_t need = saturating_product(count, bytes);
  if (need > have) {
    throw Error(ErrorKind::input,
                fmt::format("{} would take {}, this machine has {}{}{}", what, format_bytes(need),
                            format_bytes(have), advice.empty() ? "" : "; ", advice));
  }
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array kUnits = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 1000 && unit + 1 < kUnits.size()) {
    amount /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", amount, unit == 0 || amount >= 100 ? 0 : 1, kUnits[unit]);
}

}  // namespace perceptron::core
