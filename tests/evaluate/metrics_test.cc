// How answers are judged. Figures are those of scikit-learn 1.2.1, or counted by
// hand; random answers are counted the slow way.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/random.h"
#include "evaluate/costs.h"
#include "evaluate/metrics.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

struct Row {
  std::uint32_t truth;
  std::uint32_t predicted;
  std::vector<double> scores;
  std::vector<double> probabilities;
};

Metrics measure(std::uint64_t classes, const std::vector<Row>& rows) {
  Meter meter(classes);
  for (const Row& row : rows) meter.add({row.truth, row.predicted, row.scores, row.probabilities});
  return meter.metrics();
}

std::uint32_t highest(const std::vector<double>& values) {
  return static_cast<std::uint32_t>(std::max_element(values.begin(), values.end()) -
                                    values.begin());
}

// Rows that Python makes by the same formulas.
std::vector<Row> seven_classes() {
  std::vector<Row> rows;
  for (std::uint32_t i = 0; i < 24; ++i) {
    Row row{(5 * i + i * i / 3) % 7, 0, {}, {}};
    double sum = 0;
    for (std::uint32_t k = 0; k < 7; ++k) {
      row.scores.push_back((i * 7 + k * 11 + i * k * 3) % 13 / 4.0 +
                           (k == row.truth && i % 3 > 0 ? 2 : 0));
      sum += row.probabilities.emplace_back(std::exp(row.scores[k] / 2));
    }
    for (double& p : row.probabilities) p /= sum;
    row.predicted = highest(row.scores);
    rows.push_back(row);
  }
  return rows;
}

std::vector<Row> two_classes() {
  std::vector<Row> rows;
  for (std::uint32_t i = 0; i < 24; ++i) {
    const double p = (i * 5 + 2) % 17 / 16.0;
    rows.push_back({i * i % 3 % 2, p > 0.5 ? 1U : 0U, {p}, {p}});
  }
  return rows;
}

// precision_recall_fscore_support, top_k_accuracy_score (of scores with ties broken
// by class) and log_loss.
TEST(Metrics, OfSevenClassesAreThoseOfScikitLearn) {
  const Metrics metrics = measure(7, seven_classes());
  EXPECT_EQ(metrics.rows, 24U);
  EXPECT_NEAR(metrics.accuracy, 0.5833333333333334, 1e-15);
  EXPECT_NEAR(metrics.macro.precision, 0.4404761904761905, 1e-15);
  EXPECT_NEAR(metrics.macro.recall, 0.4523809523809524, 1e-15);
  EXPECT_NEAR(metrics.macro.f1, 0.4251082251082251, 1e-15);
  EXPECT_NEAR(metrics.weighted.precision, 0.6527777777777778, 1e-15);
  EXPECT_NEAR(metrics.weighted.recall, 0.5833333333333334, 1e-15);
  EXPECT_NEAR(metrics.weighted.f1, 0.594949494949495, 1e-15);
  ASSERT_EQ(metrics.top.size(), 3U);
  EXPECT_EQ(metrics.top[0].k, 2U);
  EXPECT_NEAR(metrics.top[0].accuracy, 0.6666666666666666, 1e-15);
  EXPECT_EQ(metrics.top[1].k, 3U);
  EXPECT_NEAR(metrics.top[1].accuracy, 0.7916666666666666, 1e-15);
  EXPECT_EQ(metrics.top[2].k, 5U);
  EXPECT_NEAR(metrics.top[2].accuracy, 0.875, 1e-15);
  ASSERT_TRUE(metrics.log_loss);
  EXPECT_NEAR(*metrics.log_loss, 1.5237569857209634, 1e-13);
  // balanced_accuracy_score, matthews_corrcoef; roc_auc_score and average_precision_score of each
  // of the six classes that have rows against the rest, their means.
  EXPECT_NEAR(metrics.balanced_accuracy, 0.5277777777777778, 1e-15);
  EXPECT_NEAR(metrics.mcc, 0.5096471914376256, 1e-15);
  EXPECT_NEAR(*metrics.auc, 0.6750440917107583, 1e-15);
  EXPECT_NEAR(*metrics.average_precision, 0.567546106761793, 1e-15);
}

// log_loss with eps=1e-15 (two rows are certain and wrong), brier_score_loss and
// roc_auc_score; one probability a row says the same as two.
TEST(Metrics, OfTwoClassesAreThoseOfScikitLearn) {
  std::vector<Row> rows = two_classes();
  for (int k = 0; k < 2; ++k) {
    const Metrics metrics = measure(2, rows);
    EXPECT_NEAR(*metrics.log_loss, 2.3061795047088296, 1e-12);
    EXPECT_NEAR(*metrics.brier, 0.34814453125, 1e-15);
    EXPECT_EQ(*metrics.auc, 0.50390625);
    EXPECT_EQ(metrics.balanced_accuracy, 0.46875);
    EXPECT_NEAR(metrics.mcc, -0.05913123959890826, 1e-15);
    EXPECT_NEAR(*metrics.average_precision, 0.7021572564432472, 1e-15);
    EXPECT_TRUE(metrics.top.empty());
    for (Row& row : rows) {
      row.probabilities = {1 - row.probabilities[0], row.probabilities[0]};
      row.scores = {-row.scores[0], row.scores[0]};
    }
  }
}

// The same functions of scikit-learn, of the class with the most rows as the answer to all, of the
// frequencies of the classes as probabilities, and of equal scores.
TEST(Metrics, BaselinesAreThoseOfScikitLearn) {
  const Baseline seven = measure(7, seven_classes()).baseline;
  EXPECT_EQ(seven.predicted, 2U);
  EXPECT_EQ(seven.accuracy, 0.25);
  EXPECT_NEAR(seven.balanced_accuracy, 0.16666666666666666, 1e-15);
  EXPECT_NEAR(seven.macro_f1, 0.06666666666666667, 1e-15);
  EXPECT_NEAR(seven.weighted_f1, 0.10000000000000002, 1e-15);
  EXPECT_NEAR(seven.log_loss, 1.6940234644666425, 1e-14);
  EXPECT_NEAR(seven.brier, 0.8020833333333334, 1e-15);
  EXPECT_NEAR(seven.average_precision, 0.16666666666666666, 1e-15);
  EXPECT_FALSE(seven.f1 || seven.cost);
  const Baseline two = measure(2, two_classes()).baseline;
  EXPECT_EQ(two.predicted, 1U);
  EXPECT_NEAR(two.accuracy, 0.6666666666666666, 1e-15);
  EXPECT_EQ(two.balanced_accuracy, 0.5);
  EXPECT_NEAR(two.macro_f1, 0.4, 1e-15);
  EXPECT_NEAR(two.weighted_f1, 0.5333333333333333, 1e-15);
  EXPECT_NEAR(*two.f1, 0.8, 1e-15);
  EXPECT_NEAR(two.log_loss, 0.6365141682948128, 1e-15);
  EXPECT_NEAR(two.brier, 0.22222222222222224, 1e-15);
  EXPECT_NEAR(two.average_precision, 0.6666666666666666, 1e-15);
}

TEST(Metrics, CostsAreAMeanOverTheRows) {
  const std::vector<std::string> classes = {"a", "b", "c"};
  Meter meter(3, CostMatrix({{"a", "b", 5}, {"c", "a", 0.5}, {"b", "b", 0.25}}, classes));
  for (const auto& [truth, predicted] :
       std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}, {2, 0}, {1, 1}, {1, 2}, {0, 0}})
    meter.add({truth, predicted});
  const Metrics metrics = meter.metrics();
  EXPECT_EQ(*metrics.cost, (5 + 0.5 + 0.25 + 1 + 0) / 5);
  // Always a: one wrong row of c at 0.5, two of b at 1 each. Always b and always c cost more.
  EXPECT_EQ(*metrics.baseline.cost, (0.5 + 2) / 5);
}

TEST(Metrics, CostsOfUnknownClassesAreRefused) {
  const std::vector<std::string> classes = {"1", "2"};
  EXPECT_THROW(CostMatrix({{"3", "1", 1}}, classes), Error);
  EXPECT_THROW(CostMatrix({{"1", "2", -1}}, classes), Error);
  EXPECT_THROW(CostMatrix({{"1", "2", 1}, {"1.0", "2", 2}}, classes), Error);
  EXPECT_EQ(CostMatrix({{"1.0", "2", 3}}, classes)(0, 1), 3);  // one number is one class
}

TEST(Metrics, CostsAreReadAsTheyAreWritten) {
  Costs costs;
  parse_setting("costs", "spam:ham=5,ham:spam=0.1", costs);
  EXPECT_EQ(costs, (Costs{{"spam", "ham", 5}, {"ham", "spam", 0.1}}));
  const Costs odd = {{"a:b", "c=d,e", 2}, {"\\", "f", 1e-7}};
  parse_setting("costs", value_text(odd), costs);
  EXPECT_EQ(costs, odd);
  for (const char* text : {"", "a", "a:b", "a:b=", "a:b=x", "a:b=-1", "a:b=inf", "a=1", "a:b=1;c"})
    EXPECT_THROW(parse_setting("costs", text, costs), Error) << text;
}

// Class 1 neither is nor was called: scikit-learn leaves it out of the macro mean.
TEST(Metrics, ClassesThatDoNotOccurDoNotCount) {
  const Metrics metrics =
      measure(5, {{0, 0, {}, {}}, {0, 3, {}, {}}, {2, 2, {}, {}}, {2, 0, {}, {}}, {4, 4, {}, {}}});
  EXPECT_NEAR(metrics.macro.precision, 0.625, 1e-15);
  EXPECT_NEAR(metrics.macro.recall, 0.5, 1e-15);
  EXPECT_NEAR(metrics.macro.f1, 0.5416666666666666, 1e-15);
  EXPECT_NEAR(metrics.weighted.precision, 0.8, 1e-15);
  EXPECT_NEAR(metrics.weighted.recall, 0.6, 1e-15);
  EXPECT_NEAR(metrics.weighted.f1, 0.6666666666666666, 1e-15);
  EXPECT_NEAR(metrics.balanced_accuracy, 2.0 / 3, 1e-15);
  EXPECT_FALSE(metrics.log_loss || metrics.brier || metrics.calibration_error || metrics.auc);
  EXPECT_TRUE(metrics.top.empty() && metrics.reliability.empty());
}

// By hand: 1/15 belongs to the first bin, 0.7 and 0.71 to the eleventh.
TEST(Metrics, CalibrationErrorIsTheDistanceOfBins) {
  const Metrics metrics = measure(2, {{0, 0, {}, {0.3}},       // sure of 0 by 0.7, right
                                      {1, 0, {}, {0.29}},      // by 0.71, wrong
                                      {1, 1, {}, {1.0}},       // certain, right
                                      {0, 1, {}, {1.0 / 15}},  // a choice against the odds
                                      {1, 0, {}, {1.0}}});     // and an impossible one
  ASSERT_EQ(metrics.reliability.size(), 15U);
  const auto& bins = metrics.reliability;
  EXPECT_EQ(bins[10].rows, 2U);
  EXPECT_NEAR(bins[10].confidence, 0.705, 1e-15);
  EXPECT_EQ(bins[10].accuracy, 0.5);
  EXPECT_EQ(bins[14].rows, 1U);
  EXPECT_EQ(bins[14].confidence, 1);
  EXPECT_EQ(bins[14].accuracy, 1);
  EXPECT_EQ(bins[0].rows, 2U);
  EXPECT_NEAR(bins[0].confidence, 1.0 / 30, 1e-15);
  EXPECT_EQ(bins[5].rows, 0U);
  EXPECT_NEAR(*metrics.calibration_error, (2 * 0.205 + 0 + 1.0 / 15) / 5, 1e-15);
}

TEST(Metrics, OfEqualScoresTheEarlierClassStandsFirst) {
  const std::vector<double> level(4, 0.5);
  for (std::uint32_t truth = 0; truth < 4; ++truth) {
    const Metrics metrics = measure(4, {{truth, 0, level, {}}});
    ASSERT_EQ(metrics.top.size(), 2U);
    EXPECT_EQ(metrics.top[0].accuracy, truth < 2 ? 1 : 0);
    EXPECT_EQ(metrics.top[1].accuracy, truth < 3 ? 1 : 0);
  }
}

TEST(Metrics, WhatIsNoNumberIsTheLowestScoreAndNoProbability) {
  const double nan = std::nan("");
  const Metrics metrics =
      measure(4, {{3, 0, {0, 1, 2, nan}, {nan, 0.5, 0.5, nan}}, {1, 1, {nan, 0, nan, nan}, {}}});
  EXPECT_EQ(metrics.top[0].accuracy, 0.5);
  EXPECT_NEAR(*metrics.log_loss, -std::log(1e-15), 1e-12);
  EXPECT_EQ(*metrics.brier, 1.5);
  EXPECT_EQ(*measure(2, {{0, 0, {nan}, {}}, {1, 1, {1}, {}}}).auc, 1);
}

TEST(Metrics, RefusesAnswersThatDoNotFit) {
  Meter meter(3);
  const std::vector<double> four(4);
  const std::vector<double> one(1);
  EXPECT_THROW(meter.add({3, 0}), Error);
  EXPECT_THROW(meter.add({0, 3}), Error);
  EXPECT_THROW(meter.add({0, 0, four}), Error);
  EXPECT_THROW(meter.add({0, 0, {}, one}), Error);
  EXPECT_EQ(meter.metrics().rows, 0U);
  EXPECT_EQ(Meter(0).metrics().rows, 0U);
}

// ---- All of it once more, the slow way ----

// A few rows of `used` of the classes, the others of which are never predicted.
std::vector<Row> random_rows(std::uint64_t classes, Random& random) {
  const std::uint64_t used = std::min<std::uint64_t>(classes, 8);
  std::vector<Row> rows;
  for (std::uint64_t left = 1 + random.below(40); left > 0; --left) {
    Row row{static_cast<std::uint32_t>(random.below(used)), 0, {}, {}};
    double sum = 0;
    for (std::uint64_t k = 0; k < classes; ++k) {
      row.scores.push_back(k < used ? static_cast<double>(random.below(5)) : -1);
      sum += row.probabilities.emplace_back(random.uniform());
    }
    for (double& p : row.probabilities) p /= sum;
    row.predicted = highest(row.scores);
    rows.push_back(row);
  }
  return rows;
}

void check_probabilities(std::uint64_t classes, const std::vector<Row>& rows,
                         const Metrics& metrics) {
  const auto n = static_cast<double>(rows.size());
  double log_loss = 0;
  double brier = 0;
  for (const Row& row : rows) {
    log_loss -= std::log(row.probabilities[row.truth]) / n;
    for (std::uint32_t k = 0; k < classes; ++k) {
      brier +=
          std::pow(row.probabilities[k] - (k == row.truth ? 1 : 0), 2) / n / (classes == 2 ? 2 : 1);
    }
  }
  RC_ASSERT(std::abs(*metrics.log_loss - log_loss) <= 1e-10);
  RC_ASSERT(std::abs(*metrics.brier - brier) <= 1e-10);

  double error = 0;
  for (int bin = 1; bin <= 15; ++bin) {
    double gap = 0;
    for (const Row& row : rows) {
      const double p = row.probabilities[row.predicted];
      if (p > (bin - 1) / 15.0 && p <= bin / 15.0) gap += p - (row.truth == row.predicted ? 1 : 0);
    }
    error += std::abs(gap) / n;
  }
  RC_ASSERT(std::abs(*metrics.calibration_error - error) <= 1e-10);
}

void check_top(std::uint64_t classes, const std::vector<Row>& rows, const Metrics& metrics) {
  std::map<std::uint32_t, double> top = {{2, 0}, {3, 0}, {5, 0}};
  for (const Row& row : rows) {
    std::vector<std::uint32_t> order(classes);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto i, auto j) { return row.scores[i] > row.scores[j]; });
    for (auto& [k, share] : top) {
      if (k < classes && std::count(order.begin(), order.begin() + k, row.truth) > 0)
        share += 1 / static_cast<double>(rows.size());
    }
  }
  for (const auto& [k, accuracy] : metrics.top) RC_ASSERT(std::abs(accuracy - top[k]) <= 1e-12);
}

void check_confusion(std::uint64_t classes, const std::vector<Row>& rows, const Metrics& metrics) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> counts;
  for (const Row& row : rows) ++counts[{row.truth, row.predicted}];
  std::vector<PairCount> pairs;
  for (const auto& [pair, count] : counts) pairs.push_back({pair.first, pair.second, count});
  if (classes > Meter::kMostDense) {
    RC_ASSERT(metrics.confusion.empty());
    RC_ASSERT(metrics.pairs == pairs);
  } else {
    RC_ASSERT(metrics.pairs.empty());
    for (std::uint32_t i = 0; i < classes; ++i) {
      for (std::uint32_t j = 0; j < classes; ++j) {
        const auto at = counts.find({i, j});
        RC_ASSERT(metrics.confusion[i][j] == (at == counts.end() ? 0 : at->second));
      }
    }
  }
  std::erase_if(pairs, [](const PairCount& each) { return each.truth == each.predicted; });
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const PairCount& a, const PairCount& b) { return a.count > b.count; });
  if (pairs.size() > 10) pairs.resize(10);
  RC_ASSERT(metrics.confused == pairs);
}

void check_f1(std::uint64_t classes, const std::vector<Row>& rows, const Metrics& metrics) {
  double present = 0;
  double macro = 0;
  double weighted = 0;
  for (std::uint32_t c = 0; c < classes; ++c) {
    double right = 0;
    double called = 0;
    double support = 0;
    for (const Row& row : rows) {
      right += row.truth == c && row.predicted == c ? 1 : 0;
      called += row.predicted == c ? 1 : 0;
      support += row.truth == c ? 1 : 0;
    }
    const double f1 = called + support > 0 ? 2 * right / (called + support) : 0;
    RC_ASSERT(std::abs(metrics.per_class[c].f1 - f1) <= 1e-12);
    present += called + support > 0 ? 1 : 0;
    macro += f1;
    weighted += f1 * support / static_cast<double>(rows.size());
  }
  RC_ASSERT(std::abs(metrics.macro.f1 - macro / present) <= 1e-12);
  RC_ASSERT(std::abs(metrics.weighted.f1 - weighted) <= 1e-12);
}

// The correlation of "is class c" and "was predicted to be c", over rows and classes.
void check_mcc(std::uint64_t classes, const std::vector<Row>& rows, const Metrics& metrics) {
  const auto n = static_cast<double>(rows.size());
  double both = 0;
  double truths = 0;
  double predictions = 0;
  for (std::uint32_t c = 0; c < classes; ++c) {
    double truth = 0;
    double predicted = 0;
    for (const Row& row : rows) {
      truth += row.truth == c ? 1 / n : 0;
      predicted += row.predicted == c ? 1 / n : 0;
    }
    for (const Row& row : rows) {
      const double x = (row.truth == c ? 1 : 0) - truth;
      const double y = (row.predicted == c ? 1 : 0) - predicted;
      both += x * y;
      truths += x * x;
      predictions += y * y;
    }
  }
  const double mcc =
      truths > 1e-9 && predictions > 1e-9 ? both / std::sqrt(truths * predictions) : 0;
  RC_ASSERT(std::abs(metrics.mcc - mcc) <= 1e-12);
}

// The share of pairs of rows of which the one of the class scores higher, for each class.
void check_auc(std::uint64_t classes, const std::vector<Row>& rows, const Metrics& metrics) {
  double sum = 0;
  double present = 0;
  for (std::uint32_t c = classes == 2 ? 1 : 0; c < classes; ++c) {
    const auto score = [&](const Row& row) {
      return classes == 2 ? row.scores[1] - row.scores[0] : row.scores[c];
    };
    double higher = 0;
    double pairs = 0;
    for (const Row& own : rows) {
      for (const Row& other : rows) {
        if (own.truth != c || other.truth == c) continue;
        pairs += 1;
        higher += score(own) > score(other) ? 1 : score(own) == score(other) ? 0.5 : 0;
      }
    }
    if (pairs == 0) continue;
    sum += higher / pairs;
    present += 1;
  }
  RC_ASSERT(metrics.auc.has_value() == (present > 0));
  if (metrics.auc) RC_ASSERT(std::abs(*metrics.auc - sum / present) <= 1e-12);
}

RC_GTEST_PROP(Metrics, AreWhatCountingSays, (std::uint64_t seed)) {
  Random random(seed);
  // More than a thousand classes are kept another way.
  const std::uint64_t classes =
      random.below(20) == 0 ? Meter::kMostDense + 1 + random.below(5) : 2 + random.below(7);
  const std::vector<Row> rows = random_rows(classes, random);
  const Metrics metrics = measure(classes, rows);
  check_probabilities(classes, rows, metrics);
  check_top(classes, rows, metrics);
  check_confusion(classes, rows, metrics);
  check_f1(classes, rows, metrics);
  check_mcc(classes, rows, metrics);
  check_auc(classes, rows, metrics);
}

}  // namespace
}  // namespace perceptron::core::test
