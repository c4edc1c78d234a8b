// What a run record holds beside the result of its command: the pictures' rows, the
// way the training went, the widest margin, the weights that matter and the rows that
// were most wrong. The record is the only input of the report.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/listener.h"
#include "certify/optimum.h"
#include "evaluate/metrics.h"
#include "evaluate/worst_predictions.h"
#include "model/train.h"
#include "report/history.h"

namespace perceptron {

inline constexpr int kRecordVersion = 1;

// Name, size and classes.
Json data_json(const Dataset& data);

// One plane or more, their largest weights first.
Json weights_json(const Model& model);

struct TrainedRun {
  const Dataset& data;  // as the model sees it
  const Training& training;
  const LearnSettings& learn;
  const History& history;
  std::uint64_t threads = 1;
  bool went_on = false;  // from another model
};

// Adds what a training has to tell to a record.
void add_training(const TrainedRun& run, Json& record, Listener& listener);

// The answers to the training rows.
Metrics training_answers(const TrainedRun& run);

// An optimum as a record has it.
Json optimum_json(const Optimum& optimum);

// A certificate as it was written, unless it is very long.
Json certificate_json(const std::string& text);

}  // namespace perceptron
