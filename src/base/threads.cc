#include "base/threads.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace perceptron::core {

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
    std::vector<std::jthread> others;
    for (std::uint64_t i = 1; i < threads; ++i) others.emplace_back(run);
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
