// Training: perceptrons, support vector machines and logistic regression.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/certificate.h>
#include <perceptron/dataset.h>
#include <perceptron/model.h>
#include <perceptron/progress.h>
#include <perceptron/settings.h>

namespace perceptron {

struct TrainSettings {
  LearnSettings learn = {};
  // Stored in the model and applied again in prediction. The program uses automatic where no
  // learner is named.
  ScalingKind scale = ScalingKind::none;
  // Of two classes: the lowest score that means the second; find_threshold() chooses one.
  double threshold = 0;
  bool single_precision = false;  // round the weights to float32
  bool certify = false;           // make a certificate for the objective of a loss
  // Prove what every exact minimiser of the loss has in common: signs of weights, weights that are
  // zero, support vectors, and the predictions of the model. The certificate, if requested, then
  // proves this too. Unless another tolerance is set, trains to one of 1e-10.
  bool certify_answers = false;
  std::uint64_t threads = 1;       // the result does not depend on it
  ProgressCallback progress = {};  // see progress.h; empty: none
};

// What every exact minimiser of a loss is proved to have in common.
struct ProvedAnswers {
  std::vector<std::uint64_t> positive = {};  // features whose weight is above 0
  std::vector<std::uint64_t> negative = {};
  std::vector<std::uint64_t> zero = {};
  // Rows with a margin above 1, which are no support vectors; for the hinge losses.
  std::vector<std::uint64_t> outside = {};
  // How far the weights of an exact minimiser may be from those of the plane, and where its offset
  // is. Empty without an L2 penalty.
  std::optional<double> radius = {};
  std::optional<Interval> offset = {};
};

// The training of one plane of a model. Proofs are for the rows as the model scales them.
struct PlaneResult {
  // The classes that the plane separates; without a negative one, all others.
  std::string positive = {};
  std::optional<std::string> negative = {};
  bool converged = false;
  bool stalled = false;  // stopped because passes no longer had fewer mistakes, see `patience`
  std::uint64_t passes = 0;
  std::uint64_t updates = 0;
  std::uint64_t mistakes = 0;  // updates at a row that was on the wrong side
  // For a loss: the optimum lies between these. Empty for softmax and crammer_singer with three or
  // more classes, whose planes share one objective.
  std::optional<Interval> objective = {};
  // The widest margin of any plane lies between these. With many planes, only if it converged.
  std::optional<Interval> margin = {};
  std::optional<ProvedAnswers> answers = {};  // if requested
};

struct Training {
  Model model;
  bool converged = false;     // all planes
  std::uint64_t correct = 0;  // on the training rows
  // Proofs are for the first plane, which for two classes is the only one; for softmax and
  // crammer_singer they are for all planes together.
  std::optional<Interval> objective = {};    // for a loss: the optimum lies between these
  std::optional<Interval> margin = {};       // of a separating plane, in the scaled space
  std::optional<double> mistake_bound = {};  // of a perceptron that starts at zero
  // For a loss: empty unless requested. For the learners that find a margin: of that margin.
  Certificate certificate = {};
  // Decisions made on the user's behalf and warnings, as sentences.
  std::vector<std::string> notes = {};
  std::uint64_t passes = 0;              // the most of any plane
  std::uint64_t updates = 0;             // of all planes
  std::uint64_t mistakes = 0;            // of all planes
  std::vector<PlaneResult> planes = {};  // in the order of the model's
};

// Throws Error if a number is out of range, or if settings cannot be combined.
PERCEPTRON_API Training train(const Dataset& data, const TrainSettings& settings = {});
// Warm start: resumes from a model with the same features and classes, whose scaling is kept.
PERCEPTRON_API Training train(const Dataset& data, const TrainSettings& settings,
                              const Model& start);

}  // namespace perceptron
