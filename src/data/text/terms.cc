#include "data/text/terms.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/hash.h"
#include "data/text/stop_words.h"
#include "data/text/unicode.h"

namespace perceptron::core {
namespace {

// What an ASCII character becomes in a word; 0: it is in none.
using WordBytes = std::array<char, 128>;

constexpr WordBytes word_bytes(bool lower) {
  WordBytes bytes{};
  for (char c = 'a'; c <= 'z'; ++c) bytes[static_cast<unsigned char>(c)] = c;
  for (char c = '0'; c <= '9'; ++c) bytes[static_cast<unsigned char>(c)] = c;
  for (char c = 'A'; c <= 'Z'; ++c)
    bytes[static_cast<unsigned char>(c)] = lower ? static_cast<char>(c - 'A' + 'a') : c;
  bytes['_'] = '_';
  return bytes;
}

constexpr WordBytes kLowerBytes = word_bytes(true);
constexpr WordBytes kSameBytes = word_bytes(false);

// Words are written one after the other into the room of a string.
class WordWriter {
 public:
  WordWriter(const TermSettings& settings, std::size_t room, TextPieces& pieces)
      : settings_(settings), pieces_(pieces), bytes_(pieces.bytes) {
    bytes_.resize(room);
  }

  void add(char byte) {
    bytes_[used_++] = byte;
    ++characters_;
  }
  void add(char32_t code) {
    encoded_.clear();
    append_utf8(code, encoded_);
    bytes_.replace(used_, encoded_.size(), encoded_);
    used_ += encoded_.size();
    ++characters_;
  }
  void end_word() {
    if (used_ == begin_) return;
    if (characters_ >= settings_.shortest_word && !is_stop_word()) {
      pieces_.begins.push_back(begin_);
      pieces_.ends.push_back(used_);
      bytes_[used_++] = ' ';
      begin_ = used_;
    } else {
      used_ = begin_;
    }
    characters_ = 0;
  }
  // Makes room for as many bytes, and a character that becomes many.
  void require_room(std::size_t more) {
    constexpr std::size_t kSpare = 160;
    if (bytes_.size() < used_ + more + kSpare) bytes_.resize(used_ + 2 * more + 2 * kSpare);
  }
  void finish() { bytes_.resize(used_); }

 private:
  bool is_stop_word() const {
    return settings_.stop_words != StopWords::none &&
           perceptron::core::is_stop_word(settings_.stop_words,
                                          std::string_view(bytes_).substr(begin_, used_ - begin_));
  }

  const TermSettings& settings_;
  TextPieces& pieces_;
  std::string& bytes_;
  std::string encoded_;
  std::size_t used_ = 0;
  std::size_t begin_ = 0;  // of the word
  std::size_t characters_ = 0;
};

// Characters are written with blanks made alike.
class CharacterWriter {
 public:
  CharacterWriter(bool within_words, TextPieces& pieces)
      : within_words_(within_words), pieces_(pieces) {}

  void add(char32_t code) {
    if (is_blank(code)) {
      ++blanks_;
      blank_ = code;
      return;
    }
    if (within_words_ && pieces_.begins.empty()) blanks_ = 1;
    end_blanks();
    put(is_control(code) ? kReplacement : code);
  }
  void finish() {
    if (within_words_) blanks_ = pieces_.begins.empty() ? 0 : 1;
    end_blanks();
  }

 private:
  // Several blanks are one, and so is one that no name can contain.
  void end_blanks() {
    if (blanks_ > 0) put(blanks_ > 1 || within_words_ || is_control(blank_) ? U' ' : blank_);
    blanks_ = 0;
  }
  void put(char32_t code) {
    pieces_.begins.push_back(pieces_.bytes.size());
    append_utf8(code, pieces_.bytes);
    pieces_.ends.push_back(pieces_.bytes.size());
  }

  bool within_words_;
  TextPieces& pieces_;
  std::size_t blanks_ = 0;
  char32_t blank_ = U' ';
};

}  // namespace

std::string_view TextSpace::keep(std::string_view text) {
  while (block_ < blocks_.size() && blocks_[block_].size - used_ < text.size()) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    const std::size_t size = std::max(kBlock, text.size());
    blocks_.push_back({std::unique_ptr<char[]>(new char[size]), size});  // NOLINT: as above
  }
  char* at = blocks_[block_].bytes.get() + used_;
  if (!text.empty()) std::memcpy(at, text.data(), text.size());
  used_ += text.size();
  return {at, text.size()};
}

void TextSpace::clear() { block_ = used_ = 0; }

HashedTerm hashed_term(std::string_view term, const HashSpace& space) {
  const std::uint64_t hash = hash_of(term);
  const std::uint64_t mask = (std::uint64_t{1} << space.bits) - 1;
  return {static_cast<std::uint32_t>(hash & mask),
          space.with_signs && (hash >> 63U) != 0 ? -1.0 : 1.0};
}

template <class Use>
void Terms::use_character(std::string_view text, std::size_t at, const Character& character,
                          const Use& use) const {
  Characters codes;
  if (settings_.letters == LetterCase::lower) {
    codes = lower_case(text, at, character);
  } else {
    codes.add(character.code);
  }
  for (const char32_t code : codes) {
    if (settings_.accents == Accents::keep) {
      use(code);
    } else {
      for (const char32_t part : without_accents(code)) use(part);
    }
  }
}

void Terms::cut_words(std::string_view text, TextPieces& pieces) const {
  const WordBytes& bytes = settings_.letters == LetterCase::lower ? kLowerBytes : kSameBytes;
  WordWriter words(settings_, text.size() + 1, pieces);
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      if (bytes[byte] != 0) {
        words.add(bytes[byte]);
      } else {
        words.end_word();
      }
      ++at;
      continue;
    }
    const Character character = character_at(text, at);
    words.require_room(text.size() - at + 1);
    use_character(text, at, character, [&](char32_t code) {
      if (is_word_character(code)) {
        words.add(code);
      } else {
        words.end_word();
      }
    });
    at += character.length;
    words.require_room(text.size() - at + 1);
  }
  words.end_word();
  words.finish();
}

void Terms::cut_characters(std::string_view text, TextPieces& pieces) const {
  CharacterWriter characters(settings_.within_words, pieces);
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    use_character(text, at, character, [&](char32_t code) { characters.add(code); });
    at += character.length;
  }
  characters.finish();
}

}  // namespace perceptron::core
