// What a training is given, and what it returns for each model.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <perceptron/names.h>
#include "base/listener.h"
#include "learn/keepers/keeper.h"
#include "learn/settings.h"
#include "learn/targets.h"
#include "learn/trace.h"
#include "learn/warm_start.h"

namespace perceptron::core {

// The solver that found a model's weights. Newton's method with L1 counts as a solver of its own.
enum class SolvedBy { online, batch, dual, newton, newton_l1, interior, pegasos };
constexpr auto enum_names(SolvedBy) {
  return std::array{
      std::pair{SolvedBy::online, "online"},     std::pair{SolvedBy::batch, "batch"},
      std::pair{SolvedBy::dual, "dual"},         std::pair{SolvedBy::newton, "newton"},
      std::pair{SolvedBy::newton_l1, "sparse"},  // the name in records
      std::pair{SolvedBy::interior, "interior"}, std::pair{SolvedBy::pegasos, "pegasos"},
  };
}

// What a solver of a loss reached, see solve/problem.h.
struct Optimisation {
  SolvedBy solver = SolvedBy::online;
  double primal = 0;        // the objective reached
  double dual = 0;          // a lower bound on the optimal value
  double passes = 0;        // row visits, in passes over all rows
  std::uint64_t zeros = 0;  // weights that are 0
};

// The bounds on the optimal value after this many passes.
struct ConvergencePoint {
  double passes = 0;
  double primal = 0;
  double dual = 0;
};

// One plane of a voted perceptron: w += step·x of this row led to it, and it was right on `votes`
// examples, counting that one.
struct Vote {
  std::uint64_t row = 0;
  double step = 0;
  double votes = 0;

  bool operator==(const Vote&) const = default;
};

// One trained model and how its training went.
struct Fit {
  std::vector<double> weights;
  double offset = 0;
  bool converged = false;    // the last pass made no update, or the tolerance was reached
  bool stalled = false;      // stopped because the mistakes in a pass no longer decreased
  std::uint64_t epochs = 0;  // passes that were run
  std::uint64_t updates = 0;
  std::uint64_t wrong = 0;              // updates at a score with the wrong sign or 0
  std::vector<std::uint64_t> mistakes;  // in each pass, for the first million passes
  // The total step along each example: w = w₀ + Σ ±alpha·x over the examples, for the weights
  // after the last step. The dual variables. Empty for joint training, and for very many models
  // and rows.
  std::vector<double> alpha;
  // Of learners that keep rows: ±alpha, with the sign of the row's class; and of a voted perceptron
  // its planes. The weights are those of the last plane, 0 where only a kernel is known.
  std::vector<double> coefficients;
  std::vector<Vote> votes;
  // Of the loss of all classes together: for each row the probabilities that prove a lower bound,
  // one per class. Only the first model of a group has them.
  std::vector<double> probabilities;
  std::optional<Optimisation> optimisation;  // of a loss
  std::vector<ConvergencePoint> history;     // of a loss, if requested
  WarmStart next;                            // to resume training from
  std::optional<double> held_out;            // accuracy on the rows held out for early stopping
};

// Models to train together.
struct FitRequest {
  const Examples& examples;
  const Targets& targets;
  // One for all models, or one for each. Models of a loss may differ in everything but early
  // stopping, others only in the number of epochs.
  std::span<const LearnSettings> settings;
  std::uint64_t threads = 1;
  std::span<const WarmStart> starts = {};  // to resume from, one per model; or empty
  std::uint64_t joint = 0;                 // this many models, one per class, are updated together
  bool weights_only = false;               // omit alpha and the state for resuming
  bool history = false;                    // keep the convergence of losses
  Tracer* tracer = nullptr;                // follows every update of the loop; then in one thread

  const LearnSettings& settings_of(std::uint64_t model) const {
    return settings[settings.size() == 1 ? 0 : model];
  }
};

}  // namespace perceptron::core
