// A training that was watched, and what its record says beside its result: the picture's rows,
// the way the training went, the widest margin, and the rows that were most wrong.
#pragma once

#include <cstdint>

#include "base/listener.h"
#include "evaluate/metrics.h"
#include "model/train.h"
#include "report/history.h"
#include "report/train_record.h"

namespace perceptron::core {

struct TrainedRun {
  const Dataset& data;  // as the model sees it
  const Training& training;
  const LearnSettings& learn;
  const History& history;
  std::uint64_t threads = 1;
  bool warm_start = false;  // from another model
};

// Fills the record with all but its result.
void add_training(const TrainedRun& run, TrainRecord& record, Listener& listener);

// The answers to the training rows.
Metrics training_answers(const TrainedRun& run);

}  // namespace perceptron::core
