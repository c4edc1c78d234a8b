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

// Throws a usage error if the rule has no meaning.
void require_threshold_rule(const ThresholdRule& rule);

// The threshold that is best by the rule for these scores of the two classes, none of which is
// empty: half-way between two scores. Among equally good ones that closest to 0.
double choose_threshold(const ThresholdRule& rule, std::span<const double> negatives,
                        std::span<const double> positives, const CostMatrix& costs);

// The same for the scores of the rows that a cross-validation holds out.
double find_threshold(const Dataset& data, const Candidate& candidate, const ThresholdRule& rule,
                      const SplitSettings& split, std::uint64_t threads, Listener& listener);

// The lowest score for which the model gives the second class at least this probability. Throws a
// usage error if it has no probabilities or not two classes.
double threshold_of_probability(const Model& model, double probability);

}  // namespace perceptron::core
