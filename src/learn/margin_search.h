// Problem    a plane with a margin of at least γ/λ², γ the best there is
// Update     the margin perceptron with β = guess/λ; where it fails, guess /= λ
// Theorem    a guess ≤ γ needs at most c·R²/guess² updates; and after k updates
//            γ ≤ ‖w‖/k, so a guess is refuted as soon as ‖w‖/k < guess
// Stop       at the first pass without an update
// Reference  the incremental search of the course notes, from guess = R; ‖w‖/k as
//            a bound: Panagiotakopoulos and Tsampouka 2011 (arXiv:1105.6041)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"

namespace perceptron {

struct MarginSearchSettings {
  double lambda = 1.1;                  // > 1
  std::string stop = "proof";           // or "limit"
  std::string coefficient = "theorem";  // or "document", or a number
  std::string scan = "pass";            // or "restart": from the first row after each update
  double radius = 0;                    // no example is longer; 0: find out
  std::string order = "file";           // or "shuffle"
  std::uint64_t seed = 1;
  std::uint64_t epochs = 0;       // passes at most, in all; 0: no limit
  std::uint64_t updates = 0;      // stop after the pass that reaches them, in all; 0: no limit
  double smallest_guess = 0;      // give up below it
  Tracer* tracer = nullptr;       // follows every update, if it is there,
  std::uint64_t first_model = 0;  // of the model of this number
};

struct GuessRound {
  enum class Outcome { converged, limit, refuted, unfinished };
  double guess = 0;
  std::uint64_t updates = 0;
  std::uint64_t limit = 0;  // of updates, by the coefficient
  Outcome outcome = Outcome::unfinished;
};
const char* outcome_name(GuessRound::Outcome outcome);

struct MarginSearch {
  std::vector<GuessRound> rounds;
  Fit fit;                          // of the last round; passes of all
  std::uint64_t total_updates = 0;  // of all rounds
};

// c of the theorem: updates ≤ c·R²/guess². The theorem holds for every
// c' > 1/(λ−1); `theorem` takes the one with the least c.
double update_coefficient(const std::string& coefficient, double lambda);

// Searches for model 0 of `targets`. With an offset the examples are [x, 1],
// and so are the margins and the radius.
MarginSearch search_margin(const Examples& examples, const Targets& targets, Offset offset,
                           const MarginSearchSettings& settings, Listener& listener);

// The learner margin: a search for each model.
std::vector<Fit> search_margins(const Examples& examples, const Targets& targets,
                                const LearnSettings& settings, std::uint64_t threads,
                                Tracer* tracer, Listener& listener);

}  // namespace perceptron
