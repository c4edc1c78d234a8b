// Leave-one-out cross-validation of regularised losses, certified: each row is predicted as by
// every exact minimiser of the objective without it. Most rows are decided by bounds on these
// minimisers (certify/row_removal.h), without training; only the others are trained again.
#pragma once

#include <cstdint>
#include <vector>

#include <perceptron/certificate.h>
#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/candidate.h"
#include "evaluate/fold_scores.h"
#include "evaluate/validation.h"

namespace perceptron::core {

// How the prediction of a row was found.
enum class LeftOutBy {
  proof,     // bounds alone decide it
  training,  // a model trained without it, whose own bounds decide it
  nothing,   // such a model predicts it, but it is too close to the plane to prove it
};

struct LeftOutRow {
  std::uint32_t predicted = 0;
  LeftOutBy by = LeftOutBy::proof;
  Interval score;     // under the exact minimisers without the row
  double change = 0;  // from its score with all rows, at most
};

struct CertifiedLeaveOneOut {
  std::vector<LeftOutRow> rows;  // of weight above 0; others are as in training
  bool converged = true;         // all trainings

  std::uint64_t count(LeftOutBy by) const;
  // The rows whose score changes most when they are left out, most first.
  std::vector<std::uint64_t> most_influential(std::size_t count) const;
};

// Throws a usage error unless the settings are those of hinge, squared_hinge or logistic with an L2
// penalty, for two classes, and the rows are prepared in the same way whichever is left out.
// Unless another tolerance is set, trains to one of 1e-10. The result does not depend on the number
// of threads.
CertifiedLeaveOneOut certify_leave_one_out(const Dataset& data, const Candidate& candidate,
                                           std::uint64_t threads, Listener& listener);

// The same as the result of a cross-validation. Scores are known as intervals only, so there are no
// metrics that need them.
Validation validation_of(const CertifiedLeaveOneOut& result, const Dataset& data,
                         const Judgement& judgement);

}  // namespace perceptron::core
