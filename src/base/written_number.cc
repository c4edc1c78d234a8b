#include <perceptron/written_number.h>

#include <utility>

#include "base/number.h"

namespace perceptron {

WrittenNumber::WrittenNumber(double value) : value_(value), text_(core::format_number(value)) {}

WrittenNumber::WrittenNumber(double value, std::string text)
    : value_(value), text_(std::move(text)) {}

}  // namespace perceptron
