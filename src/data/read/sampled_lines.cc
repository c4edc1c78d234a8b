#include "data/read/sampled_lines.h"

#include <utility>

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

}  // namespace perceptron::core
