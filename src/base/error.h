// The error that the library throws: the public one, with its text as a Message, in which the
// command line and Python each write the names of settings in their own way.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include <perceptron/error.h>
#include "base/message.h"

namespace perceptron::core {

class Error : public perceptron::Error {
 public:
  Error(ErrorKind kind, const Message& message) : Error(kind, message, message, Whole{}) {}
  // The advice, which may be empty, says what to do about the fact. A caller with better advice
  // shows the fact alone.
  Error(ErrorKind kind, const std::string& fact, const std::string& advice)
      : Error(kind, advice.empty() ? fact : fact + "; " + advice, fact, Whole{}) {}
  // Bad input at a known place.
  Error(const Place& place, const Message& sentence)
      : Error(place, sentence.after(place.text() + ": "), {}) {}

  // The message, including its place in the input, for the command line or Python to format.
  const Message& message() const { return message_; }
  // The message without the advice, if the two were given separately.
  const Message& fact() const { return fact_; }
  // The same error after `start`, which names what it is about.
  Error after(std::string_view start) const {
    return {kind(), message_.after(start), fact_.after(start), Whole{}};
  }

 private:
  struct Whole {};
  Error(ErrorKind kind, const Message& message, Message fact, Whole)
      : perceptron::Error(kind, message.text()), message_(message), fact_(std::move(fact)) {}
  Error(const Place& place, const Message& whole, Whole)
      : perceptron::Error(ErrorKind::input, whole.text(), place), message_(whole), fact_(whole) {}

  Message message_;
  Message fact_;
};

// For a handler around the parsing of a file: what is wrong with the content, in the words of the
// exception being handled. Throws that again if it is not about the content: an Error, or memory
// that ran out.
const char* content_fault(const std::exception& error);

// An Error of kind io that ends with the system's description of errno.
Error system_error(const std::string& what);

}  // namespace perceptron::core
