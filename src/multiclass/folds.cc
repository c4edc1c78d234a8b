#include "multiclass/folds.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/random.h"

namespace perceptron::core {

std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> labels,
                                            std::uint32_t folds, std::uint64_t seed) {
  std::vector<std::uint64_t> order(labels.size());
  for (std::uint64_t i = 0; i < order.size(); ++i) order[i] = i;
  // A separate random stream: passes and held-out rows use the first ones.
  Random random(seed, std::numeric_limits<std::uint64_t>::max());
  shuffle(order, random);
  return deal_by_class(std::move(order), labels, folds);
}

std::vector<std::uint32_t> deal_by_class(std::vector<std::uint64_t> order,
                                         std::span<const std::uint32_t> labels,
                                         std::uint32_t folds) {
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return labels[a] < labels[b]; });
  std::vector<std::uint32_t> fold_of_row(labels.size());
  for (std::uint64_t k = 0; k < order.size(); ++k)
    fold_of_row[order[k]] = static_cast<std::uint32_t>(k % folds);
  return fold_of_row;
}

std::vector<std::uint32_t> labels_of_folds(std::span<const std::uint32_t> labels,
                                           std::span<const std::uint32_t> fold_of_row,
                                           std::uint32_t folds) {
  std::vector<std::uint32_t> both(labels.size());
  for (std::uint64_t i = 0; i < both.size(); ++i) both[i] = labels[i] * folds + fold_of_row[i];
  return both;
}

Targets leave_out(const Targets& targets, std::uint32_t folds, std::uint32_t first,
                  std::uint32_t parts) {
  Targets rest(targets.classes() * folds, targets.models() * parts);
  for (std::uint64_t c = 0; c < targets.classes(); ++c) {
    for (std::uint32_t part = 0; part < folds; ++part) {
      for (std::uint32_t k = 0; k < parts; ++k) {
        if (part == first + k) continue;
        for (std::uint64_t m = 0; m < targets.models(); ++m)
          rest.sign(c * folds + part, k * targets.models() + m) = targets.sign(c, m);
      }
    }
  }
  return rest;
}

}  // namespace perceptron::core
