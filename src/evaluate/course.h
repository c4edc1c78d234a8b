// Trainings that share rows, as one bank.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/listener.h"
#include "data/rows.h"
#include "evaluate/candidate.h"
#include "evaluate/panel.h"

namespace perceptron {

using Members = std::vector<std::size_t>;  // numbers of candidates

// Rows as a bank sees them: of which class and kind each is, and which kinds each
// training learns from.
struct Course {
  RowsView rows;
  std::span<const double> weights;
  std::vector<std::uint32_t> labels;  // kind · classes + class
  std::uint64_t classes = 2;
  std::uint32_t kinds = 1;
  std::size_t lectures = 1;  // trainings
  // None: all of them.
  std::function<bool(std::size_t lecture, std::uint32_t kind)> sees;
  // Of the classes, for a training of a candidate.
  std::function<std::vector<double>(std::size_t lecture, std::size_t candidate)> class_weights;
  // Where a model of a candidate starts; null: from nothing. None: all do so.
  std::function<const Fit*(std::size_t lecture, std::size_t candidate, std::uint64_t model)> start;
};

enum class Keep { weights, steps };  // of a Fit; see FitRequest

// The seats of each training, those of `family` in its order.
std::vector<std::vector<Seat>> teach(const Course& course, std::span<const Candidate> candidates,
                                     const Members& family, std::uint64_t threads, Keep keep,
                                     Listener& listener);

}  // namespace perceptron
