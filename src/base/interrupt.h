// Ctrl-C as an exception: long work asks now and then whether to go on.
#pragma once

#include <signal.h>  // NOLINT: sigaction is not in <csignal>

namespace perceptron::core {

// From now on SIGINT, SIGTERM and SIGHUP only set a flag; a second one ends at once.
void catch_interrupts();

// Throws an Error of code `interrupted` once the flag is set.
void check_interrupt();

// For programs that have a handler of their own: SIGINT sets the flag for as long as
// this lives, unless it is ignored; then it goes where it went before.
class InterruptScope {
 public:
  InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
  ~InterruptScope();

  bool interrupted() const;

 private:
  struct sigaction before_ = {};
};

}  // namespace perceptron::core
