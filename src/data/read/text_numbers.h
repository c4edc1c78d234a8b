// Numbers the different texts of some columns in order of appearance.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/quick_hash.h"

namespace perceptron::core {

class TextNumbers {
 public:
  struct Entry {
    std::string_view text;  // of whoever owns it
    std::uint32_t column = 0;
    std::uint64_t hash = 0;
    std::uint64_t rows = 0;  // that have it
  };

  // The number of the text, from 0.
  std::uint32_t count(std::uint32_t column, std::string_view text) {
    const std::uint64_t hash = quick_hash(text, column);
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      if (slots_[at] == kNone) return add(at, {text, column, hash});
      Entry& entry = entries_[slots_[at]];
      if (entry.hash == hash && entry.column == column && is_same(entry.text, text)) {
        ++entry.rows;
        return slots_[at];
      }
    }
  }

  const std::vector<Entry>& entries() const { return entries_; }

  void clear() {
    for (const Entry& entry : entries_) empty_slots_of(entry);
    entries_.clear();
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  template <class Word>
  static Word word_at(const char* text) {
    Word word = 0;
    std::memcpy(&word, text, sizeof word);
    return word;
  }

  // Two words, which overlap, compared.
  template <class Word>
  static bool are_same(std::string_view a, std::string_view b) {
    const std::size_t second = a.size() - sizeof(Word);
    return word_at<Word>(a.data()) == word_at<Word>(b.data()) &&
           word_at<Word>(a.data() + second) == word_at<Word>(b.data() + second);
  }

  // Most texts are short: a call would take longer than the comparison.
  static bool is_same(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    if (a.size() > 2 * sizeof(std::uint64_t)) return a == b;
    if (a.size() >= sizeof(std::uint64_t)) return are_same<std::uint64_t>(a, b);
    if (a.size() >= sizeof(std::uint32_t)) return are_same<std::uint32_t>(a, b);
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (a[k] != b[k]) return false;
    }
    return true;
  }

  std::uint32_t add(std::size_t at, Entry entry) {
    const auto number = static_cast<std::uint32_t>(entries_.size());
    entry.rows = 1;
    entries_.push_back(entry);
    slots_[at] = number;
    if (2 * entries_.size() > slots_.size()) grow();
    return number;
  }

  void grow() {
    slots_.assign(2 * slots_.size(), kNone);
    mask_ = slots_.size() - 1;
    for (std::uint32_t number = 0; number < entries_.size(); ++number) {
      std::size_t at = entries_[number].hash & mask_;
      while (slots_[at] != kNone) at = (at + 1) & mask_;
      slots_[at] = number;
    }
  }

  // All slots from the entry's place on that are taken, so that a few entries are removed quickly.
  void empty_slots_of(const Entry& entry) {
    for (std::size_t at = entry.hash & mask_; slots_[at] != kNone; at = (at + 1) & mask_)
      slots_[at] = kNone;
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, kNone);  // a power of two
  std::size_t mask_ = 63;
};

}  // namespace perceptron::core
