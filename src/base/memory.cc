#include "base/memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <limits>

#include "base/error.h"

namespace perceptron {

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::numeric_limits<std::uint64_t>::max();
  return product;
}

void require_memory(std::uint64_t count, std::uint64_t bytes, const std::string& what,
                    const std::string& advice) {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  const std::uint64_t have = saturating_product(pages, page);
  const std::uint64_t need = saturating_product(count, bytes);
  if (need > have) {
    throw Error(Exit::input,
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

}  // namespace perceptron
