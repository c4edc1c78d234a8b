// Lines that are looked at before they are read.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "data/read/lines.h"

namespace perceptron::core {

class SampledLines {
 public:
  // Of `lines`, which must outlive them; with the text of each line as it is, if `written`.
  SampledLines(Lines& lines, bool written);

  // The next line that is not blank; valid until the next call. False at the end.
  bool next();
  std::string_view text() const { return line_.text; }
  std::uint64_t number() const { return line_.number; }
  std::string_view written() const { return line_.written; }
  Place place(std::uint64_t offset) const { return {lines_.name(), line_.number, offset + 1}; }

  // Keeps the line last returned, so that next() returns it again after return_kept().
  void keep() { kept_.push_back(line_); }
  void return_kept() { ahead_.swap(kept_); }

 private:
  struct Line {
    std::string text;
    std::uint64_t number = 0;
    std::string written;
  };

  Lines& lines_;
  Line line_;
  std::deque<Line> kept_;
  std::deque<Line> ahead_;  // to be returned again
};

// A place in the line last returned, for those who take it apart character by character.
class LineCursor {
 public:
  // Of `lines`, which must outlive it.
  explicit LineCursor(const SampledLines& lines) : lines_(lines) {}

 protected:
  void start() {
    text_ = lines_.text();
    at_ = 0;
  }
  // The next character that is not blank, '\0' at the end of the line.
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  // Throws Error about what stands here.
  [[noreturn]] void refuse(const std::string& expected, const std::string& advice) const;

  const SampledLines& lines_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace perceptron::core
