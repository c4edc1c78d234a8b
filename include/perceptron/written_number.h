// A number that keeps its original text, so that records, models and exact certificates repeat
// 1e-3 as 1e-3. A double converts implicitly: its text is the shortest that parses to the same
// value.
#pragma once

#include <string>

#include <perceptron/export.h>

namespace perceptron {

class PERCEPTRON_API WrittenNumber {
 public:
  WrittenNumber(double value);  // NOLINT: a double converts by itself
  // Throws an Error of kind usage unless the text parses to the value.
  WrittenNumber(double value, std::string text);

  operator double() const { return value_; }  // NOLINT
  const std::string& text() const { return text_; }
  // Equal numbers are equal however they were written.
  friend bool operator==(const WrittenNumber& a, const WrittenNumber& b) {
    return a.value_ == b.value_;
  }

 private:
  double value_;
  std::string text_;
};

}  // namespace perceptron
