// The one exception of the library: what happened, where, and what to do next.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/message.h"

namespace perceptron::core {

enum class ErrorKind {
  negative,     // the answer is no: there is no such plane
  usage,        // settings that do not exist or do not go together
  input,        // a file or dataset that is not what it should be
  io,           // reading, writing or memory failed
  interrupted,  // Ctrl-C
};

// A place in a file, counted from 1; a line or column of 0 is not known.
struct Place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;

  std::string text() const;  // "file:line:column"
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const Message& message)
      : std::runtime_error(message.text()), kind_(kind), message_(message) {}
  // Bad input at a known place.
  Error(const Place& place, const Message& sentence)
      : Error(ErrorKind::input, sentence.after(place.text() + ": ")) {
    place_ = place;
  }

  ErrorKind kind() const { return kind_; }
  const Place& place() const { return place_; }  // its file is empty where there is none
  // The sentence, its place included, for a door to spell.
  const Message& message() const { return message_; }

 private:
  ErrorKind kind_;
  Place place_;
  Message message_;
};

// An Error of kind io that ends in the reason the system gave in errno.
Error system_error(const std::string& what);

}  // namespace perceptron::core
