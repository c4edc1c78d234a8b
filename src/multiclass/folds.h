// Rows in several parts, and models that each leave one of them out: a table of
// signs like any other, so that all of them train in one bank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/targets.h"

namespace perceptron::core {

// The part of each row: drawn by the seed, with as even a share of each class in
// every part as its rows allow.
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> labels,
                                            std::uint32_t folds, std::uint64_t seed);

// The same for rows in a given order: class after class, a row to each part in turn.
std::vector<std::uint32_t> deal_by_class(std::vector<std::uint64_t> order,
                                         std::span<const std::uint32_t> labels,
                                         std::uint32_t folds);

// For class c in part f the label c·folds + f.
std::vector<std::uint32_t> labels_of_folds(std::span<const std::uint32_t> labels,
                                           std::span<const std::uint32_t> fold_of_row,
                                           std::uint32_t folds);

// For those labels: the models of `targets` once for each of some parts, without
// it; the ones that leave out part `first` first.
Targets leave_out(const Targets& targets, std::uint32_t folds, std::uint32_t first,
                  std::uint32_t parts);

}  // namespace perceptron::core
