// Text, line by line, with the number of each line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "data/source.h"

namespace perceptron {

class Lines {
 public:
  Lines(std::string name, std::unique_ptr<Source> source);

  // The first bytes of the data (all of it, if it is short), before next().
  std::string_view peek() const { return {buffer_.data(), filled_}; }
  bool peek_is_all() const { return at_end_; }

  // The next line, without its end ("\n" or "\r\n"); valid until the next
  // call. False at the end of the data.
  bool next(std::string_view& line);
  std::uint64_t number() const { return number_; }  // of the line last returned
  // Whether the line last returned had no newline: the data ends in it.
  bool unfinished() const { return unfinished_; }

  const std::string& name() const { return name_; }
  const Source& source() const { return *source_; }
  Place place(std::uint64_t column) const { return {name_, number_, column}; }

 private:
  void refill();

  std::string name_;
  std::unique_ptr<Source> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t filled_ = 0;
  bool at_end_ = false;
  std::uint64_t number_ = 0;
  bool unfinished_ = false;
};

// Whether `text` is valid UTF-8 without control characters.
bool is_text(std::string_view text);
// Throws, for `place`, unless it is.
void require_text(std::string_view text, const Place& place);

// `text` without spaces and tabs at its ends.
std::string_view trim(std::string_view text);

}  // namespace perceptron
