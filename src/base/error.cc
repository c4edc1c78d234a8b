#include "base/error.h"

#include <cerrno>
#include <system_error>

namespace perceptron::core {

std::string Place::text() const {
  std::string text = file;
  if (line > 0) text += ':' + std::to_string(line);
  if (line > 0 && column > 0) text += ':' + std::to_string(column);
  return text;
}

Error system_error(const std::string& what) {
  const int code = errno;
  return {ErrorKind::io, what + ": " + std::generic_category().message(code)};
}

}  // namespace perceptron::core
