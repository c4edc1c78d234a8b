// The terms of texts: words, or runs of words or characters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/text/settings.h"
#include "data/text/unicode.h"

namespace perceptron::core {

// Keeps texts where they are until it is cleared.
class TextSpace {
 public:
  std::string_view keep(std::string_view text);
  void clear();

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 18U;
  struct Block {
    std::unique_ptr<char[]> bytes;  // NOLINT: not initialised, unlike a vector
    std::size_t size = 0;
  };
  std::vector<Block> blocks_;
  std::size_t block_ = 0;  // in use
  std::size_t used_ = 0;   // of this block
};

// A text cut into what its terms are made of: words with a blank between them, or characters.
struct TextPieces {
  std::string bytes;
  std::vector<std::size_t> begins;  // of each piece
  std::vector<std::size_t> ends;

  void clear() {
    bytes.clear();
    begins.clear();
    ends.clear();
  }
};

// What one thread needs to cut texts.
struct TermSpace {
  TextSpace texts;  // the terms are views of it, until it is cleared
  TextPieces pieces;
};

// A term as a number of so many bits. Every machine computes the same.
struct HashedTerm {
  std::uint32_t number = 0;
  double sign = 1;
};
HashedTerm hashed_term(std::string_view term, const HashSpace& space);

// Calls use(feature, sum) for each feature with a sum that is not 0, in ascending order.
template <class Use>
void each_count(std::vector<std::pair<std::uint32_t, double>>& terms, const Use& use) {
  std::sort(terms.begin(), terms.end());
  for (std::size_t k = 0; k < terms.size();) {
    const std::uint32_t feature = terms[k].first;
    double sum = 0;
    for (; k < terms.size() && terms[k].first == feature; ++k) sum += terms[k].second;
    if (sum != 0) use(feature, sum);
  }
}

// A feature that counts 1 or −1, as a number that sorts by the feature.
inline std::uint64_t signed_feature(std::uint64_t feature, double sign) {
  return 2 * feature + (sign < 0 ? 1 : 0);
}
// The same for those.
template <class Use>
void each_signed_count(std::vector<std::uint64_t>& terms, const Use& use) {
  std::sort(terms.begin(), terms.end());
  for (std::size_t k = 0; k < terms.size();) {
    const std::uint64_t feature = terms[k] / 2;
    double sum = 0;
    for (; k < terms.size() && terms[k] / 2 == feature; ++k) sum += terms[k] % 2 == 0 ? 1 : -1;
    if (sum != 0) use(static_cast<std::uint32_t>(feature), sum);
  }
}

class Terms {
 public:
  explicit Terms(const TermSettings& settings) : settings_(settings) {}

  const TermSettings& settings() const { return settings_; }
  // Whether terms are looked up word by word: runs of words, in a dictionary.
  bool has_runs() const {
    return !settings_.characters && !settings_.hash && settings_.lengths.longest > 1;
  }

  // Calls use(word) for each word of the text.
  template <class Use>
  void each_word(std::string_view text, TermSpace& space, const Use& use) const {
    TextPieces& pieces = space.pieces;
    pieces.clear();
    cut_words(text, pieces);
    const std::string_view kept = space.texts.keep(pieces.bytes);
    for (std::size_t k = 0; k < pieces.begins.size(); ++k)
      use(kept.substr(pieces.begins[k], pieces.ends[k] - pieces.begins[k]));
  }

  // Calls use(term) for each term of the text, as often as it has it.
  template <class Use>
  void each(std::string_view text, TermSpace& space, const Use& use) const {
    TextPieces& pieces = space.pieces;
    pieces.clear();
    if (settings_.characters) {
      cut_characters(text, pieces);
    } else {
      cut_words(text, pieces);
    }
    const std::string_view kept = space.texts.keep(pieces.bytes);
    const auto term = [&](std::size_t first, std::size_t last) {
      use(kept.substr(pieces.begins[first], pieces.ends[last] - pieces.begins[first]));
    };
    settings_.within_words ? each_within_words(pieces, term) : each_run(pieces, term);
  }

 private:
  // Runs of consecutive pieces, of all lengths.
  template <class Term>
  void each_run(const TextPieces& pieces, const Term& term) const {
    const std::size_t count = pieces.begins.size();
    for (std::size_t first = 0; first < count; ++first) {
      for (std::size_t n = settings_.lengths.shortest;
           n <= settings_.lengths.longest && first + n <= count; ++n)
        term(first, first + n - 1);
    }
  }

  // Runs of characters from the blank before a word to the one after it. A word that is shorter
  // than a run is one itself, once.
  template <class Term>
  void each_within_words(const TextPieces& pieces, const Term& term) const {
    const std::size_t count = pieces.begins.size();
    for (std::size_t begin = 0; begin + 1 < count;) {
      std::size_t end = begin + 1;
      while (pieces.bytes[pieces.begins[end]] != ' ') ++end;
      const std::size_t size = end - begin + 1;
      for (std::size_t n = settings_.lengths.shortest; n <= settings_.lengths.longest; ++n) {
        if (n >= size) {
          term(begin, end);
          break;
        }
        for (std::size_t first = begin; first + n <= end + 1; ++first) term(first, first + n - 1);
      }
      begin = end;
    }
  }

  void cut_words(std::string_view text, TextPieces& pieces) const;
  void cut_characters(std::string_view text, TextPieces& pieces) const;
  // Calls use(code) for what the character at `at` becomes: in the wanted case, with or without
  // accents.
  template <class Use>
  void use_character(std::string_view text, std::size_t at, const Character& character,
                     const Use& use) const;

  TermSettings settings_;
};

}  // namespace perceptron::core
