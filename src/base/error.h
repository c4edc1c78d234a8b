// The error that the library throws: the public one, with the sentence as a message whose settings
// each door spells its own way.
#pragma once

#include <string>

#include <perceptron/error.h>
#include "base/message.h"

namespace perceptron::core {

class Error : public perceptron::Error {
 public:
  Error(ErrorKind kind, const Message& message)
      : perceptron::Error(kind, message.text()), message_(message) {}
  // Bad input at a known place.
  Error(const Place& place, const Message& sentence)
      : Error(place, sentence.after(place.text() + ": "), {}) {}

  // The sentence, its place included, for a door to spell.
  const Message& message() const { return message_; }

 private:
  struct Whole {};
  Error(const Place& place, const Message& whole, Whole)
      : perceptron::Error(ErrorKind::input, whole.text(), place), message_(whole) {}

  Message message_;
};

// An Error of kind io that ends in the reason the system gave in errno.
Error system_error(const std::string& what);

}  // namespace perceptron::core
