// Stratified folds, and models that each hold out one of them: a table of signs like any other, so
// that all of them are trained in one bank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/targets.h"

namespace perceptron::core {

// The fold of each row: drawn by the seed, stratified by class as evenly as the rows allow.
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> labels,
                                            std::uint32_t folds, std::uint64_t seed);

// The same for rows in a given order: class by class, the rows are assigned to folds in turn.
std::vector<std::uint32_t> deal_by_class(std::vector<std::uint64_t> order,
                                         std::span<const std::uint32_t> labels,
                                         std::uint32_t folds);

// The label c·folds + f for class c in fold f.
std::vector<std::uint32_t> labels_of_folds(std::span<const std::uint32_t> labels,
                                           std::span<const std::uint32_t> fold_of_row,
                                           std::uint32_t folds);

// For those labels: the models of `targets` once for each of `parts` folds, starting with fold
// `first`, each trained without that fold.
Targets leave_out(const Targets& targets, std::uint32_t folds, std::uint32_t first,
                  std::uint32_t parts);

}  // namespace perceptron::core
