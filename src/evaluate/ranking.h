// How well scores rank the rows of a class above the others, whatever the threshold.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace perceptron::core {

// The area under the ROC curve: the probability that a positive scores above a negative, ties
// counted half. Both must hold at least one score.
double area_under_curve(std::vector<double> negatives, std::vector<double> positives);
// The mean over the positives of the precision at their score: of the rows that score as high or
// higher, the fraction that are positive. Likewise.
double average_precision(std::vector<double> negatives, std::vector<double> positives);

// For two classes those of the second one's scores. For more, the means over all classes that have
// rows, each against the rest. None without rows of two classes.
struct RankingAreas {
  std::optional<double> auc;
  std::optional<double> average_precision;
};

// The scores for a class: of its rows, and of all others.
struct SidesOfClass {
  std::vector<double> negatives;
  std::vector<double> positives;
};

// Keeps the scores of all rows; of three and more classes only as long as they are fewer than
// kMost, so that memory is bounded there.
class Ranking {
 public:
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 24U;

  explicit Ranking(std::uint64_t classes);

  // One score for each class, or that of the second of two. NaN ranks lowest.
  void add(std::uint32_t truth, std::span<const double> scores);
  RankingAreas areas() const;
  // Of two classes only for the second. Both empty where the scores were too many to keep.
  SidesOfClass sides(std::uint32_t positive) const;

 private:
  RankingAreas areas_of(std::uint32_t positive) const;

  std::uint64_t classes_;
  std::size_t width_;
  bool too_many_ = false;
  std::vector<double> scores_;  // row by row
  std::vector<std::uint32_t> truths_;
  std::vector<std::uint64_t> rows_;  // of each class
};

}  // namespace perceptron::core
