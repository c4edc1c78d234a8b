// From a dataset to a model: scale, fit, measure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/train.h>
#include "base/listener.h"
#include "certify/margin.h"
#include "certify/optimality.h"
#include "data/dataset.h"
#include "model/fit.h"
#include "model/model.h"
#include "model/streams.h"

namespace perceptron::core {

// How one plane of a model came to be, and what is proved of it.
struct PlaneTraining {
  Fit fit;
  // In the scaled space, where the plane lies. Of many planes only those whose
  // training found every row on its side are measured.
  std::optional<MarginEvidence> evidence;
  // Of a loss: bounds on its objective that hold in real numbers.
  std::optional<OptimalityEvidence> optimality;
};

struct Training {
  Model model;
  std::vector<PlaneTraining> planes;  // as those of the model
  bool converged = false;             // all of them
  bool measured = true;               // answers to the training rows were counted
  std::uint64_t correct = 0;          // of the training rows
  std::uint64_t wrong = 0;            // here a tie, such as a score of 0, is always wrong
  std::vector<double> class_weights;
  std::string certificate;  // of the optimality, if it was asked for
};

struct TrainOptions : TrainSettings {
  std::string program = {};  // that is at work, for the record
  // How the data was read, for the certificate; see Subject.
  std::vector<std::pair<std::string, std::string>> reading = {};
  // To go on from: its columns, classes and scaling are kept. May be null.
  const Model* start = nullptr;
  // These are some of the rows that there will be: classes may be missing, and nothing is
  // proved.
  bool partial = false;
  bool history = false;      // keep the milestones of losses
  Tracer* tracer = nullptr;  // follows every update of the loop
};

// Trains a model from rows that stream by, in memory that does not grow with them.
// With `measure` one more pass counts the answers. Of margins and objectives, which
// would take more, nothing is said.
Training train_stream(DataStream& stream, const TrainOptions& options, bool measure,
                      Listener& listener);

// Trains a model. `data` is scaled in place.
Training train(Dataset& data, const TrainOptions& options, Listener& listener);

}  // namespace perceptron::core
