// Following a training update by update, for whoever wants to see what the algorithm
// did. It changes nothing of it.
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

  // Before a move is made. `first` is the number of the bank's first model.
  virtual void on_move(const Move& move, std::uint64_t pass, std::uint64_t first) = 0;
  // The margin perceptron starts from zero again, with this guess, for one model.
  virtual void on_guess(std::uint64_t /*model*/, double /*guess*/) {}
};

}  // namespace perceptron::core
