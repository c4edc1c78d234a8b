// Time, and two ways of doing the same work against each other.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <limits>

namespace perceptron {

inline double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Of the processor, not of the wall: work of many seconds has no best turn that
// the other work of a machine left alone.
inline double processor_seconds(const std::function<void()>& work) {
  const auto now = [] {
    timespec time = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

// The best of several turns.
struct Duel {
  double peer = std::numeric_limits<double>::infinity();
  double ours = std::numeric_limits<double>::infinity();

  Duel(const std::function<void()>& peer_work, const std::function<void()>& our_work,
       int turns = 7) {
    for (int turn = 0; turn < turns; ++turn) {
      peer = std::min(peer, seconds(peer_work));
      ours = std::min(ours, seconds(our_work));
    }
  }
};

}  // namespace perceptron
