// The score from which a row of two classes is given the second class.
#pragma once

#include <span>

#include <perceptron/validate.h>
#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/candidate.h"
#include "evaluate/costs.h"
#include "evaluate/split.h"
#include "model/model.h"

namespace perceptron::core {

// Throws a usage error unless there are two classes; `name` has them.
void require_two_classes(std::size_t classes, const std::string& name);

// Throws a usage error if the rule has no meaning.
void require_threshold_rule(const ThresholdRule& rule);

// A threshold, and what it reaches on the rows it was chosen on: the fraction of the rows predicted
// to be of the second class that are, and of those of the second class that are predicted so.
struct ThresholdChoice {
  double threshold = 0;
  double precision = 0;
  double recall = 0;
};

// What to do if no threshold reaches the precision that a rule requires: throw, or take the one of
// the highest precision.
enum class WhereUnreachable { refuse, most_precise };

// The threshold that is best by the rule for these scores of the two classes, none of which is
// empty: half-way between two scores. Among equally good ones that closest to 0.
ThresholdChoice choose_threshold(const ThresholdRule& rule, std::span<const double> negatives,
                                 std::span<const double> positives, const CostMatrix& costs,
                                 WhereUnreachable unreachable = WhereUnreachable::refuse);

// How rows are held out to choose a threshold: in 5 stratified folds.
SplitSettings threshold_split(std::uint64_t seed);

// The same for the scores of the rows that a cross-validation holds out.
ThresholdChoice find_threshold(const Dataset& data, const Candidate& candidate,
                               const ThresholdRule& rule, const SplitSettings& split,
                               std::uint64_t threads, Listener& listener,
                               WhereUnreachable unreachable = WhereUnreachable::refuse);

// The lowest score for which the model gives the second class at least this probability. Throws a
// usage error if it has no probabilities or not two classes.
double threshold_of_probability(const Model& model, double probability);

}  // namespace perceptron::core
