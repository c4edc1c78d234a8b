// Contents of binary files for the tests of readers.
#pragma once

#include <cstddef>
#include <string>

namespace perceptron::core::test {

// A text with zero bytes in it.
template <std::size_t n>
std::string bytes(const char (&text)[n]) {
  return {text, n - 1};
}

inline std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                       const std::string& more = "'fortran_order': False, ") {
  const std::string header = "{'descr': '" + type + "', " + more + "'shape': " + shape + "}\n";
  return bytes("\x93NUMPY\1\0") + static_cast<char>(header.size()) + '\0' + header + data;
}

}  // namespace perceptron::core::test
