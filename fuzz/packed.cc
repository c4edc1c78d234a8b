// Compressed bytes, read at once and in small pieces: the same bytes, or an error both times.

#include <algorithm>
#include <string>

#include "base/error.h"
#include "data/read/source.h"
#include "finding.h"
#include "settings_bytes.h"
#include "targets.h"

namespace perceptron::core::fuzz {
namespace {

// No more than this is decompressed: a few bytes may be megabytes of zeros.
constexpr std::size_t kMostBytes = std::size_t{1} << 16U;

std::string unpacked(std::string_view packed, std::size_t piece) {
  std::string bytes;
  try {
    const auto source = open_bytes(packed, "data");
    for (bool more = true; more && bytes.size() < kMostBytes;) {
      const std::size_t had = bytes.size();
      // Not beyond the limit, where there may be an error that large pieces do not see.
      const std::size_t wanted = std::min(piece, kMostBytes - had);
      bytes.resize(had + wanted);
      const std::size_t got = source->read({bytes.data() + had, wanted});
      bytes.resize(had + got);
      more = got == wanted;
    }
  } catch (const perceptron::Error&) {
    return "error";  // what zstd calls the damage depends on the room it has
  }
  return bytes;
}

}  // namespace

void fuzz_packed(std::string_view bytes) {
  SettingsBytes input(bytes);
  const std::size_t piece = 1U + input.byte();
  const std::string expected = unpacked(input.rest(), kMostBytes);
  const std::string found = unpacked(input.rest(), piece);
  // An error beyond the limit is seen by the larger pieces only.
  if (found.size() < kMostBytes) require_same("in small pieces", expected, found);
}

}  // namespace perceptron::core::fuzz
