#include "base/threads.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

namespace perceptron::core {

std::vector<std::jthread> start_threads(std::uint64_t count, const std::function<void()>& work) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  try {
    while (threads.size() < count) threads.emplace_back(work);
  } catch (const std::exception&) {
    // There is no room for more: those that there are do all the work.
  }
  return threads;
}

void parallel_for(std::uint64_t count, std::uint64_t threads,
                  const std::function<void(std::uint64_t)>& work) {
  threads = std::clamp<std::uint64_t>(threads, 1, std::max<std::uint64_t>(count, 1));
  std::atomic<std::uint64_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto run = [&] {
    try {
      for (std::uint64_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  {
    const auto others = start_threads(threads - 1, run);
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

std::uint64_t available_threads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return static_cast<std::uint64_t>(CPU_COUNT(&set));
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace perceptron::core
