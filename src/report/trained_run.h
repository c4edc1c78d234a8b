// A traced training, and what its record holds besides its result: the rows of the picture, the
// course of training, the widest margin, and the worst wrong predictions.
#pragma once

#include <cstdint>

#include "base/listener.h"
#include "evaluate/metrics.h"
#include "model/train.h"
#include "report/history.h"
#include "report/train_record.h"

namespace perceptron::core {

struct TrainedRun {
  const Dataset& data;  // scaled as for training
  const Training& training;
  const LearnSettings& learn;
  const History& history;
  std::uint64_t threads = 1;
  bool warm_start = false;             // warm-started from another model
  const Matrix* before_map = nullptr;  // the rows before their feature map, if they have one
};

// Fills the record with everything but its result.
void add_training(const TrainedRun& run, TrainRecord& record, Listener& listener);

// The predictions for the training rows.
Metrics training_answers(const TrainedRun& run);

}  // namespace perceptron::core
