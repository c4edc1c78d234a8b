// Exit statuses of the program.
#pragma once

#include "base/error.h"

namespace perceptron::core {

enum class Exit : int { done = 0, no = 1, usage = 2, input = 3, io = 4, interrupted = 130 };

// The exit status for an error of the library.
inline Exit exit_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::negative:
      return Exit::no;
    case ErrorKind::usage:
      return Exit::usage;
    case ErrorKind::input:
      return Exit::input;
    case ErrorKind::io:
      return Exit::io;
    case ErrorKind::interrupted:
      return Exit::interrupted;
  }
  return Exit::io;
}

}  // namespace perceptron::core
