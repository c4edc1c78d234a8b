// Multiclass classification by binary models.
//
//   one-vs-rest   one model per class: this class (+) against all others (−)
//   one-vs-one    one model per pair i < j of classes: i (−) against j (+), not trained
//                 on other classes. In the order 01, 02, …, 12, 13, …
//   joint         one model per class, updated together: see joint.h
//
// Two classes need a single model: the second class is (+).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "learn/settings.h"
#include "learn/targets.h"

namespace perceptron::core {

// The classes that each model of a scheme separates.
enum class ModelLayout {
  two_classes,  // the only two: one model
  per_class,    // one class from all others
  per_pair,     // the two classes of a pair
};

// Properties of a scheme.
struct SchemeTraits {
  ModelLayout layout;
  bool joint = false;  // an update changes several models
};
SchemeTraits traits_of(Multiclass multiclass);

class Scheme {
 public:
  // With two classes all schemes are the same, and a score of at least `threshold` means the
  // second.
  Scheme(Multiclass multiclass, std::uint64_t classes, double threshold = 0);

  ModelLayout layout() const { return traits_.layout; }
  std::string name() const;
  std::uint64_t classes() const { return classes_; }
  std::uint64_t models() const;
  // How many models are updated together, as fit() takes it; 0: each separately.
  std::uint64_t joint() const { return traits_.joint ? classes_ : 0; }

  // The two sides of a model; no negative class: all others.
  struct Sides {
    std::uint32_t positive;
    std::optional<std::uint32_t> negative;
  };
  Sides sides(std::uint64_t model) const;

  // Signs multiplied by the class weights; empty: all 1.
  Targets targets(std::span<const double> class_weights = {}) const;

  // The predicted class from the models' scores of a row: by the threshold for two classes, the
  // highest score for one-vs-rest and joint, the most votes for one-vs-one; ties in votes go to the
  // highest confidence, further ties to the first class.
  std::uint32_t decide(std::span<const double> scores) const;
  // Whether the decision was a tie: a score at the threshold for two classes or in a pair of the
  // winner, or two equal highest scores.
  bool is_tie(std::span<const double> scores) const;
  // The model of a pair votes for its positive class if its score is at least 0. One-vs-one only.
  void count_votes(std::span<const double> scores, std::span<std::uint64_t> votes) const;
  // One score per class, highest for the predicted one: the score of its model; for two classes
  // the score minus the threshold, and its negative. For one-vs-one its votes plus less than a
  // third of a vote for its confidence c: c/(3(|c| + 1)).
  void class_scores(std::span<const double> scores, std::span<double> each) const;
  // The same for comparisons between rows, as by AUC. Joint scores have a meaning only within a
  // row: there it is the score less the logarithm of the sum of the others' exponentials, for
  // softmax the log odds of the class.
  void ranking_scores(std::span<const double> scores, std::span<double> each) const;
  // For one-vs-one: the sum of the scores of all pairs of a class, signed in its favour.
  void confidences(std::span<const double> scores, std::span<double> each) const;

 private:
  std::uint32_t decide_by_votes(std::span<const double> scores) const;

  Multiclass multiclass_;
  std::uint64_t classes_;
  double threshold_;
  SchemeTraits traits_;
};

}  // namespace perceptron::core
