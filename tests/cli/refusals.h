// What tests of validate and tune share: nine rows of two classes, and wrong command lines.
#pragma once

#include <string>

#include "support.h"

namespace perceptron::core::test {

inline const char* const kTwo = "0,0,a\n0,1,a\n5,0,b\n5,1,b\n1,0,a\n4,1,b\n2,2,a\n3,0,b\n2.4,1,b\n";

// A command line that is refused.
struct Refusal {
  Words words;
  int status;
  std::string says;
};

}  // namespace perceptron::core::test
