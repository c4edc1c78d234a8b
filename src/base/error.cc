#include "base/error.h"

#include <cerrno>
#include <system_error>
#include <utility>

namespace perceptron {

std::string Place::text() const {
  std::string text = file;
  if (line > 0) text += ':' + std::to_string(line);
  if (line > 0 && column > 0) text += ':' + std::to_string(column);
  return text;
}

Error::Error(ErrorKind kind, const std::string& sentence, Place place)
    : std::runtime_error(sentence), kind_(kind), place_(std::move(place)) {}

}  // namespace perceptron

namespace perceptron::core {

Error system_error(const std::string& what) {
  const int code = errno;
  return {ErrorKind::io, what + ": " + std::generic_category().message(code)};
}

}  // namespace perceptron::core
