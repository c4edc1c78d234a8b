// Random numbers that are the same on every machine: Philox 4×32-10, a
// counter-based generator (Salmon, Moraes, Dror and Shaw, SC 2011), and our
// own distributions on top, because those of std:: differ between libraries.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace perceptron::core {

// Ten rounds of Philox on one counter.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

// The stream `stream` of the sequence that `seed` names. Streams of one seed
// are independent; so are equal streams of different seeds.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t bits();
  double uniform();                          // in [0, 1)
  double uniform(double low, double high);   // in [low, high)
  std::uint64_t below(std::uint64_t bound);  // uniform in [0, bound); bound > 0
  double normal();                           // mean 0, variance 1

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint64_t stream_;
  std::uint64_t block_ = 0;
  std::array<std::uint64_t, 2> ready_{};
  int left_ = 0;
  double spare_ = 0;
  bool has_spare_ = false;
};

// Shuffles `items`; all orders are equally likely.
void shuffle(std::span<std::uint64_t> items, Random& random);
void shuffle(std::span<std::uint32_t> items, Random& random);

}  // namespace perceptron::core
