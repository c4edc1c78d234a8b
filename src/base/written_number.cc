#include <perceptron/written_number.h>

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

namespace perceptron {

WrittenNumber::WrittenNumber(double value) : value_(value), text_(core::format_number(value)) {}

WrittenNumber::WrittenNumber(double value, std::string text)
    : value_(value), text_(std::move(text)) {
  if (core::parse_number(text_) != value_)
    throw core::Error(ErrorKind::usage,
                      fmt::format("expected {} as text, found {}", value_, core::in_quotes(text_)));
}

}  // namespace perceptron
