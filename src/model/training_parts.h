// What training from memory and from a stream have in common.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/scorer.h"
#include "model/train.h"

namespace perceptron::core {

// A model without planes: everything known before training.
Model begin_model(const Dataset& shape, const TrainOptions& options, const std::string& data_hash,
                  std::uint64_t rows);

// Throws, with `advice`, unless all weights are finite.
void require_finite(const Fit& fit, const std::string& advice);
// Throws unless an objective is finite, so that something can be proved about it.
void require_provable(double objective);

// Adds the predictions for these rows to the counts.
void count_correct(const Examples& examples, std::span<const std::uint64_t> rows,
                   const PlaneScores& scorer, std::uint64_t threads, Training& training);

}  // namespace perceptron::core
