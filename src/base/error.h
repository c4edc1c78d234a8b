// The one exception of the library: what happened, where, and what to do next.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace perceptron {

// Why a command ends; the program returns it as its exit status.
enum class Exit : int { done = 0, no = 1, usage = 2, input = 3, io = 4, interrupted = 130 };

// A place in a file, counted from 1; a line or column of 0 is not known.
struct Place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;

  std::string text() const;  // "file:line:column"
};

class Error : public std::runtime_error {
 public:
  Error(Exit code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  // Bad input at a known place.
  Error(const Place& place, const std::string& sentence)
      : std::runtime_error(place.text() + ": " + sentence), code_(Exit::input) {}

  Exit code() const { return code_; }

 private:
  Exit code_;
};

// An Error of code io that ends in the reason the system gave in errno.
Error system_error(const std::string& what);

}  // namespace perceptron
