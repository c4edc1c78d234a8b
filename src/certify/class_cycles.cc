#include "certify/class_cycles.h"

#include <algorithm>
#include <cmath>

#include "base/elementary.h"
#include "base/interrupt.h"

namespace perceptron::core {
namespace {

// Walks of 0, 1, …, K arcs that end at each class: the least sums, and the class before the last.
struct Walks {
  std::vector<std::vector<double>> sum;
  std::vector<std::vector<std::uint32_t>> before;

  explicit Walks(const Leads& leads)
      : sum(leads.classes + 1, std::vector<double>(leads.classes, kInfinity)),
        before(leads.classes + 1, std::vector<std::uint32_t>(leads.classes)) {
    std::fill(sum[0].begin(), sum[0].end(), 0.0);
    for (std::uint64_t length = 1; length <= leads.classes; ++length) {
      check_interrupt();
      for (std::uint32_t from = 0; from < leads.classes; ++from) {
        for (std::uint32_t to = 0; to < leads.classes; ++to) {
          const double next = sum[length - 1][from] + leads.lead[leads.at(from, to)];
          if (!(next < sum[length][to])) continue;
          sum[length][to] = next;
          before[length][to] = from;
        }
      }
    }
  }
};

double mean_of(const Leads& leads, const std::vector<std::uint32_t>& cycle) {
  double sum = 0;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    sum += leads.lead[leads.at(cycle[i], cycle[(i + 1) % cycle.size()])];
  return sum / static_cast<double>(cycle.size());
}

// The class at which the longest walk ends that contains a cycle of least mean.
std::optional<std::uint32_t> end_of_walk(const Walks& walks, std::uint64_t classes) {
  std::optional<std::uint32_t> best;
  double least = kInfinity;
  for (std::uint32_t to = 0; to < classes; ++to) {
    if (!(walks.sum[classes][to] < kInfinity)) continue;
    double largest = -kInfinity;
    for (std::uint64_t length = 0; length < classes; ++length) {
      if (!(walks.sum[length][to] < kInfinity)) continue;
      largest = std::max(largest, (walks.sum[classes][to] - walks.sum[length][to]) /
                                      static_cast<double>(classes - length));
    }
    if (best && !(largest < least)) continue;
    best = to;
    least = largest;
  }
  return best;
}

}  // namespace

Leads::Leads(std::uint64_t count)
    : classes(count), lead(count * count, kInfinity), row(count * count) {}

std::optional<ClassCycle> least_mean_cycle(const Leads& leads) {
  const Walks walks(leads);
  const auto end = end_of_walk(walks, leads.classes);
  if (!end) return std::nullopt;
  // The walk backwards; each class that it meets again closes a cycle.
  ClassCycle least;
  std::vector<std::uint32_t> path = {*end};
  for (std::uint64_t length = leads.classes; length > 0; --length) {
    const std::uint32_t next = walks.before[length][path.back()];
    const auto again = std::find(path.begin(), path.end(), next);
    if (again != path.end()) {
      const std::vector<std::uint32_t> cycle(std::make_reverse_iterator(path.end()),
                                             std::make_reverse_iterator(again));
      const double mean = mean_of(leads, cycle);
      if (least.classes.empty() || mean < least.mean) least = {cycle, mean};
      path.erase(again + 1, path.end());
    } else {
      path.push_back(next);
    }
  }
  return least;
}

std::vector<double> best_offsets(const Leads& leads, double mean) {
  std::vector<double> offsets(leads.classes, 0.0);
  bool changed = true;
  for (std::uint64_t round = 0; round < leads.classes && changed; ++round) {
    changed = false;
    for (std::uint64_t from = 0; from < leads.classes; ++from) {
      for (std::uint64_t to = 0; to < leads.classes; ++to) {
        const double highest = offsets[from] + (leads.lead[leads.at(from, to)] - mean);
        if (!(highest < offsets[to])) continue;
        offsets[to] = highest;
        changed = true;
      }
    }
  }
  return offsets;
}

}  // namespace perceptron::core
