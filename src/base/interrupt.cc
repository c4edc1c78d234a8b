#include "base/interrupt.h"

#include <unistd.h>

#include <atomic>

#include "base/error.h"

namespace perceptron::core {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "it is set in a signal handler");

void on_signal(int /*signal*/) {
  if (interrupted.exchange(true)) _exit(static_cast<int>(ErrorKind::interrupted));
}

std::atomic<bool> changed_file = false;

bool was_interrupted() { return interrupted.load(std::memory_order_relaxed); }

void only_set_flag(int /*signal*/) { interrupted = true; }

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;  // no SA_RESTART: a blocked read returns
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
  // Beyond the limit of file sizes, writing then fails like on a full disk.
  action.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &action, nullptr);
}

void check_interrupt() {
  if (!was_interrupted()) return;
  throw Error(ErrorKind::interrupted, changed_file
                                          ? "interrupted; the files written before are complete"
                                          : "interrupted; no output file was changed");
}

void note_changed_file() { changed_file = true; }

InterruptScope::InterruptScope() {
  struct sigaction action = {};
  action.sa_handler = only_set_flag;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_);
  if (before_.sa_handler == SIG_IGN) sigaction(SIGINT, &before_, nullptr);
}

InterruptScope::~InterruptScope() {
  sigaction(SIGINT, &before_, nullptr);
  perceptron::core::interrupted = false;
  changed_file = false;
}

bool InterruptScope::interrupted() const { return was_interrupted(); }

}  // namespace perceptron::core
