// What is asked of a training, and what becomes of each model.
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

// The solver that found a model's weights. Newton's method with L1 is one of its own.
enum class SolvedBy { online, batch, dual, newton, newton_l1 };
constexpr auto enum_names(SolvedBy) {
  return std::array{
      std::pair{SolvedBy::online, "online"},    std::pair{SolvedBy::batch, "batch"},
      std::pair{SolvedBy::dual, "dual"},        std::pair{SolvedBy::newton, "newton"},
      std::pair{SolvedBy::newton_l1, "sparse"},  // as records have always called it
  };
}

// What a solver of a loss reached, see solve/problem.h.
struct Optimisation {
  SolvedBy solver = SolvedBy::online;
  double primal = 0;        // the objective reached
  double dual = 0;          // no weights have less
  double passes = 0;        // visits of rows, in passes over all
  std::uint64_t zeros = 0;  // weights that are 0
};

// The bounds on the optimal value after so many passes.
struct ConvergencePoint {
  double passes = 0;
  double primal = 0;
  double dual = 0;
};

// One trained model and what happened on the way.
struct Fit {
  std::vector<double> weights;
  double offset = 0;
  bool converged = false;    // the last pass was clean, or the tolerance was reached
  std::uint64_t epochs = 0;  // passes that were run
  std::uint64_t updates = 0;
  std::uint64_t wrong = 0;              // updates at a score on the wrong side or 0
  std::vector<std::uint64_t> mistakes;  // in each pass, the first million of them
  // The length of the steps along each example: w = w₀ + Σ ±alpha·x over the
  // examples, for the weights after the last step. The dual variables. Left out
  // where classes learn jointly, and where models and rows are very many.
  std::vector<double> alpha;
  std::optional<Optimisation> optimisation;  // of a loss
  std::vector<ConvergencePoint> history;     // of a loss, where it was asked for
  WarmStart next;                            // where to go on from here
  std::optional<double> held_out;            // accuracy on the rows held out for early stopping
};

// Models to train together.
struct FitRequest {
  const Examples& examples;
  const Targets& targets;
  // One for all models, or one for each. Models of a loss may differ in all but
  // early stopping, others in the number of epochs only.
  std::span<const LearnSettings> settings;
  std::uint64_t threads = 1;
  std::span<const WarmStart> starts = {};  // where to go on, one a model; or none at all
  std::uint64_t joint = 0;                 // so many models, one a class, move together
  bool weights_only = false;               // leave out alpha and where to go on
  bool history = false;                    // keep the milestones of losses
  Tracer* tracer = nullptr;                // follows every update of the loop; then in one thread

  const LearnSettings& settings_of(std::uint64_t model) const {
    return settings[settings.size() == 1 ? 0 : model];
  }
};

}  // namespace perceptron::core
