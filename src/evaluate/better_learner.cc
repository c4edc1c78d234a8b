#include "evaluate/better_learner.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.h"
#include "base/listener.h"
#include "data/scaling.h"
#include "evaluate/cross_validation.h"
#include "learn/learners.h"
#include "multiclass/scheme.h"

namespace perceptron::core {
namespace {

constexpr std::uint64_t kFewestRows = 100;
constexpr std::uint64_t kMostPasses = 30;
constexpr double kClearly = 0.01;

bool can_be_compared(const LearnSettings& settings) {
  return traits_of(settings).rule != nullptr && !is_penalised(settings) &&
         settings.early_stop == 0 && settings.initial_weights.empty() &&
         settings.initial_offset == 0;
}

// As many rows as have about this many values for all models together.
std::uint64_t affordable_rows(const Dataset& data, const LearnSettings& settings) {
  constexpr std::uint64_t kValues = std::uint64_t{1} << 17U;
  const Scheme scheme(multiclass_of(settings), data.classes.size());
  const std::uint64_t of_row = data.matrix.stored() / data.rows() + 1;
  return std::min(kSampleRows, kValues / of_row / scheme.models());
}

// Every class needs rows in training and test.
bool has_enough_of_each_class(const Dataset& sample) {
  std::vector<std::uint64_t> rows(sample.classes.size());
  for (const std::uint32_t label : sample.labels) ++rows[label];
  constexpr std::uint64_t kFewest = 2;
  return std::all_of(rows.begin(), rows.end(), [](std::uint64_t n) { return n >= kFewest; });
}

// The same with fewer passes at most, which do not change when it stops otherwise.
LearnSettings quicker(LearnSettings own) {
  own.calibrate = CalibrationKind::none;
  own.patience = patience_of(own);
  own.epochs = std::min(epochs_of(own), kMostPasses);
  return own;
}

LearnSettings logistic_like(const LearnSettings& own) {
  LearnSettings other;
  other.learner = Learner::logistic;
  other.offset = own.offset;
  other.class_weight = own.class_weight;
  other.seed = own.seed;
  other.epochs = kMostPasses;
  if (own.multiclass == Multiclass::one_vs_one) other.multiclass = own.multiclass;
  return other;
}

}  // namespace

Dataset sample_rows(const Dataset& data, std::uint64_t most) {
  const std::uint64_t count = std::min(most, data.rows());
  std::vector<std::uint64_t> rows(count);
  for (std::uint64_t k = 0; k < count; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(count);
    rows[k] = static_cast<std::uint64_t>(share * static_cast<double>(data.rows()));
  }
  return data.select(rows);
}

std::optional<BetterLearner> find_better_learner(const Dataset& data, const LearnSettings& own,
                                                 ScalingKind scaled) {
  if (!can_be_compared(own)) return std::nullopt;
  const std::uint64_t count = std::min(affordable_rows(data, own), data.rows());
  if (count < kFewestRows) return std::nullopt;
  const Dataset sample = sample_rows(data, count);
  if (!has_enough_of_each_class(sample)) return std::nullopt;
  // Rows that are scaled already stay as they are.
  const bool raw = scaled == ScalingKind::none;
  const ScalingKind scale = raw ? choose_scaling(sample).kind : ScalingKind::none;
  const std::array candidates = {Candidate{quicker(own)}, Candidate{logistic_like(own), scale}};
  SplitSettings split;
  split.stratify = true;
  Listener silent;
  std::vector<Validation> found;
  try {
    found = cross_validate(sample, candidates, split, ValidationOptions{}, silent);
  } catch (const Error& error) {  // the sample does not do, although all rows did
    if (error.kind() != ErrorKind::usage && error.kind() != ErrorKind::input) throw;
    return std::nullopt;
  }
  if (!found[0].accuracy || !found[1].accuracy) return std::nullopt;
  const auto comparison = compare(found[0], found[1]);
  if (!comparison || !comparison->matters || comparison->difference < kClearly) return std::nullopt;
  return BetterLearner{candidates[1].learn.learner, raw ? scale : scaled, *found[1].accuracy,
                       *found[0].accuracy, sample.rows()};
}

}  // namespace perceptron::core
