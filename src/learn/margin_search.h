// Problem    a plane with a margin of at least γ/λ², γ the largest possible
// Update     the margin perceptron with β = guess/λ; if it fails, guess /= λ
// Theorem    a guess ≤ γ needs at most c·R²/guess² updates; and after k updates
//            γ ≤ ‖w‖/k, so a guess is refuted as soon as ‖w‖/k < guess
// Stop       at the first pass without an update
// Reference  the incremental search of the course notes, from guess = R; ‖w‖/k as
//            a bound: Panagiotakopoulos and Tsampouka 2011 (arXiv:1105.6041)
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <perceptron/names.h>
#include "base/listener.h"
#include "learn/fit.h"

namespace perceptron::core {

// When to give up a guess: once it is refuted, or after as many updates as the theorem allows.
enum class SearchStop { proof, limit };
// After an update: continue with the next row, or restart at the first.
enum class SearchScan { pass, restart };
// The constant c in the limit c·R²/guess²: the smallest that the theorem allows, or that of the
// course notes.
enum class KnownCoefficient { theorem, document };
using UpdateCoefficient = std::variant<KnownCoefficient, double>;

constexpr auto enum_names(SearchStop) {
  return std::array{std::pair{SearchStop::proof, "proof"}, std::pair{SearchStop::limit, "limit"}};
}
constexpr auto enum_names(SearchScan) {
  return std::array{std::pair{SearchScan::pass, "pass"}, std::pair{SearchScan::restart, "restart"}};
}
constexpr auto enum_names(KnownCoefficient) {
  return std::array{std::pair{KnownCoefficient::theorem, "theorem"},
                    std::pair{KnownCoefficient::document, "document"}};
}

struct MarginSearchSettings {
  double lambda = 1.1;  // > 1
  SearchStop stop = SearchStop::proof;
  UpdateCoefficient coefficient = KnownCoefficient::theorem;
  SearchScan scan = SearchScan::pass;
  double radius = 0;     // an upper bound on ‖x‖; 0: computed from the examples
  bool shuffle = false;  // shuffle the rows in every pass, else the order of the file
  std::uint64_t seed = 1;
  std::uint64_t epochs = 0;   // maximum number of passes, over all rounds; 0: no limit
  std::uint64_t updates = 0;  // stop after the pass in which the total reaches this; 0: no limit
  double smallest_guess = 0;  // smallest guess to try
  Tracer* tracer = nullptr;   // follows every update, unless it is null,
  std::uint64_t first_model = 0;  // as the model of this number
};

struct GuessRound {
  enum class Outcome { converged, limit, refuted, unfinished };
  double guess = 0;
  std::uint64_t updates = 0;
  std::uint64_t limit = 0;  // of updates, by the coefficient
  Outcome outcome = Outcome::unfinished;
};

constexpr auto enum_names(GuessRound::Outcome) {
  return std::array{std::pair{GuessRound::Outcome::converged, "converged"},
                    std::pair{GuessRound::Outcome::limit, "limit"},
                    std::pair{GuessRound::Outcome::refuted, "refuted"},
                    std::pair{GuessRound::Outcome::unfinished, "unfinished"}};
}

struct MarginSearch {
  std::vector<GuessRound> rounds;
  Fit fit;                          // of the last round; passes of all
  std::uint64_t total_updates = 0;  // of all rounds
};

// The setting as text: "theorem", "document" or a number above 0; anything else is an Error.
std::string value_text(const UpdateCoefficient& coefficient);
void parse_setting(std::string_view name, const std::string& text, UpdateCoefficient& value);

// c of the theorem: updates ≤ c·R²/guess². The theorem holds for every c' > 1/(λ−1); `theorem`
// takes the one with the smallest c.
double update_coefficient(const UpdateCoefficient& coefficient, double lambda);

// Searches for model 0 of `targets`. With an offset, margins and radius are those of the examples
// [x, 1].
MarginSearch search_margin(const Examples& examples, const Targets& targets, Offset offset,
                           const MarginSearchSettings& settings, Listener& listener);

// The learner `margin`: one search per model.
std::vector<Fit> search_margins(const Examples& examples, const Targets& targets,
                                const LearnSettings& settings, std::uint64_t threads,
                                Tracer* tracer, Listener& listener);

}  // namespace perceptron::core
