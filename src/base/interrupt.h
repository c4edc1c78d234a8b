// Ctrl-C as an exception: long computations check now and then whether they were interrupted.
#pragma once

#include <signal.h>  // NOLINT: sigaction is not in <csignal>

namespace perceptron::core {

// From now on SIGINT, SIGTERM and SIGHUP only set a flag; a second signal ends the process. A file
// that grows too large (SIGXFSZ) is an error of writing it.
void catch_interrupts();

// Throws an Error of kind `interrupted` once the flag is set.
void check_interrupt();

// The message of that error then no longer says that no file was changed.
void note_changed_file();

// For programs that have a handler of their own: while this object lives, SIGINT sets the flag
// unless it is ignored; afterwards the previous handler is restored.
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
