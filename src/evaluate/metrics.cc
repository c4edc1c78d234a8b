#include "evaluate/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/elementary.h"
#include "base/error.h"
#include "evaluate/baseline.h"
#include "evaluate/statistics.h"

namespace perceptron::core {
namespace {

double ordered(double score) {
  return std::isnan(score) ? -std::numeric_limits<double>::infinity() : score;
}

double bounded(double probability) {
  return probability > 0 ? std::min(probability, 1.0) : 0;  // NaN counts as 0
}

// How many classes rank before this one.
std::uint64_t rank_of(std::uint32_t truth, std::span<const double> scores) {
  const double own = ordered(scores[truth]);
  std::uint64_t before = 0;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    const double other = ordered(scores[c]);
    before += other > own || (other == own && c < truth) ? 1 : 0;
  }
  return before;
}

std::vector<PairCount> most_confused(const std::vector<PairCount>& counts) {
  constexpr std::size_t kMost = 10;
  std::vector<PairCount> wrong;
  for (const PairCount& each : counts) {
    if (each.truth != each.predicted) wrong.push_back(each);
  }
  const auto end = wrong.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, wrong.size()));
  std::partial_sort(wrong.begin(), end, wrong.end(), [](const PairCount& a, const PairCount& b) {
    if (a.count != b.count) return a.count > b.count;
    return a.truth != b.truth ? a.truth < b.truth : a.predicted < b.predicted;
  });
  wrong.erase(end, wrong.end());
  return wrong;
}

}  // namespace

Meter::Meter(std::uint64_t classes, std::optional<CostMatrix> costs)
    : classes_(classes),
      dense_(classes <= kMostDense ? classes * classes : 0),
      costs_(std::move(costs)),
      ranking_(classes) {}

void Meter::require_fitting(const Answer& answer) const {
  const auto fits = [&](std::size_t count) {
    return count == 0 || count == classes_ || (classes_ == 2 && count == 1);
  };
  if (answer.truth >= classes_ || answer.predicted >= classes_)
    throw Error(ErrorKind::input,
                fmt::format("a prediction names a class beyond the {}", classes_));
  if (!fits(answer.scores.size()) || !fits(answer.probabilities.size()))
    throw Error(ErrorKind::input,
                fmt::format("a prediction needs {} scores and probabilities, or none, "
                            "and has {} and {}",
                            classes_, answer.scores.size(), answer.probabilities.size()));
}

void Meter::add(const Answer& answer) {
  require_fitting(answer);
  const std::uint64_t cell = answer.truth * classes_ + answer.predicted;
  ++(dense_.empty() ? sparse_[cell] : dense_[cell]);
  if (!answer.scores.empty()) add_scores(answer);
  if (!answer.probabilities.empty()) add_probabilities(answer);
}

void Meter::add_scores(const Answer& answer) {
  ranking_.add(answer.truth, answer.scores);
  if (classes_ == 2) return;
  ++ranked_;
  const std::uint64_t rank = rank_of(answer.truth, answer.scores);
  for (std::size_t t = 0; t < kTop.size(); ++t) within_[t] += rank < kTop[t] ? 1U : 0U;
}

void Meter::add_probabilities(const Answer& answer) {
  constexpr double kClip = 1e-15;
  const auto probability = [&](std::uint32_t c) {
    if (answer.probabilities.size() == classes_) return bounded(answer.probabilities[c]);
    const double second = bounded(answer.probabilities[0]);
    return c == 1 ? second : 1 - second;
  };
  log_loss_ -= portable_log(std::clamp(probability(answer.truth), kClip, 1 - kClip));
  double squares = 0;
  for (std::uint32_t c = classes_ == 2 ? 1 : 0; c < classes_; ++c) {
    const double error = probability(c) - (c == answer.truth ? 1 : 0);
    squares += error * error;
  }
  brier_ += squares;
  // A bin includes its upper end, the first its lower end too.
  const double confidence = probability(answer.predicted);
  const double place = std::ceil(confidence * static_cast<double>(kBins)) - 1;
  Bin& bin =
      bins_[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(kBins - 1)))];
  ++bin.rows;
  bin.right += answer.truth == answer.predicted ? 1 : 0;
  bin.confidence += confidence;
}

std::vector<PairCount> Meter::counts() const {
  std::vector<PairCount> counts;
  const auto add = [&](std::uint64_t cell, std::uint64_t count) {
    counts.push_back({static_cast<std::uint32_t>(cell / classes_),
                      static_cast<std::uint32_t>(cell % classes_), count});
  };
  for (std::uint64_t cell = 0; cell < dense_.size(); ++cell) {
    if (dense_[cell] > 0) add(cell, dense_[cell]);
  }
  for (const auto& [cell, count] : sparse_) add(cell, count);
  std::sort(counts.begin(), counts.end(), [](const PairCount& a, const PairCount& b) {
    return a.truth != b.truth ? a.truth < b.truth : a.predicted < b.predicted;
  });
  return counts;
}

void Meter::judge_classes(const std::vector<PairCount>& counts, Metrics& metrics) const {
  std::vector<std::uint64_t> called(classes_);
  std::vector<std::uint64_t> right(classes_);
  std::uint64_t correct = 0;
  metrics.per_class.resize(classes_);
  for (const PairCount& each : counts) {
    metrics.rows += each.count;
    metrics.per_class[each.truth].support += each.count;
    called[each.predicted] += each.count;
    if (each.truth != each.predicted) continue;
    right[each.truth] = each.count;
    correct += each.count;
  }
  metrics.accuracy = ratio(correct, metrics.rows);
  for (std::size_t c = 0; c < classes_; ++c) {
    ClassMetrics& each = metrics.per_class[c];
    each.precision = ratio(right[c], called[c]);
    each.recall = ratio(right[c], each.support);
    each.f1 = ratio(2 * right[c], called[c] + each.support);
  }
  if (metrics.rows == 0) return;
  judge_means(called, correct, metrics);
  std::vector<std::uint64_t> rows;
  for (const ClassMetrics& each : metrics.per_class) rows.push_back(each.support);
  metrics.baseline = baseline_of(rows, costs_ ? &*costs_ : nullptr);
  if (!costs_) return;
  double cost = 0;
  for (const PairCount& each : counts)
    cost += (*costs_)(each.truth, each.predicted) * static_cast<double>(each.count);
  metrics.cost = cost / static_cast<double>(metrics.rows);
}

// Over the classes, by the rows that were predicted to be of each.
void Meter::judge_means(const std::vector<std::uint64_t>& called, std::uint64_t right,
                        Metrics& metrics) const {
  std::uint64_t present = 0;
  std::uint64_t with_rows = 0;
  double recall = 0;
  // Sums of products of counts, exact up to 2^53.
  double chance = 0;
  double truths = 0;
  double predictions = 0;
  const auto add = [](ClassMeans& means, const ClassMetrics& each, double by) {
    means.precision += by * each.precision;
    means.recall += by * each.recall;
    means.f1 += by * each.f1;
  };
  for (std::size_t c = 0; c < classes_; ++c) {
    const ClassMetrics& each = metrics.per_class[c];
    present += called[c] + each.support > 0 ? 1U : 0U;
    with_rows += each.support > 0 ? 1U : 0U;
    recall += each.recall;
    add(metrics.macro, each, 1);
    add(metrics.weighted, each, ratio(each.support, metrics.rows));
    const auto truth = static_cast<double>(each.support);
    const auto prediction = static_cast<double>(called[c]);
    chance += truth * prediction;
    truths += truth * truth;
    predictions += prediction * prediction;
  }
  const auto shares = static_cast<double>(present);
  metrics.macro = {metrics.macro.precision / shares, metrics.macro.recall / shares,
                   metrics.macro.f1 / shares};
  metrics.balanced_accuracy = recall / static_cast<double>(with_rows);
  // With one class only, in the truth or in the predictions, there is nothing to correlate.
  const auto all = static_cast<double>(metrics.rows);
  const double spread = std::sqrt(all * all - truths) * std::sqrt(all * all - predictions);
  if (spread > 0) metrics.mcc = (all * static_cast<double>(right) - chance) / spread;
}

void Meter::judge_probabilities(Metrics& metrics) const {
  std::uint64_t rows = 0;
  for (const Bin& bin : bins_) rows += bin.rows;
  if (rows == 0) return;
  double error = 0;
  for (const Bin& bin : bins_) {
    const double mean = bin.rows == 0 ? 0 : bin.confidence / static_cast<double>(bin.rows);
    metrics.reliability.push_back({bin.rows, mean, ratio(bin.right, bin.rows)});
    error += std::abs(static_cast<double>(bin.right) - bin.confidence);
  }
  const auto all = static_cast<double>(rows);
  metrics.log_loss = log_loss_ / all;
  metrics.brier = brier_ / all;
  metrics.calibration_error = error / all;
}

Metrics Meter::metrics() const {
  Metrics metrics;
  std::vector<PairCount> pairs = counts();
  judge_classes(pairs, metrics);
  metrics.confused = most_confused(pairs);
  if (classes_ > kMostDense) {
    metrics.pairs = std::move(pairs);
  } else {
    for (std::size_t c = 0; c < classes_; ++c) {
      const auto line = dense_.begin() + static_cast<std::ptrdiff_t>(c * classes_);
      metrics.confusion.emplace_back(line, line + static_cast<std::ptrdiff_t>(classes_));
    }
  }
  for (std::size_t t = 0; t < kTop.size(); ++t) {
    if (ranked_ > 0 && kTop[t] < classes_)
      metrics.top.push_back({kTop[t], ratio(within_[t], ranked_)});
  }
  const RankingAreas areas = ranking_.areas();
  metrics.auc = areas.auc;
  metrics.average_precision = areas.average_precision;
  judge_probabilities(metrics);
  return metrics;
}

}  // namespace perceptron::core
