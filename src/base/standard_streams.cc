#include "base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

namespace perceptron::core {

bool occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number is free, so it is the one that open returns. In the wrong direction, every
    // use fails.
    const int mode = stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY;
    if (open("/dev/null", mode) != stream) return false;
  }
  return true;
}

}  // namespace perceptron::core
