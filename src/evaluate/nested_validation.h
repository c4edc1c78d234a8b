// Nested cross-validation: measures the choice of settings itself. In each outer fold the settings
// are chosen by cross-validation on the other rows, so the test rows have no influence on the
// choice, and the accuracy is not too optimistic.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/cross_validation.h"

namespace perceptron::core {

struct NestedValidation {
  Validation validation;            // on the outer folds
  std::vector<std::size_t> chosen;  // for each outer fold, the position of a candidate
  std::uint64_t models = 0;         // trained in the inner cross-validations
};

// Returns the index of the validation to choose.
using Choose = std::function<std::size_t(std::span<const Validation>)>;

NestedValidation cross_validate_nested(const Dataset& data, std::span<const Candidate> candidates,
                                       const SplitSettings& outer, const Splitting& inner,
                                       const ValidationOptions& options, const Choose& choose,
                                       Listener& listener);

}  // namespace perceptron::core
