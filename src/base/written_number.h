// A number that remembers how it was written, so that records and models repeat 1e-3 as 1e-3.
#pragma once

#include <string>
#include <utility>

#include "base/number.h"

namespace perceptron {

class WrittenNumber {
 public:
  WrittenNumber(double value) : value_(value), text_(format_number(value)) {}  // NOLINT
  WrittenNumber(double value, std::string text) : value_(value), text_(std::move(text)) {}

  operator double() const { return value_; }  // NOLINT
  const std::string& text() const { return text_; }
  // Equal numbers are equal however they are written.
  friend bool operator==(const WrittenNumber& a, const WrittenNumber& b) {
    return a.value_ == b.value_;
  }

 private:
  double value_;
  std::string text_;
};

}  // namespace perceptron
