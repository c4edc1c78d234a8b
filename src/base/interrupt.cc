#include "base/interrupt.h"

#include <signal.h>  // NOLINT: sigaction is not in <csignal>
#include <unistd.h>

#include <atomic>

#include "base/error.h"

namespace perceptron {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "it is set in a signal handler");

void on_signal(int /*signal*/) {
  if (interrupted.exchange(true)) _exit(static_cast<int>(Exit::interrupted));
}

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;  // no SA_RESTART: a blocked read returns
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
}

void check_interrupt() {
  if (interrupted.load(std::memory_order_relaxed)) {
    throw Error(Exit::interrupted, "interrupted; no output file was changed");
  }
}

}  // namespace perceptron
