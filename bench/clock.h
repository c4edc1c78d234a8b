// Time, and two ways of doing the same work against each other.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <functional>
#include <utility>
#include <vector>

namespace perceptron::core {

inline double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Of the processor, not of the wall: work of many seconds has no turn that the
// other work of a machine left alone.
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

// The middle of repeated figures, and the quartiles around it.
struct Spread {
  double low = 0;
  double middle = 0;
  double high = 0;
  std::size_t turns = 0;
};

inline Spread spread(std::vector<double> figures) {
  if (figures.empty()) return {};
  std::sort(figures.begin(), figures.end());
  // Between two figures, where the place is between them.
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(figures.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, figures.size() - 1);
    return figures[below] +
           (place - static_cast<double>(below)) * (figures[above] - figures[below]);
  };
  return {at(0.25), at(0.5), at(0.75), figures.size()};
}

// How many turns slow work gets: five, or three once they have taken long.
class Turns {
 public:
  bool proceed(double spent) { return taken_++ < (spent < kEnough ? 5 : 3); }

 private:
  static constexpr double kEnough = 10;  // seconds
  int taken_ = 0;
};

// Two ways of doing the same work, timed in turns. A ratio is taken turn by turn:
// what slows a machine down for a while slows both sides of it.
class Duel {
 public:
  Duel(const std::function<void()>& peer_work, const std::function<void()>& our_work,
       int turns = 7) {
    for (int turn = 0; turn < turns; ++turn) {
      peer_.push_back(seconds(peer_work));
      ours_.push_back(seconds(our_work));
    }
  }
  // Of times taken elsewhere. What was timed once stands against every turn of the other.
  Duel(std::vector<double> peer, std::vector<double> ours)
      : peer_(std::move(peer)), ours_(std::move(ours)) {}

  double peer() const { return spread(peer_).middle; }
  double ours() const { return spread(ours_).middle; }
  Spread ratio() const { return quotient(peer_, ours_); }  // above 1: ours is faster
  Spread times() const { return quotient(ours_, peer_); }  // how many times as long ours takes

  // The peer did only a part of the work, or work of another size.
  void stretch_peer(double factor) {
    for (double& each : peer_) each *= factor;
  }

 private:
  static Spread quotient(const std::vector<double>& above, const std::vector<double>& below) {
    if (above.empty() || below.empty()) return {};
    const bool once = above.size() == 1 || below.size() == 1;
    const std::size_t turns =
        once ? std::max(above.size(), below.size()) : std::min(above.size(), below.size());
    std::vector<double> found;
    for (std::size_t t = 0; t < turns; ++t)
      found.push_back(above[t % above.size()] / below[t % below.size()]);
    return spread(std::move(found));
  }

  std::vector<double> peer_;
  std::vector<double> ours_;
};

}  // namespace perceptron::core
