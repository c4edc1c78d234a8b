#include "base/error.h"

#include <cerrno>
#include <new>
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

const char* content_fault(const std::exception& error) {
  if (dynamic_cast<const perceptron::Error*>(&error) != nullptr ||
      dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
    throw;  // NOLINT: called only by handlers
  return error.what();
}

Error system_error(const std::string& what) {
  const int code = errno;
  return {ErrorKind::io, what + ": " + std::generic_category().message(code)};
}

}  // namespace perceptron::core
