#include "evaluate/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "learn/learners.h"

namespace perceptron {
namespace {

bool seed_matters(const LearnSettings& settings) {
  if (settings.early_stop > 0 || settings.calibrate != CalibrationKind::none) return true;
  // A loss at its least is the same by any order, but for the tolerance.
  const bool least = traits_of(settings).loss && settings.solver != Solver::online;
  return settings.order == VisitOrder::shuffle && !least && settings.learner != Learner::max_margin;
}

bool seed_matters(const Splitting& splitting) {
  const auto* settings = std::get_if<SplitSettings>(&splitting);
  return settings != nullptr && settings->order == "shuffle" && !settings->leave_one_out;
}

// The numbers that sum up the folds of a trial.
void sum_up(Trial& trial, bool fresh) {
  double right = 0;
  double rows = 0;
  double learned = 0;
  double training = 0;
  double largest = 0;
  bool finite = true;
  bool finite_training = true;
  bool finite_weights = true;
  bool single = true;  // each fold is one row
  std::erase_if(trial.folds, [](const FoldOutcome& fold) { return fold.rows == 0; });
  for (const FoldOutcome& fold : trial.folds) {
    finite = finite && fold.finite;
    finite_training = finite_training && fold.finite_training;
    finite_weights = finite_weights && fold.finite_weights;
    trial.converged = trial.converged && fold.converged;
    trial.models += fold.models;
    largest = std::max(largest, fold.largest_weight);
    right += static_cast<double>(fold.correct);
    rows += static_cast<double>(fold.rows);
    learned += static_cast<double>(fold.learned_from);
    training += fold.training_accuracy();
    single = single && fold.rows == 1;
  }
  if (finite_weights) trial.largest_weight = largest;
  if (finite_training) trial.training_accuracy = training / static_cast<double>(trial.folds.size());
  if (!finite || trial.folds.empty()) return;
  trial.accuracies = summarise(trial.fold_accuracies());
  trial.accuracy = trial.accuracies.mean;
  trial.test_share = fresh ? 0 : rows / std::max(learned, 1.0);
  // Rows of one test set are independent; accuracies of folds are not. That folds
  // happen to be equal makes nothing more certain than its rows do.
  const auto times = static_cast<double>(trial.repeats);
  trial.interval = wilson_interval(right / times, rows / times);
  if (single || trial.folds.size() == 1) return;
  const Range folds = resampled_interval(trial.accuracies, trial.test_share);
  trial.interval.lower = std::min(trial.interval.lower, folds.lower);
  trial.interval.upper = std::max(trial.interval.upper, folds.upper);
}

// Collects what came of the repeats of all candidates.
class Collection {
 public:
  Collection(const Dataset& data, std::size_t candidates, bool answers)
      : data_(data), trials_(candidates) {
    if (answers) meters_.assign(candidates, Meter(data.classes.size()));
  }

  // `split` is of rows `first` and following.
  void add(std::size_t candidate, Outcome outcome, const Split& split, std::uint64_t first) {
    Trial& trial = trials_[candidate];
    if (!meters_.empty()) add_answers(candidate, outcome.answers, split, first);
    std::move(outcome.folds.begin(), outcome.folds.end(), std::back_inserter(trial.folds));
  }

  std::vector<Trial> finish(bool fresh, std::span<const std::uint64_t> repeats = {}) {
    for (std::size_t c = 0; c < trials_.size(); ++c) {
      Trial& trial = trials_[c];
      if (!repeats.empty()) trial.repeats = repeats[c];
      sum_up(trial, fresh);
      if (!meters_.empty() && trial.accuracy) trial.metrics = meters_[c].metrics();
    }
    return std::move(trials_);
  }

 private:
  void add_answers(std::size_t candidate, const Answers& answers, const Split& split,
                   std::uint64_t first) {
    const std::uint64_t classes = data_.classes.size();
    const std::uint64_t width = classes == 2 ? 1 : classes;
    for (std::uint64_t i = 0; i < split.rows(); ++i) {
      if (split.part_of_row[i] == Split::kNever) continue;
      const std::uint32_t label = data_.labels[first + i];
      const auto of_row = [&](const std::vector<double>& list, std::uint64_t count) {
        return list.empty() ? std::span<const double>() : std::span(list).subspan(i * count, count);
      };
      meters_[candidate].add({label, answers.predicted[i], of_row(answers.scores, width),
                              of_row(answers.probabilities, classes)});
      if (classes == 2)
        (label == 1 ? trials_[candidate].positives : trials_[candidate].negatives)
            .push_back(answers.scores[i]);
    }
  }

  const Dataset& data_;
  std::vector<Trial> trials_;
  std::vector<Meter> meters_;
};

std::vector<Candidate> with_seeds(std::span<const Candidate> candidates,
                                  const std::vector<std::size_t>& which, std::uint64_t more) {
  std::vector<Candidate> some;
  for (const std::size_t c : which) {
    some.push_back(candidates[c]);
    some.back().learn.seed += more;
  }
  return some;
}

// What stays in the data once it is in pieces.
void run_pieces(const Dataset& data, const ConsecutiveRows& pieces,
                std::span<const Candidate> candidates, const CrossOptions& options,
                Listener& listener, Collection& all) {
  const std::uint64_t each = pieces.training + pieces.tried;
  const std::uint64_t most = each == 0 ? 0 : data.rows() / each;
  if (most < pieces.count) {
    throw Error(ErrorKind::usage,
                fmt::format("{} × {} rows are more than the {} of {}; take fewer --repeats, at "
                            "most {}, or smaller pieces",
                            pieces.count, each, with_commas(data.rows()), data.name, most));
  }
  std::vector<std::size_t> every(candidates.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  const Split split = split_after(pieces.training, each);
  std::vector<std::uint64_t> rows(each);
  for (std::uint64_t piece = 0; piece < pieces.count; ++piece) {
    std::iota(rows.begin(), rows.end(), piece * each);
    auto outcomes = cross_validate(data.select(rows), split, with_seeds(candidates, every, piece),
                                   options, listener);
    for (std::size_t c = 0; c < outcomes.size(); ++c)
      all.add(c, std::move(outcomes[c]), split, piece * each);
    listener.progress("validating", piece + 1, pieces.count);
  }
}

Split split_of(const Dataset& data, const Splitting& splitting, std::uint64_t repeat) {
  if (const auto* test = std::get_if<TestRows>(&splitting))
    return split_after(test->training, data.rows());
  SplitSettings settings = std::get<SplitSettings>(splitting);
  settings.seed += repeat;
  return split_rows(data, settings);
}

}  // namespace

bool is_better(const Trial& one, const Trial& other) {
  constexpr double kRounding = 1e-12;
  return *one.accuracy > *other.accuracy + kRounding;
}

double Trial::standard_error() const {
  if (folds.empty() || !accuracy) return 0;
  if (folds.size() == 1)
    return std::sqrt(*accuracy * (1 - *accuracy) / static_cast<double>(folds[0].rows));
  return accuracies.deviation /
         std::sqrt(static_cast<double>(folds.size()) / static_cast<double>(repeats));
}

std::vector<double> Trial::fold_accuracies() const {
  std::vector<double> each;
  for (const FoldOutcome& fold : folds) each.push_back(fold.accuracy());
  return each;
}

std::vector<Trial> run_trials(const Dataset& data, const Splitting& splitting,
                              std::span<const Candidate> candidates, const TrialOptions& options,
                              Listener& listener) {
  CrossOptions cross;
  cross.threads = std::max<std::uint64_t>(options.threads, 1);
  cross.keep_answers = options.keep_answers;
  cross.measure_training = options.measure_training;
  cross.path = options.path;
  Collection all(data, candidates.size(), options.keep_answers);
  if (const auto* pieces = std::get_if<ConsecutiveRows>(&splitting)) {
    run_pieces(data, *pieces, candidates, cross, listener, all);
    return all.finish(true);
  }
  std::vector<std::uint64_t> repeats(candidates.size());
  for (std::uint64_t repeat = 0; repeat < options.repeats; ++repeat) {
    std::vector<std::size_t> which;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (repeat > 0 && !seed_matters(splitting) && !seed_matters(candidates[c].learn)) continue;
      which.push_back(c);
      ++repeats[c];
    }
    if (which.empty()) break;
    const Split split = split_of(data, splitting, repeat);
    auto outcomes =
        cross_validate(data, split, with_seeds(candidates, which, repeat), cross, listener);
    for (std::size_t k = 0; k < which.size(); ++k)
      all.add(which[k], std::move(outcomes[k]), split, 0);
  }
  return all.finish(false, repeats);
}

std::vector<LearningPoint> learning_curve(const Dataset& data, const SplitSettings& settings,
                                          const Candidate& candidate, std::uint64_t points,
                                          std::uint64_t threads, Listener& listener) {
  const Split split = split_rows(data, settings);
  CrossOptions options;
  options.threads = std::max<std::uint64_t>(threads, 1);
  options.levels = static_cast<std::uint32_t>(points);
  options.level_of_row.resize(data.rows());
  std::vector<std::uint64_t> order(data.rows());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  if (settings.order == "shuffle") {
    Random random(settings.seed, std::numeric_limits<std::uint64_t>::max() - 2);
    shuffle(order, random);
  }
  for (std::uint64_t k = 0; k < order.size(); ++k)
    options.level_of_row[order[k]] = static_cast<std::uint32_t>(k * points / order.size());
  const auto outcomes = cross_validate(data, split, {&candidate, 1}, options, listener);
  std::vector<LearningPoint> curve;
  for (std::uint64_t level = 0; level < points; ++level) {
    LearningPoint& point = curve.emplace_back();
    std::vector<double> accuracies;
    for (std::uint32_t part = 0; part < split.parts; ++part) {
      const FoldOutcome& fold = outcomes[0].folds[level * split.parts + part];
      if (fold.rows == 0 || !fold.finite || fold.learned_from == 0) continue;
      accuracies.push_back(fold.accuracy());
      point.learned_from += static_cast<double>(fold.learned_from);
      point.training_accuracy +=
          static_cast<double>(fold.training_correct) / static_cast<double>(fold.learned_from);
    }
    if (accuracies.empty()) {
      curve.pop_back();
      continue;
    }
    point.learned_from /= static_cast<double>(accuracies.size());
    point.training_accuracy /= static_cast<double>(accuracies.size());
    point.accuracies = summarise(accuracies);
  }
  return curve;
}

NestedTrial run_nested(const Dataset& data, const SplitSettings& outer, const SplitSettings& inner,
                       std::span<const Candidate> candidates, const TrialOptions& options,
                       const Choose& choose, Listener& listener) {
  const Split parts = split_rows(data, outer);
  NestedTrial nested;
  for (std::uint32_t part = 0; part < parts.parts; ++part) {
    const auto trials =
        run_trials(data.select(parts.learned(part)), inner, candidates, options, listener);
    for (const Trial& trial : trials) nested.models += trial.models;
    nested.chosen.push_back(choose(trials));
    Split one = parts;
    one.parts = 1;
    for (std::uint32_t& each : one.part_of_row) each = each == part ? 0 : Split::kNever;
    CrossOptions cross;
    cross.threads = std::max<std::uint64_t>(options.threads, 1);
    auto outcome =
        cross_validate(data, one, candidates.subspan(nested.chosen.back(), 1), cross, listener);
    nested.trial.folds.push_back(std::move(outcome[0].folds[0]));
  }
  sum_up(nested.trial, false);
  return nested;
}

std::optional<std::size_t> best_trial(std::span<const Trial> trials) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (trials[i].accuracy && (!best || is_better(trials[i], trials[*best]))) best = i;
  }
  return best;
}

std::size_t simplest_trial(std::span<const Trial> trials, std::size_t best,
                           std::span<const std::vector<double>> simplicity) {
  constexpr double kRounding = 1e-12;
  const double least = *trials[best].accuracy - trials[best].standard_error() - kRounding;
  std::size_t simplest = best;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (trials[i].accuracy && *trials[i].accuracy >= least && simplicity[i] < simplicity[simplest])
      simplest = i;
  }
  return simplest;
}

}  // namespace perceptron
