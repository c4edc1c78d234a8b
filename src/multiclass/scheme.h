// Many classes from models of two.
//
//   one-vs-rest   a model a class: this one (+) against all others (−)
//   one-vs-one    a model a pair i < j of classes: i (−) against j (+); other
//                 classes it does not see. In the order 01, 02, …, 12, 13, …
//   joint         a model a class, moved together: see joint.h
//
// Two classes need one model, which says which side: the second is (+).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "learn/settings.h"
#include "learn/targets.h"

namespace perceptron::core {

// What each model of a scheme tells apart.
enum class ModelLayout {
  two_classes,  // the only two there are: one model
  per_class,    // a class and all others
  per_pair,     // the classes of a pair
};

// What a scheme is.
struct SchemeTraits {
  ModelLayout layout;
  bool joint = false;  // an update moves several models
};
SchemeTraits traits_of(Multiclass multiclass);

class Scheme {
 public:
  // With two classes all are the same.
  Scheme(Multiclass multiclass, std::uint64_t classes);

  ModelLayout layout() const { return traits_.layout; }
  bool is_joint() const { return traits_.joint; }
  std::string name() const;
  std::uint64_t classes() const { return classes_; }
  std::uint64_t models() const;
  // How many of them move together, as fit() wants to know; 0: each by itself.
  std::uint64_t joint() const { return traits_.joint ? classes_ : 0; }

  // The classes a model tells apart; no negative one: all others.
  struct Sides {
    std::uint32_t positive;
    std::optional<std::uint32_t> negative;
  };
  Sides sides(std::uint64_t model) const;

  // Signs as large as the weights of the classes; none: all 1.
  Targets targets(std::span<const double> class_weights = {}) const;

  // From the models' scores of a row to its class: the higher score of two, the
  // highest of one-vs-rest and joint, the most votes of one-vs-one; of equal
  // votes the highest confidence, of equals the first class.
  std::uint32_t decide(std::span<const double> scores) const;
  // Whether it was chance that decided: a score of 0 of two classes or in a pair
  // of the winner's, or the highest score twice.
  bool is_tie(std::span<const double> scores) const;
  // The model of a pair votes for its positive class where its score is 0 or
  // more. One-vs-one only.
  void count_votes(std::span<const double> scores, std::span<std::uint64_t> votes) const;
  // A number a class, highest for the one decided for: the score of its model; of
  // two classes the score and its negative. In one-vs-one its votes and less than
  // a third of one for its confidence c: c/(3(|c| + 1)).
  void class_scores(std::span<const double> scores, std::span<double> each) const;
  // Of one-vs-one: the sum of the scores of all pairs of a class, each counted
  // towards it.
  void confidences(std::span<const double> scores, std::span<double> each) const;

 private:
  std::uint32_t decide_by_votes(std::span<const double> scores) const;

  Multiclass multiclass_;
  std::uint64_t classes_;
  SchemeTraits traits_;
};

}  // namespace perceptron::core
