// How library code reports notes and progress to its caller. It never prints.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/message.h"

namespace perceptron::core {

class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  // A decision made, or something omitted, on the user's behalf.
  virtual void note(const Message& /*sentence*/) {}
  // `done` of `total` units of `stage`; a total of 0 is unknown, and then a `done` of 0 is not
  // shown. `detail` is called only if it will be shown.
  virtual void progress(std::string_view /*stage*/, std::uint64_t /*done*/, std::uint64_t /*total*/,
                        const std::function<std::string()>& /*detail*/ = {}) {}
};

}  // namespace perceptron::core
