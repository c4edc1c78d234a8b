// Cycles of classes, for offsets that are free.
//
// The leads of a set of planes: lead(c, k) is the smallest difference w_c·x − w_k·x over the rows x
// of class c. Offsets b can raise the smallest lead(c, k) + b_c − b_k to μ, the least mean of the
// leads along a cycle of classes, and no further: along a cycle the offsets cancel.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace perceptron::core {

// Leads of all pairs of classes; infinite from a class without rows, or to the class itself.
struct Leads {
  std::uint64_t classes = 0;
  std::vector<double> lead;
  std::vector<std::uint64_t> row;  // that has it

  explicit Leads(std::uint64_t count);
  std::size_t at(std::uint64_t from, std::uint64_t to) const { return from * classes + to; }
};

struct ClassCycle {
  std::vector<std::uint32_t> classes;  // from each to the next, and from the last to the first
  double mean = 0;
};

// Karp 1978, "A characterization of the minimum cycle mean in a digraph". Nothing if there is no
// cycle.
std::optional<ClassCycle> least_mean_cycle(const Leads& leads);

// Offsets b with lead(c, k) + b_c − b_k ≥ mean, up to rounding; `mean` is that of the least cycle.
std::vector<double> best_offsets(const Leads& leads, double mean);

}  // namespace perceptron::core
