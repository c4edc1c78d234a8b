#include <unistd.h>

#include <new>
#include <string_view>

#include "base/interrupt.h"
#include "base/standard_streams.h"
#include "cli/exit.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  perceptron::core::occupy_standard_streams();
  perceptron::core::catch_interrupts();
  try {
    return perceptron::core::Program().run(argc, argv);
  } catch (const std::bad_alloc&) {
    // Where memory is too short to format a message, this one needs none.
    constexpr std::string_view kMessage = "perceptron: error: out of memory\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage.data(), kMessage.size());
    return static_cast<int>(perceptron::core::Exit::io);
  }
}
