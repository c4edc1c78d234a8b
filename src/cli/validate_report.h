// The output of validate: as JSON, and as text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "evaluate/learning_curve.h"
#include "evaluate/leave_one_out.h"
#include "evaluate/validation.h"
#include "report/validation_record.h"

namespace perceptron::core {

// A learner, under a name that distinguishes it from the others.
struct Contender {
  std::string name;
  Validation validation;
};

struct ValidateRun {
  const Dataset& data;
  Learner learner;
  std::string method;  // folds, leave-one-out, holdout, test, rows or a generator
  bool leave_one_out;
  std::string in_words;               // "in 5 folds drawn by the seed"
  std::uint64_t rows = 0;             // of DATA
  std::vector<Contender> contenders;  // the first is compared with each of the others
  std::vector<LearningPoint> learning_curve;
  std::optional<CertifiedLeaveOneOut> certified;
  bool curves = false;
  double seconds = 0;
};

ValidationOutcome validation_outcome(const ValidateRun& run);
std::string validate_text(const ValidateRun& run);
// Messages on standard error.
// That a learner is no better than the baseline; empty if none is so.
std::string baseline_doubt(const ValidateRun& run);
std::string validate_summary(const ValidateRun& run);

}  // namespace perceptron::core
