// From a dataset to a model: scale, fit, measure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/listener.h"
#include "certify/margin.h"
#include "certify/optimality.h"
#include "data/dataset.h"
#include "learn/fit.h"
#include "model/model.h"

namespace perceptron {

struct Training {
  Model model;
  Fit fit;
  MarginEvidence evidence;    // in the scaled space, where the plane lies
  std::uint64_t correct = 0;  // of the training rows; a score of 0 is the second class
  std::uint64_t wrong = 0;    // here a score of 0 is always wrong
  std::array<double, 2> class_weights = {1, 1};
  // Of a loss: bounds on its objective that hold in real numbers.
  std::optional<OptimalityEvidence> optimality;
  std::string certificate;  // of them, if it was asked for
};

struct TrainOptions {
  LearnSettings learn;
  std::string scale = "none";
  bool single_precision = false;  // round the weights to float32
  std::string program;            // that is at work, for the record
  // How the data was read, for the certificate; see Subject.
  std::vector<std::pair<std::string, std::string>> reading;
  std::uint64_t threads = 1;
  // To go on from: its columns, classes and scaling are kept. May be null.
  const Model* start = nullptr;
  bool certify = false;  // make a certificate of a loss's objective
};

// Throws unless the data has features, two classes, rows of all its classes, and
// there is room for so many models.
void require_features(const Dataset& data);
void require_two_classes(const Dataset& data);
void require_all_present(const Dataset& data);
void require_room(const Dataset& data, std::uint64_t models);
// Throws where a learner cannot do what the settings ask of it.
void require_agreement(const LearnSettings& settings, const Dataset& data);

// How much the examples of each of two classes count.
std::array<double, 2> class_weights(const Dataset& data, const std::vector<std::string>& wanted);

// Trains on two classes. `data` is scaled in place.
Training train(Dataset& data, const TrainOptions& options, Listener& listener);

}  // namespace perceptron
