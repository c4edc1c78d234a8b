// How good predictions are when the true class is known.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <perceptron/evaluate.h>
#include "evaluate/costs.h"
#include "evaluate/ranking.h"

namespace perceptron::core {

// The true and the predicted class of one row. Scores and probabilities are optional: one for
// each class, or, for two classes, that of the second alone.
struct Answer {
  std::uint32_t truth = 0;
  std::uint32_t predicted = 0;
  std::span<const double> scores = {};
  std::span<const double> probabilities = {};
};

// Accumulates predictions row by row. Its memory depends on the number of classes only, except for
// the scores, which the area under the ROC curve needs (ranking.h).
class Meter {
 public:
  static constexpr std::uint64_t kMostDense = 1000;
  static constexpr std::size_t kBins = 15;

  // `costs` are those of the predictions, if their mean is wanted.
  explicit Meter(std::uint64_t classes, std::optional<CostMatrix> costs = {});

  // Throws an Error if the prediction does not match the number of classes. Among equal scores the
  // earlier class ranks first; NaN ranks lowest, and as a probability is 0.
  void add(const Answer& answer);
  Metrics metrics() const;
  const Ranking& ranking() const { return ranking_; }

 private:
  static constexpr std::array<std::uint32_t, 3> kTop = {2, 3, 5};

  struct Bin {
    std::uint64_t rows = 0;
    std::uint64_t right = 0;
    double confidence = 0;
  };

  void require_fitting(const Answer& answer) const;
  void add_scores(const Answer& answer);
  void add_probabilities(const Answer& answer);
  std::vector<PairCount> counts() const;
  void judge_classes(const std::vector<PairCount>& counts, Metrics& metrics) const;
  void judge_means(const std::vector<std::uint64_t>& called, std::uint64_t right,
                   Metrics& metrics) const;
  void judge_probabilities(Metrics& metrics) const;

  std::uint64_t classes_;
  std::vector<std::uint64_t> dense_;                         // [true × classes + predicted]
  std::unordered_map<std::uint64_t, std::uint64_t> sparse_;  // the same, for many classes
  std::optional<CostMatrix> costs_;
  Ranking ranking_;
  std::uint64_t ranked_ = 0;                         // rows with scores
  std::array<std::uint64_t, kTop.size()> within_{};  // and among the first k
  double log_loss_ = 0;
  double brier_ = 0;
  std::array<Bin, kBins> bins_{};
};

}  // namespace perceptron::core
