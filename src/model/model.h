// A trained classifier as a value: everything needed to predict from a raw file, and how it was
// made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/certificate.h>
#include "certify/region.h"
#include "data/scaling.h"
#include "data/schema.h"
#include "learn/learners.h"
#include "learn/support_planes.h"
#include "learn/warm_start.h"
#include "multiclass/probabilities.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

// How a model was made.
struct Origin {
  std::string program;  // name and version
  std::string learner;
  std::vector<std::pair<std::string, std::string>> options;  // as on the command line
  std::string data;                                          // the file's name
  std::string data_hash;
  std::uint64_t rows = 0;
  std::uint64_t epochs = 0;
  std::uint64_t updates = 0;
  bool converged = false;
  std::optional<Interval> margin;
  std::string certificate;  // of what was proved, in the format of verify; may be empty
};

// One binary model: a score of at least 0 means the positive class.
struct Plane {
  std::vector<double> weights;
  double offset = 0;
  WarmStart state;  // the state needed to resume training
  // Contains the weights and offset of every exact minimiser, in the scaled space, if proved.
  std::optional<Region> region = {};
};

struct Model {
  std::vector<std::string> classes;
  Multiclass multiclass = Multiclass::one_vs_rest;
  Schema schema;
  Scaling scaling;
  bool has_offset = true;
  double threshold = 0;           // of two classes: the lowest score that means the second
  bool single_precision = false;  // weights are saved as float32
  std::vector<Plane> planes;      // one per model of the scheme
  // Of learners that keep rows: what scores instead of the planes. Those of a kernel that is not
  // linear are 0, that of a voted perceptron is its last one.
  std::shared_ptr<const SupportPlanes> support = nullptr;
  std::optional<Calibration> calibration;
  Origin origin;

  std::uint64_t features() const { return planes.empty() ? 0 : planes[0].weights.size(); }
  // Whether its planes are planes of the features, not of a kernel's unknown ones.
  bool has_planes() const { return !support || support->kernel.kind == KernelKind::linear; }
  Scheme scheme() const { return {multiclass, classes.size(), threshold}; }
  // The mapping from its scores to probabilities, if it has one.
  std::optional<Calibration> to_probabilities() const {
    const auto learner = find_named<Learner>(origin.learner);
    if (!calibration && learner && traits_of(*learner).gives_probabilities)
      return calibration_of_logits(scheme());
    return calibration;
  }
};

}  // namespace perceptron::core
