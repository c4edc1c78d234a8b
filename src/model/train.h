// From a dataset to a model: scale, fit, measure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/train.h>
#include "base/listener.h"
#include "certify/answers.h"
#include "certify/margin.h"
#include "certify/optimality.h"
#include "data/dataset.h"
#include "model/fit.h"
#include "model/model.h"
#include "model/streams.h"

namespace perceptron::core {

// How one plane of a model was trained, and what is proved about it.
struct PlaneTraining {
  Fit fit;
  // In the scaled space, where the plane lies. With many planes, only for those whose training
  // converged.
  std::optional<MarginEvidence> evidence;
  // For a loss: bounds on its objective that hold in exact arithmetic.
  std::optional<OptimalityEvidence> optimality;
  std::optional<Answers> answers = {};  // if requested
};

struct Training {
  Model model;
  std::vector<PlaneTraining> planes;  // in the order of the model's planes
  // For the loss of all classes together: bounds on the objective of all planes.
  std::optional<OptimalityEvidence> joint_optimality;
  bool converged = false;     // all planes
  bool measured = true;       // predictions for the training rows were counted
  std::uint64_t correct = 0;  // of the training rows
  std::uint64_t wrong = 0;    // here a tie, such as a score of 0, is always wrong
  std::vector<double> class_weights;
  std::string certificate;  // of optimality, if requested
};

struct TrainOptions : TrainSettings {
  std::string program = {};  // its name and version, for the record
  // How the data was read, for the certificate; see Subject.
  std::vector<std::pair<std::string, std::string>> reading = {};

  // Warm start: its columns, classes and scaling are kept. May be null.
  const Model* start = nullptr;
  // The rows are only a part of the data: classes may be missing, and nothing is proved.
  bool partial = false;
  bool history = false;      // keep the convergence of losses
  Tracer* tracer = nullptr;  // follows every update of the loop
};

// The tolerance that training uses: where answers are to be proved, a smaller one than the default.
double tolerance_of(const TrainOptions& options);

// Trains a model from streamed rows, in memory that does not grow with their number. With
// `measure`, one more pass counts correct predictions. Margins and objectives, which would need
// more passes, are not computed.
Training train_stream(DataStream& stream, const TrainOptions& options, bool measure,
                      Listener& listener);

// Approximately the most memory that this takes besides the rows.
std::uint64_t stream_training_bytes(const LearnSettings& learn, const Dataset& shape);

// Trains a model. `data` is scaled in place.
Training train(Dataset& data, const TrainOptions& options, Listener& listener);

}  // namespace perceptron::core
