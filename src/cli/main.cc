#include <new>

#include "base/interrupt.h"
#include "base/standard_streams.h"
#include "cli/out_of_memory.h"
#include "cli/program.h"

namespace {

// Before static objects are constructed, which takes memory too.
[[gnu::constructor(101)]] void prepare() { perceptron::core::handle_exhausted_memory(); }

}  // namespace

int main(int argc, char** argv) {
  using namespace perceptron::core;  // NOLINT: the program is all of it
  if (!occupy_standard_streams())
    exit_at_once("perceptron: error: cannot open /dev/null for a standard stream that is closed\n");
  catch_interrupts();
  try {
    return Program().run(argc, argv);
  } catch (const std::bad_alloc&) {
    exit_out_of_memory();  // there is not even enough to format a message
  }
}
