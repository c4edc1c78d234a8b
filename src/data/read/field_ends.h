// Where the fields of a chunk of a table end, found 64 characters at a time: the fields can then be
// parsed without waiting for the end of the previous one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "data/read/decimal.h"

namespace perceptron::core {

// The positions of delimiters and line ends.
class FieldEnds {
 public:
  // Up to kPadding bytes after the text are read. If the last line has no end, the end of the text
  // counts as one. Texts of 4 GB and more have too many positions.
  void find(std::string_view text, char delimiter) {
    if (ends_.empty()) ends_.resize(kBlock);
    std::size_t size = 0;
    for (std::size_t base = 0; base < text.size(); base += kBlock) {
      std::uint64_t bits = ends_among(text.data() + base, delimiter);
      if (const std::size_t rest = text.size() - base; rest < kBlock)
        bits &= (std::uint64_t{1} << rest) - 1;
      if (ends_.size() < size + kBlock + 1) ends_.resize(2 * (size + kBlock + 1));
      std::uint32_t* next = ends_.data() + size;
      for (; bits != 0; bits &= bits - 1)
        *next++ =
            static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(std::countr_zero(bits));
      size = static_cast<std::size_t>(next - ends_.data());
    }
    if (!text.empty() && text.back() != '\n')
      ends_[size++] = static_cast<std::uint32_t>(text.size());
    size_ = size;
  }

  std::size_t size() const { return size_; }
  std::uint32_t operator[](std::size_t k) const { return ends_[k]; }

 private:
  static constexpr std::size_t kBlock = 64;

  // One bit for each of 64 characters. A table between spaces may have tabs as well.
  static std::uint64_t ends_among(const char* text, char delimiter) {
    const char other = delimiter == ' ' ? '\t' : delimiter;
    std::uint64_t bits = 0;
#ifdef __SSE2__
    for (unsigned at = 0; at < kBlock; at += 16) {
      const __m128i value = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + at));
      const __m128i ends =
          _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(value, _mm_set1_epi8(delimiter)),
                                    _mm_cmpeq_epi8(value, _mm_set1_epi8(other))),
                       _mm_cmpeq_epi8(value, _mm_set1_epi8('\n')));
      bits |= static_cast<std::uint64_t>(_mm_movemask_epi8(ends)) << at;
    }
#else
    for (unsigned at = 0; at < kBlock; ++at) {
      const char c = text[at];
      const bool end = c == delimiter || c == other || c == '\n';
      bits |= std::uint64_t{end} << at;
    }
#endif
    return bits;
  }

  std::vector<std::uint32_t> ends_;
  std::size_t size_ = 0;
};

}  // namespace perceptron::core
