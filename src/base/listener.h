// How library code tells its caller what it noticed and how far it is.
// It never prints.
#pragma once

#include <cstdint>
#include <string>

namespace perceptron {

class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  // Something was decided or left out on the user's behalf.
  virtual void note(const std::string& /*sentence*/) {}
  // `done` of `total` units of `stage`; a total of 0 is not known.
  virtual void progress(const std::string& /*stage*/, std::uint64_t /*done*/,
                        std::uint64_t /*total*/) {}
};

}  // namespace perceptron
