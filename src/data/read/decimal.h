// Plain decimal numbers, which nearly all data consists of, parsed eight digits at a time. The
// text must be followed by kPadding readable bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace perceptron::core {

inline constexpr std::size_t kPadding = 128;

inline std::uint64_t eight_characters(const char* text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof word);
  return std::endian::native == std::endian::big ? __builtin_bswap64(word) : word;
}

// Positions of the characters that are not digits, among the first 32 or 64.
template <unsigned Seen>
class OtherThanDigits {
 public:
  static constexpr unsigned kSeen = Seen;

  explicit OtherThanDigits(const char* text) {
#ifdef __SSE2__
    for (unsigned at = 0; at < kSeen; at += 16) {
      const __m128i value =
          _mm_sub_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(text + at)),
                       _mm_set1_epi8('0'));  // NOLINT: the intrinsic's type
      const __m128i above = _mm_subs_epu8(value, _mm_set1_epi8(9));
      const int digits = _mm_movemask_epi8(_mm_cmpeq_epi8(above, _mm_setzero_si128()));
      bits_ |= static_cast<std::uint64_t>(digits) << at;
    }
    bits_ = ~bits_;
#else
    for (unsigned at = 0; at < kSeen; at += 8) {
      const std::uint64_t value = eight_characters(text + at) ^ 0x3030303030303030U;
      constexpr std::uint64_t kTop = 0x8080808080808080U;
      const std::uint64_t above = ((value & ~kTop) + 0x7676767676767676U) | value;
      bits_ |= (((above & kTop) >> 7U) * 0x0102040810204080U >> 56U) << at;
    }
#endif
  }

  // A result of at least kSeen means that there is none.
  unsigned first() const { return static_cast<unsigned>(std::countr_zero(bits_)); }
  void advance() { bits_ &= bits_ - 1; }  // on to the next
  // On to the first at or after `at`.
  void skip_to(unsigned at) { bits_ = at < kSeen ? bits_ >> at << at : 0; }

 private:
  std::uint64_t bits_ = 0;
};

// The value of `count` digits, one to eight.
inline std::uint64_t number_of_digits(const char* text, unsigned count) {
  std::uint64_t v = (eight_characters(text) ^ 0x3030303030303030U) << ((64 - 8 * count) & 63U);
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

// Reads "12", "-0.5" or "3.", with this decimal mark, at `text + begin`, to which `others` has
// advanced: at most 7 digits before the point, 15 after it. The value is the double nearest to the
// text. Returns where the number ends, and advances `others` to it; 0 if this is something else,
// which may still be a number. Without inlining, parsing takes a tenth longer.
template <class Others>
[[gnu::always_inline]] inline unsigned read_decimal(const char* text, unsigned begin,
                                                    Others& others, double& value,
                                                    char mark = '.') {
  // Branches rather than arithmetic: the processor predicts them, mostly right, and does not wait
  // for the end of the number.
  const bool negative = text[begin] == '-';
  if (negative) {
    ++begin;
    others.advance();
  }
  const unsigned point = others.first();
  const unsigned digits = point - begin;
  if (point >= Others::kSeen || digits - 1 > 6) return 0;
  std::uint64_t mantissa = digits == 1 ? static_cast<std::uint64_t>(text[begin] - '0')
                                       : number_of_digits(text + begin, digits);
  unsigned end = point;
  double number = 0;
  if (text[point] == mark) {
    others.advance();
    end = others.first();
    const unsigned places = end - point - 1;
    if (end >= Others::kSeen || places > kMostPlaces) return 0;
    const auto append = [&](unsigned first, unsigned count) __attribute__((always_inline)) {
      mantissa = mantissa * kShifts[count] + number_of_digits(text + point + 1 + first, count);
    };
    if (places > 8) {
      append(0, 8);
      append(8, places - 8);
      // The quotient of two exact numbers is rounded only once.
      if (mantissa > std::uint64_t{1} << 53U) return 0;
    } else if (places > 0) {
      append(0, places);
    }
    number = static_cast<double>(mantissa) / kPowersOfTen[places];
  } else {
    number = static_cast<double>(mantissa);
  }
  value = negative ? -number : number;
  return end;
}

inline constexpr std::size_t kShortNumber = 16;

// The same for all of a text of at most kShortNumber characters, of which at most 7 come before the
// point and 8 after it; false if it is something else, which may still be a number.
[[gnu::always_inline]] inline bool read_short_decimal(const char* text, std::size_t length,
                                                      double& value, char mark) {
  // Signs are as good as random: arithmetic rather than a branch.
  const auto negative = static_cast<unsigned>(*text == '-');
  text += negative;
  const auto size = static_cast<unsigned>(length) - negative;
  OtherThanDigits<16> others(text);
  const unsigned point = std::min(others.first(), size);
  if (point - 1 > 6) return false;
  auto mantissa = static_cast<std::int64_t>(point == 1 ? static_cast<std::uint64_t>(*text - '0')
                                                       : number_of_digits(text, point));
  double number = 0;
  if (point < size) {
    others.advance();
    const unsigned places = size - point - 1;
    if (text[point] != mark || places - 1 > 7 || others.first() < size) return false;
    mantissa = mantissa * static_cast<std::int64_t>(kShifts[places]) +
               static_cast<std::int64_t>(number_of_digits(text + point + 1, places));
    number = static_cast<double>(mantissa) / kPowersOfTen[places];
  } else {
    number = static_cast<double>(mantissa);
  }
  value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) |
                                static_cast<std::uint64_t>(negative) << 63U);
  return true;
}

}  // namespace perceptron::core
