// Files for a model of texts may be tables as its training data was, or texts alone, one a line.
#pragma once

#include <string>
#include <string_view>

#include "data/read/reader.h"

namespace perceptron::core {

// What the lines of a file for a model are, by the first of them.
struct RawText {
  bool lines = false;  // each is a text, whatever is in it
  std::string doubt;   // where they may be fields after all: what to do then
};

RawText find_raw_text(std::string_view start, const Reading& reading);

}  // namespace perceptron::core
