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

}  // namespace perceptron::core
