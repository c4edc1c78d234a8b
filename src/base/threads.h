// Threads for work whose result does not depend on how many there are.
#pragma once

#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace perceptron::core {

inline constexpr std::uint64_t kMostThreads = 1024;  // that a user may ask for

// Runs work(0) … work(count − 1), each once, on at most `threads` threads. Items must not write to
// each other's results. The first exception is rethrown here.
void parallel_for(std::uint64_t count, std::uint64_t threads,
                  const std::function<void(std::uint64_t)>& work);

// At most `count` threads that do this work; fewer, or none, where the system has no more. The
// caller works too.
std::vector<std::jthread> start_threads(std::uint64_t count, const std::function<void()>& work);

// The processors this process may use.
std::uint64_t available_threads();

}  // namespace perceptron::core
