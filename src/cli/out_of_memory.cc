#include "cli/out_of_memory.h"

#include <gmp.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>

#include "cli/exit.h"

namespace perceptron::core {
namespace {

std::terminate_handler other_reasons = nullptr;

[[noreturn]] void on_terminate() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    exit_out_of_memory();
  } catch (...) {
    // A mistake in the program, which should be seen.
  }
  other_reasons();
  std::abort();
}

void* require(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// GMP and MPFR allocate before they change a number, so that an exception leaves it as it was. They
// have the tables to unwind through; without these, on_terminate() is called.
void* allocate(std::size_t bytes) { return require(std::malloc(bytes)); }
void* reallocate(void* memory, std::size_t /*before*/, std::size_t bytes) {
  return require(std::realloc(memory, bytes));
}
void release(void* memory, std::size_t /*bytes*/) { std::free(memory); }

}  // namespace

void handle_exhausted_memory() {
  other_reasons = std::set_terminate(on_terminate);
  mp_set_memory_functions(allocate, reallocate, release);
}

void exit_at_once(std::string_view message) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message.data(), message.size());
  _exit(static_cast<int>(Exit::io));
}

void exit_out_of_memory() { exit_at_once("perceptron: error: out of memory\n"); }

}  // namespace perceptron::core
