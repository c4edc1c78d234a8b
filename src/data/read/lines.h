// Text, line by line, with the number of each line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <perceptron/limits.h>
#include "base/error.h"
#include "data/read/source.h"

namespace perceptron::core {

// Some whole lines. They are followed by a line end and padding, so that a parser may read past
// their end without checking.
class TextBlock {
 public:
  std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  friend class Lines;
  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

class Lines {
 public:
  // Lines longer than `longest` bytes are errors, and so are files that are known to be no text.
  Lines(std::string name, std::unique_ptr<Source> source,
        std::uint64_t longest = Limits().longest_line);

  // The first bytes of the data (all of it, if it is short) after a byte order mark; only before
  // next().
  std::string_view peek() const { return {buffer_.data() + begin_, filled_ - begin_}; }
  bool peeks_all() const { return at_end_; }

  // Reads the next line, without its end ("\n" or "\r\n"); valid until the next call. Returns
  // false at the end of the data.
  bool next(std::string_view& line);
  std::uint64_t number() const { return number_; }  // of the line last returned
  // Whether the line last returned had no newline, because the data ends there.
  bool unfinished() const { return unfinished_; }
  // Appends every line that next() returns, with its end, to `copy`.
  void copy_to(std::string& copy) { copy_ = &copy; }
  // The byte order mark that the data starts with, which is not part of a line; empty: none.
  std::string_view mark() const { return mark_; }

  // Takes the next whole lines, about this many bytes but at least one line; the last line of the
  // data may lack its end. Returns false at the end of the data.
  bool take(std::size_t bytes, TextBlock& into);
  // Makes next() and take() continue with `text`, which they returned last.
  void put_back(std::string_view text);
  // Counts lines that were taken and parsed elsewhere.
  void count(std::uint64_t lines) { number_ += lines; }

  const std::string& name() const { return name_; }
  const Source& source() const { return *source_; }
  // Bytes of the file, before decompression, that the lines returned so far take up, about: the
  // source is ahead of them by the buffer.
  std::uint64_t position() const;
  Place place(std::uint64_t column) const { return {name_, number_, column}; }

 private:
  void refill();
  // Throws if a line of `text`, the end of which may be missing, is too long.
  void require_short_lines(std::string_view text) const;

  std::string name_;
  std::unique_ptr<Source> source_;
  std::uint64_t longest_;
  std::vector<char> buffer_;
  std::uint64_t supplied_ = 0;  // bytes that the source has given
  std::size_t begin_ = 0;
  std::size_t filled_ = 0;
  bool at_end_ = false;
  std::uint64_t number_ = 0;
  bool unfinished_ = false;
  std::string_view mark_;
  std::string* copy_ = nullptr;
};

// Throws, for `place`, unless `text` is text (base/text.h).
void require_text(std::string_view text, const Place& place);

// `text` without leading and trailing spaces and tabs.
std::string_view trim(std::string_view text);

}  // namespace perceptron::core
