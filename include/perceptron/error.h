// The one exception that the library throws, besides std::bad_alloc where memory runs out.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <perceptron/export.h>

namespace perceptron {

enum class ErrorKind {
  negative,     // the answer is no: no plane separates the classes
  usage,        // settings that do not exist or cannot be combined
  input,        // a file or dataset that is not as it should be
  io,           // reading or writing failed, or there is too little memory
  interrupted,  // by Ctrl-C, or by a callback (progress.h)
};

// A position in a file, counted from 1; a line or column of 0 is unknown.
struct Place {
  std::string file = {};
  std::uint64_t line = 0;
  std::uint64_t column = 0;

  PERCEPTRON_API std::string text() const;  // "file:line:column"
};

// what() says what happened, where, and what to do next.
class PERCEPTRON_API Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& sentence, Place place = {});

  ErrorKind kind() const { return kind_; }
  const Place& place() const { return place_; }  // its file is empty if there is none

 private:
  ErrorKind kind_;
  Place place_;
};

}  // namespace perceptron
