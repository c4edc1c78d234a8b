// Values of a record on their way to a page.
#pragma once

#include <cmath>
#include <string>

#include "base/json.h"

namespace perceptron {

// What is no number is not a number.
inline double number(const Json& json) { return json.is_number() ? json.get<double>() : NAN; }

// A Vega-Lite spec as it is written.
inline Json spec(const char* text) { return Json::parse(text); }

// A name from data, which must not be taken for a colour of the page.
inline std::string plain(std::string name) {
  if (name.starts_with('@')) name.insert(0, "\u200b");
  return name;
}

}  // namespace perceptron
