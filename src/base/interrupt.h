// Ctrl-C as an exception: long work asks now and then whether to go on.
#pragma once

namespace perceptron {

// From now on SIGINT, SIGTERM and SIGHUP only set a flag; a second one ends at once.
void catch_interrupts();

// Throws an Error of code `interrupted` once the flag is set.
void check_interrupt();

}  // namespace perceptron
