#include "evaluate/leave_one_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/elementary.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "base/threads.h"
#include "certify/minimisers.h"
#include "certify/row_removal.h"
#include "data/scaling.h"
#include "evaluate/cross_validation.h"
#include "evaluate/fold_data.h"
#include "evaluate/metric.h"
#include "model/checks.h"
#include "model/conflicts.h"
#include "multiclass/scheme.h"
#include "solve/minimise.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

[[noreturn]] void refuse(const std::string& reason) {
  throw Error(ErrorKind::usage, setting("certify") + " " + reason);
}

void require_certifiable(const Dataset& data, const Candidate& candidate) {
  require_trainable(data, std::span(&candidate, 1));
  TrainingDemands demands = demands_of(data);
  demands.answers = true;
  require_agreement(candidate.learn, demands);
  if (data.classes.size() != 2)
    refuse(fmt::format("decides rows of two classes, and there are {}", data.classes.size()));
  if (l2_of(candidate.learn) == 0) refuse("needs an L2 penalty; use " + setting("l2") + " above 0");
  if (candidate.learn.class_weight.balanced)
    refuse("takes weights of classes that do not depend on the rows; name them with " +
           setting("class-weight", "NAME=W"));
  if (candidate.learn.calibrate != CalibrationKind::none)
    refuse("decides classes, not probabilities; leave out " + setting("calibrate"));
  if (!folds_share_rows(data, candidate.scale))
    refuse("needs features that are the same whichever row is left out: not scaled (" +
           setting("scale", "none") + ", or unit), no missing values replaced by means (" +
           setting("missing", "zero") + "), no words weighted by TF-IDF");
}

class LeftOutTraining {
 public:
  LeftOutTraining(const Dataset& data, const Candidate& candidate, std::uint64_t threads,
                  Listener& listener)
      : data_(data), learn_(candidate.learn), threads_(threads), listener_(listener) {
    constexpr double kUsefulTolerance = 1e-10;
    if (learn_.tolerance == LearnSettings().tolerance) learn_.tolerance = kUsefulTolerance;
    if (candidate.scale != ScalingKind::none) {
      scaled_ = data;
      Scaling::fit(candidate.scale, scaled_).apply(scaled_);
    }
    const Dataset& rows = candidate.scale == ScalingKind::none ? data : scaled_;
    const Scheme scheme(multiclass_of(learn_), 2);
    const Examples examples = {rows.matrix.view(), rows.labels, rows.weights};
    problem_ =
        problem_of(examples, scheme.targets(class_weights(rows, learn_.class_weight)), 0, learn_);
    require_short_rows(problem_.rows);
    for (const double y : problem_.signed_weight) {
      if (y != 0) ++rows_of_class_[y > 0 ? 1 : 0];
    }
  }

  CertifiedLeaveOneOut run() {
    const Solution all = solve(problem_, learn_.solver, settings(), listener_);
    result_.converged = all.reached;
    const OptimalityEvidence evidence =
        measure_optimality(problem_, all.w, all.b, all.beta, threads_);
    const auto scores = left_out_scores(problem_, data_.weights, all.w, all.b, evidence);
    result_.rows.resize(scores.size());
    std::vector<std::uint64_t> undecided;
    for (std::uint64_t i = 0; i < scores.size(); ++i) {
      if (!take(i, scores[i], own_score(i, all))) undecided.push_back(i);
    }
    retrain(undecided, all);
    return std::move(result_);
  }

 private:
  SolverSettings settings(const WarmStart& start = {}) const {
    return solver_settings(learn_, problem_.features(), start);
  }

  double own_score(std::uint64_t i, const Solution& plane) const {
    return std::visit(
        [&](const auto& rows) {
          const auto row = rows[i];
          double sum = problem_.offset == OffsetKind::none ? 0 : plane.b;
          for (std::uint64_t k = 0; k < row.size; ++k)
            sum += row.value(k) * plane.w[row.feature(k)];
          return sum;
        },
        problem_.rows);
  }

  bool is_only_one_of_its_class(std::uint64_t i) const {
    return rows_of_class_[problem_.signed_weight[i] > 0 ? 1 : 0] == 1;
  }

  // Whether the bounds decide the row.
  bool take(std::uint64_t i, const Interval& score, double own) {
    LeftOutRow& row = result_.rows[i];
    if (problem_.signed_weight[i] == 0) {
      row.predicted = own >= 0 ? 1 : 0;
      row.score = {own, own};
      return true;
    }
    // Rows of one class alone are all predicted to be of it.
    if (is_only_one_of_its_class(i)) {
      row.predicted = 1 - data_.labels[i];
      row.score = {-kInfinity, kInfinity};
      row.change = kInfinity;
      return true;
    }
    if (!(score.lower > 0 || score.upper < 0)) return false;
    row.score = score;
    row.predicted = score.lower > 0 ? 1 : 0;
    row.change = std::max(std::abs(score.lower - own), std::abs(score.upper - own));
    return true;
  }

  void retrain(const std::vector<std::uint64_t>& undecided, const Solution& all) {
    WarmStart start;
    start.weights = all.w;
    start.offset = all.b;
    std::vector<char> reached(undecided.size());
    parallel_for(undecided.size(), threads_, [&](std::uint64_t k) {
      check_interrupt();
      const bool done = retrain_without(undecided[k], start, own_score(undecided[k], all));
      reached[k] = done ? 1 : 0;
    });
    listener_.progress("validating", undecided.size(), undecided.size());
    result_.converged = result_.converged &&
                        std::all_of(reached.begin(), reached.end(), [](char one) { return one; });
  }

  bool retrain_without(std::uint64_t i, const WarmStart& start, double own) {
    Listener silent;
    Problem problem = problem_;
    problem.signed_weight[i] = 0;
    problem.n -= data_.weights.empty() ? 1 : data_.weights[i];
    const Solution plane = solve(problem, learn_.solver, settings(start), silent);
    const OptimalityEvidence evidence =
        measure_optimality(problem, plane.w, plane.b, plane.beta, 1);
    LeftOutRow& row = result_.rows[i];
    const double score = own_score(i, plane);
    row.score = {-kInfinity, kInfinity};
    if (const auto region = find_region(problem, plane.w, plane.b, evidence)) {
      row.score = std::visit(
          [&](const auto& rows) { return scores_within(*region, plane.w, rows[i]); }, problem.rows);
    }
    const bool proved = row.score.lower > 0 || row.score.upper < 0;
    row.by = proved ? LeftOutBy::training : LeftOutBy::nothing;
    row.predicted = score >= 0 ? 1 : 0;
    row.change = std::abs(score - own);
    return plane.reached;
  }

  const Dataset& data_;
  LearnSettings learn_;
  std::uint64_t threads_;
  Listener& listener_;
  Dataset scaled_;
  Problem problem_;
  std::array<std::uint64_t, 2> rows_of_class_{};  // of weight above 0
  CertifiedLeaveOneOut result_;
};

}  // namespace

std::uint64_t CertifiedLeaveOneOut::count(LeftOutBy by) const {
  return static_cast<std::uint64_t>(
      std::count_if(rows.begin(), rows.end(), [&](const LeftOutRow& row) { return row.by == by; }));
}

std::vector<std::uint64_t> CertifiedLeaveOneOut::most_influential(std::size_t count) const {
  std::vector<std::uint64_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  const std::size_t kept = std::min(count, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    [&](std::uint64_t a, std::uint64_t b) {
                      return rows[a].change != rows[b].change ? rows[a].change > rows[b].change
                                                              : a < b;
                    });
  order.resize(kept);
  return order;
}

CertifiedLeaveOneOut certify_leave_one_out(const Dataset& data, const Candidate& candidate,
                                           std::uint64_t threads, Listener& listener) {
  require_certifiable(data, candidate);
  return LeftOutTraining(data, candidate, threads, listener).run();
}

Validation validation_of(const CertifiedLeaveOneOut& result, const Dataset& data,
                         const Judgement& judgement) {
  Validation validation;
  validation.metric = judgement.metric;
  Meter meter = meter_of(judgement, data);
  for (std::uint64_t i = 0; i < result.rows.size(); ++i) {
    const LeftOutRow& row = result.rows[i];
    FoldResult& fold = validation.folds.emplace_back();
    fold.training_rows = result.rows.size() - 1;
    fold.test_rows = 1;
    fold.models = row.by == LeftOutBy::proof ? 0 : 1;
    fold.correct = row.predicted == data.labels[i] ? 1 : 0;
    fold.converged = result.converged;
    meter.add({data.labels[i], row.predicted});
  }
  validation.metrics = meter.metrics();
  summarise_folds(validation, TestSets::overlapping_training);
  if (validation.score) return validation;
  throw Error(
      ErrorKind::usage,
      fmt::format("{}: {} needs scores, and leave-one-out with {} has predictions only",
                  setting("metric"), traits_of(judgement.metric).title, setting("certify")));
}

}  // namespace perceptron::core
