// Follows a training update by update, to show what the algorithm did, without changing it.
#pragma once

#include <cstdint>

#include "learn/loop.h"

namespace perceptron::core {

class Tracer {
 public:
  Tracer() = default;
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;
  virtual ~Tracer() = default;

  // Before an update is made. `first` is the number of the bank's first model.
  virtual void on_update(const UpdateEvent& update, std::uint64_t pass, std::uint64_t first) = 0;
  // The margin search restarts from zero with this guess, for one model.
  virtual void on_guess(std::uint64_t /*model*/, double /*guess*/) {}
};

}  // namespace perceptron::core
