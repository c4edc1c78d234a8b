// Plain decimal numbers in text, the kind that nearly all data is made of, eight
// digits at a time. The text must go on for kBehind bytes after its end.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace perceptron {

inline constexpr unsigned kSeen = 32;  // characters that OtherThanDigits looks at
inline constexpr std::size_t kBehind = 2 * kSeen;

inline std::uint64_t eight_characters(const char* text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof word);
  return std::endian::native == std::endian::big ? __builtin_bswap64(word) : word;
}

// Where the next characters that are no digits stand, from the first on.
class OtherThanDigits {
 public:
  explicit OtherThanDigits(const char* text) {
#ifdef __SSE2__
    const auto digits = [](const char* at) {
      const __m128i value = _mm_sub_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)),
                                         _mm_set1_epi8('0'));  // NOLINT: the intrinsic's type
      const __m128i above = _mm_subs_epu8(value, _mm_set1_epi8(9));
      return static_cast<std::uint32_t>(
          _mm_movemask_epi8(_mm_cmpeq_epi8(above, _mm_setzero_si128())));
    };
    bits_ = ~(digits(text) | digits(text + 16) << 16U);
#else
    for (unsigned at = 0; at < kSeen; at += 8) {
      const std::uint64_t value = eight_characters(text + at) ^ 0x3030303030303030U;
      constexpr std::uint64_t kTop = 0x8080808080808080U;
      const std::uint64_t above = ((value & ~kTop) + 0x7676767676767676U) | value;
      bits_ |= static_cast<std::uint32_t>(((above & kTop) >> 7U) * 0x0102040810204080U >> 56U)
               << at;
    }
#endif
  }

  unsigned first() const { return static_cast<unsigned>(std::countr_zero(bits_)); }  // kSeen: none
  void advance() { bits_ &= bits_ - 1; }  // on to the next

 private:
  std::uint32_t bits_ = 0;
};

// The number that `count` digits make, at most eight; 0 where there are none.
inline std::uint64_t number_of_digits(const char* text, unsigned count) {
  const unsigned half = 32 - 4 * count;  // in two steps: nothing is shifted by 64
  std::uint64_t v = (eight_characters(text) ^ 0x3030303030303030U) << half << half;
  v = v * 10 + (v >> 8U);  // pairs
  constexpr std::uint64_t kPairs = 0x000000ff000000ffU;
  return ((v & kPairs) * (100 + (std::uint64_t{1'000'000} << 32U)) +
          ((v >> 16U) & kPairs) * (1 + (std::uint64_t{10'000} << 32U))) >>
         32U;
}

inline constexpr std::array<std::uint64_t, 9> kShifts = {
    1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

inline constexpr unsigned kMostPlaces = 15;

inline constexpr std::array<double, kMostPlaces + 1> kPowersOfTen = [] {
  std::array<double, kMostPlaces + 1> powers{};
  double power = 1;
  for (double& each : powers) {
    each = power;
    power *= 10;
  }
  return powers;
}();

// Reads "12", "-0.5" or "3." at `text + begin`, where `others` has gone that far: at
// most 7 digits before the point, 15 behind it. The value is the double nearest to the
// text. Returns where the number ends; 0 where this is something else, which may
// still be a number.
inline unsigned read_decimal(const char* text, unsigned begin, OtherThanDigits others,
                             double& value) {
  // Branches, because what the next number depends on is then guessed, mostly right,
  // and not waited for.
  const bool negative = text[begin] == '-';
  if (negative) {
    ++begin;
    others.advance();
  }
  const unsigned point = others.first();
  const bool fraction = text[point] == '.';
  if (fraction) others.advance();
  const unsigned end = others.first();
  const unsigned digits = point - begin;
  const unsigned places = fraction ? end - point - 1 : 0;
  if (end >= kSeen || digits - 1 > 6 || places > kMostPlaces) return 0;
  std::uint64_t mantissa = digits == 1 ? static_cast<std::uint64_t>(text[begin] - '0')
                                       : number_of_digits(text + begin, digits);
  const char* behind = text + point + (fraction ? 1 : 0);
  const auto append = [&](unsigned count) {
    mantissa = mantissa * kShifts[count] + number_of_digits(behind, count);
    behind += count;
  };
  append(places < 8 ? places : 8);
  if (places > 8) append(places - 8);
  // The quotient of two numbers without error is rounded but once.
  if (mantissa > std::uint64_t{1} << 53U) return 0;
  const double number = static_cast<double>(mantissa) / kPowersOfTen[places];
  value = negative ? -number : number;
  return end;
}

}  // namespace perceptron
