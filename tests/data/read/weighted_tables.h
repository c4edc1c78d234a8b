// Tables with a column of row weights.
#pragma once

#include <string>

#include "support.h"

namespace perceptron::core::test {

inline const std::string kNamed = "a,w,b,y\n1,0.5,2,u\n3,2,4,v\n";
inline const std::string kNameless = "1,0.5,2,u\n3,2,4,v\n";

inline ReadSettings weighed_by(const std::string& column, const std::string& label = "last") {
  ReadSettings options = with(&ReadSettings::weight, column);
  options.label = label;
  return options;
}

}  // namespace perceptron::core::test
