// What the program does when memory runs out where no exception can pass.
#pragma once

#include <string_view>

namespace perceptron::core {

// Sets handlers for the whole process, so only the program may call it. GMP then throws
// std::bad_alloc instead of aborting. A std::bad_alloc that leaves a destructor or another function
// that must not throw ends the process like any other error: with its message and exit status. No
// file is changed, because files without a name vanish with the process.
void handle_exhausted_memory();

// Writes the message of an error, and ends the process with the status of errors of reading,
// writing or memory. Takes no memory.
[[noreturn]] void exit_at_once(std::string_view message);
[[noreturn]] void exit_out_of_memory();

}  // namespace perceptron::core
