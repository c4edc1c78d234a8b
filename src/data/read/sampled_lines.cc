#include "data/read/sampled_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace perceptron::core {

SampledLines::SampledLines(Lines& lines, bool written) : lines_(lines) {
  if (written) lines_.copy_to(line_.written);
}

bool SampledLines::next() {
  if (!ahead_.empty()) {
    line_ = std::move(ahead_.front());
    ahead_.pop_front();
    return true;
  }
  std::string_view text;
  do {
    line_.written.clear();
    if (!lines_.next(text)) return false;
  } while (trim(text).empty());
  line_.text = text;
  line_.number = lines_.number();
  return true;
}

void LineCursor::refuse(const std::string& expected, const std::string& advice) const {
  const std::size_t length = std::max<std::size_t>(utf8_length(text_, at_), 1);
  throw Error(
      lines_.place(at_),
      fmt::format("expected {}, found {} ({})", expected,
                  at_ < text_.size() ? in_quotes(text_.substr(at_, length)) : "the end of the line",
                  advice));
}

}  // namespace perceptron::core
