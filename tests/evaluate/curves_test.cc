// Curves over all thresholds. Figures are those of scikit-learn 1.2.1; random scores
// are counted the slow way.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/elementary.h"
#include "base/random.h"
#include "evaluate/curves.h"
#include "evaluate/metrics.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

struct Scores {
  std::vector<double> negatives;
  std::vector<double> positives;
};

// With ties within and between the classes.
const Scores kTwelve = {{0.1, 0.8, 0.35, 0.2, 0.6, 0.35}, {0.4, 0.35, 0.8, 0.9, 0.6, 0.95}};

Scores draw(Random& random) {
  Scores scores;
  const std::uint64_t levels = 1 + random.below(random.below(2) == 0 ? 6 : 1000);
  const auto fill = [&](std::vector<double>& values, std::uint64_t better) {
    for (std::uint64_t left = 1 + random.below(60); left > 0; --left)
      values.push_back(static_cast<double>(random.below(levels) + better) / 8);
  };
  fill(scores.negatives, 0);
  fill(scores.positives, random.below(1 + levels / 2));
  return scores;
}

std::uint64_t at_least(const std::vector<double>& scores, double threshold) {
  return static_cast<std::uint64_t>(
      std::count_if(scores.begin(), scores.end(), [&](double s) { return s >= threshold; }));
}

double share(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

// By trapezoids.
double area_under(const std::vector<RocPoint>& curve) {
  double doubled = 0;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    doubled += (curve[i].false_positive - curve[i - 1].false_positive) *
               (curve[i].true_positive + curve[i - 1].true_positive);
  }
  return doubled / 2;
}

// Precisions, each weighted by the recall it adds.
double stepwise_precision(const std::vector<PrecisionRecallPoint>& curve) {
  double sum = 0;
  for (std::size_t i = 1; i < curve.size(); ++i)
    sum += (curve[i - 1].recall - curve[i].recall) * curve[i - 1].precision;
  return sum;
}

double apart(const GainPoint& a, const GainPoint& b) {
  return std::abs(a.share - b.share) + std::abs(a.recall - b.recall);
}

double apart(const RocPoint& a, const RocPoint& b) {
  return std::abs(a.false_positive - b.false_positive) +
         std::abs(a.true_positive - b.true_positive);
}

double apart(const PrecisionRecallPoint& a, const PrecisionRecallPoint& b) {
  return std::abs(a.precision - b.precision) + std::abs(a.recall - b.recall);
}

// Holds `thin` to what it says of any curve.
template <typename Point>
void require_faithful(const std::vector<Point>& curve, const std::vector<Point>& few,
                      std::size_t at_most) {
  RC_ASSERT(few.size() <= at_most);
  RC_ASSERT(few.front() == curve.front());
  RC_ASSERT(few.back() == curve.back());
  double whole = 0;
  for (std::size_t i = 1; i < curve.size(); ++i) whole += apart(curve[i - 1], curve[i]);
  auto from = curve.begin();
  for (const Point& point : few) {
    from = std::find(from, curve.end(), point);
    RC_ASSERT(from != curve.end());
  }
  // Points on a line between others went before, so they are not asked about.
  for (const Point& point : thin(curve, curve.size())) {
    const double nearest = std::transform_reduce(
        few.begin(), few.end(), kInfinity, [](double a, double b) { return std::min(a, b); },
        [&](const Point& other) { return apart(point, other); });
    RC_ASSERT(nearest <= whole / static_cast<double>(at_most - 1) + 1e-12);
  }
}

// roc_curve(y, score, drop_intermediate=False); its first threshold is the highest
// score plus 1 there.
TEST(Curves, RocIsThatOfScikitLearn) {
  const std::vector<RocPoint> expected = {{kInfinity, 0, 0},
                                          {0.95, 0, 0.16666666666666666},
                                          {0.9, 0, 0.3333333333333333},
                                          {0.8, 0.16666666666666666, 0.5},
                                          {0.6, 0.3333333333333333, 0.6666666666666666},
                                          {0.4, 0.3333333333333333, 0.8333333333333334},
                                          {0.35, 0.6666666666666666, 1},
                                          {0.2, 0.8333333333333334, 1},
                                          {0.1, 1, 1}};
  const std::vector<RocPoint> curve = roc_curve(kTwelve.negatives, kTwelve.positives);
  EXPECT_EQ(curve, expected);
  EXPECT_NEAR(area_under(curve), 0.8055555555555556, 1e-15);
}

// roc_curve(y, score) keeps (0, 1/6) as well, though it lies on a line: the first
// point is added after dropping.
TEST(Curves, ThinRocDropsWhatScikitLearnDrops) {
  const std::vector<RocPoint> expected = {{kInfinity, 0, 0},
                                          {0.9, 0, 0.3333333333333333},
                                          {0.6, 0.3333333333333333, 0.6666666666666666},
                                          {0.4, 0.3333333333333333, 0.8333333333333334},
                                          {0.35, 0.6666666666666666, 1},
                                          {0.1, 1, 1}};
  EXPECT_EQ(thin(roc_curve(kTwelve.negatives, kTwelve.positives)), expected);
}

// precision_recall_curve(y, score) and average_precision_score(y, score)
TEST(Curves, PrecisionAndRecallAreThoseOfScikitLearn) {
  const std::vector<PrecisionRecallPoint> expected = {{0.1, 0.5, 1},
                                                      {0.2, 0.5454545454545454, 1},
                                                      {0.35, 0.6, 1},
                                                      {0.4, 0.7142857142857143, 0.8333333333333334},
                                                      {0.6, 0.6666666666666666, 0.6666666666666666},
                                                      {0.8, 0.75, 0.5},
                                                      {0.9, 1, 0.3333333333333333},
                                                      {0.95, 1, 0.16666666666666666},
                                                      {kInfinity, 1, 0}};
  const auto curve = precision_recall_curve(kTwelve.negatives, kTwelve.positives);
  EXPECT_EQ(curve, expected);
  EXPECT_NEAR(stepwise_precision(curve), 0.7884920634920635, 1e-15);
  const auto few = thin(curve);
  EXPECT_EQ(few.size(), 7U);  // without 0.2 and 0.95
  EXPECT_NEAR(stepwise_precision(few), 0.7884920634920635, 1e-15);
}

TEST(Curves, AMissingClassGivesNone) {
  const std::vector<double> some = {1, 2};
  EXPECT_TRUE(roc_curve({}, some).empty());
  EXPECT_TRUE(roc_curve(some, {}).empty());
  EXPECT_TRUE(precision_recall_curve({}, some).empty());
  EXPECT_TRUE(precision_recall_curve(some, {}).empty());
  EXPECT_TRUE(thin(std::vector<RocPoint>()).empty());
  EXPECT_TRUE(gain_curve({}, some).empty());
  EXPECT_TRUE(cost_curve({}).empty());
}

TEST(Curves, WhatIsNoNumberIsTheLowestScore) {
  const double nan = std::nan("");
  const std::vector<double> negatives = {nan, -1e300};
  const std::vector<double> positives = {nan, -kInfinity, 3};
  const std::vector<RocPoint> expected = {
      {kInfinity, 0, 0}, {3, 0, 1.0 / 3}, {-1e300, 0.5, 1.0 / 3}, {-kInfinity, 1, 1}};
  EXPECT_EQ(roc_curve(negatives, positives), expected);
}

TEST(Curves, EqualScoresAreOneStep) {
  const std::vector<double> level(5, 0.25);
  const std::vector<RocPoint> diagonal = {{kInfinity, 0, 0}, {0.25, 1, 1}};
  EXPECT_EQ(roc_curve(level, level), diagonal);
  const std::vector<PrecisionRecallPoint> single = {{0.25, 0.5, 1}, {kInfinity, 1, 0}};
  EXPECT_EQ(precision_recall_curve(level, level), single);
}

// Every step up the diagonal is the same, up to rounding of its shares.
TEST(Curves, AStraightLineThinsToItsEnds) {
  std::vector<double> scores;
  for (int i = 0; i < 997; ++i) scores.push_back(i);
  const std::vector<RocPoint> curve = roc_curve(scores, scores);
  EXPECT_EQ(curve.size(), 998U);
  EXPECT_EQ(thin(curve).size(), 2U);
}

TEST(Curves, ManyPointsThinToAThousand) {
  Random random(7);
  Scores scores;
  for (int i = 0; i < 20000; ++i) {
    scores.negatives.push_back(random.normal());
    scores.positives.push_back(random.normal() + 1);
  }
  const std::vector<RocPoint> curve = roc_curve(scores.negatives, scores.positives);
  const std::vector<RocPoint> few = thin(curve);
  EXPECT_EQ(curve.size(), 40001U);
  EXPECT_LE(few.size(), 1000U);
  EXPECT_GT(few.size(), 900U);
  EXPECT_NEAR(area_under(few), area_under(curve), 1e-4);
  EXPECT_LE(thin(precision_recall_curve(scores.negatives, scores.positives)).size(), 1000U);
  EXPECT_EQ(thin(curve, 2).size(), 2U);
  EXPECT_THROW(thin(curve, 1), Error);
  EXPECT_THROW(thin(curve, 0), Error);
}

RC_GTEST_PROP(Curves, AreWhatCountingSays, (std::uint64_t seed)) {
  Random random(seed);
  const auto [negatives, positives] = draw(random);
  std::vector<double> distinct = negatives;
  distinct.insert(distinct.end(), positives.begin(), positives.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());

  const std::vector<RocPoint> roc = roc_curve(negatives, positives);
  const auto precision_recall = precision_recall_curve(negatives, positives);
  RC_ASSERT(roc.size() == distinct.size() + 1);
  RC_ASSERT(precision_recall.size() == distinct.size() + 1);
  double average = 0;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    const std::uint64_t wrong = at_least(negatives, distinct[i]);
    const std::uint64_t right = at_least(positives, distinct[i]);
    const double precision = share(right, right + wrong);
    const double recall = share(right, positives.size());
    RC_ASSERT(
        (roc[roc.size() - 1 - i] == RocPoint{distinct[i], share(wrong, negatives.size()), recall}));
    RC_ASSERT((precision_recall[i] == PrecisionRecallPoint{distinct[i], precision, recall}));
    average +=
        share(
            static_cast<std::uint64_t>(std::count(positives.begin(), positives.end(), distinct[i])),
            positives.size()) *
        precision;
  }
  RC_ASSERT((roc.front() == RocPoint{kInfinity, 0, 0}));
  RC_ASSERT((precision_recall.back() == PrecisionRecallPoint{kInfinity, 1, 0}));
  RC_ASSERT(std::abs(stepwise_precision(precision_recall) - average) <= 1e-12);
  RC_ASSERT(std::abs(average_precision(negatives, positives) - average) <= 1e-12);
  RC_ASSERT(std::abs(area_under(roc) - area_under_curve(negatives, positives)) <= 1e-12);
}

RC_GTEST_PROP(Curves, GoOneWay, (std::uint64_t seed)) {
  Random random(seed);
  const auto [negatives, positives] = draw(random);
  const std::vector<RocPoint> roc = roc_curve(negatives, positives);
  for (std::size_t i = 1; i < roc.size(); ++i) {
    RC_ASSERT(roc[i].threshold < roc[i - 1].threshold);
    RC_ASSERT(roc[i].false_positive >= roc[i - 1].false_positive);
    RC_ASSERT(roc[i].true_positive >= roc[i - 1].true_positive);
    RC_ASSERT(apart(roc[i], roc[i - 1]) > 0);
  }
  RC_ASSERT(roc.back().false_positive == 1 && roc.back().true_positive == 1);
  const auto precision_recall = precision_recall_curve(negatives, positives);
  for (std::size_t i = 1; i < precision_recall.size(); ++i) {
    RC_ASSERT(precision_recall[i].threshold > precision_recall[i - 1].threshold);
    RC_ASSERT(precision_recall[i].recall <= precision_recall[i - 1].recall);
  }
}

RC_GTEST_PROP(Curves, ThinOnesKeepTheShape, (std::uint64_t seed)) {
  Random random(seed);
  const auto [negatives, positives] = draw(random);
  const std::vector<RocPoint> roc = roc_curve(negatives, positives);
  const auto precision_recall = precision_recall_curve(negatives, positives);
  RC_ASSERT(std::abs(area_under(thin(roc)) - area_under(roc)) <= 1e-12);
  RC_ASSERT(std::abs(stepwise_precision(thin(precision_recall)) -
                     stepwise_precision(precision_recall)) <= 1e-12);
  const std::size_t at_most = 2 + random.below(40);
  require_faithful(roc, thin(roc, at_most), at_most);
  require_faithful(precision_recall, thin(precision_recall, at_most), at_most);
  const auto gain = gain_curve(negatives, positives);
  require_faithful(gain, thin(gain, at_most), at_most);
}

RC_GTEST_PROP(Curves, GainCountsTheRowsOfTheHighestScores, (std::uint64_t seed)) {
  Random random(seed);
  const auto [negatives, positives] = draw(random);
  const auto gain = gain_curve(negatives, positives);
  RC_ASSERT((gain.front() == GainPoint{kInfinity, 0, 0}));
  for (std::size_t i = 1; i < gain.size(); ++i) {
    const std::uint64_t wrong = at_least(negatives, gain[i].threshold);
    const std::uint64_t right = at_least(positives, gain[i].threshold);
    RC_ASSERT(gain[i].share == share(wrong + right, negatives.size() + positives.size()));
    RC_ASSERT(gain[i].recall == share(right, positives.size()));
  }
  RC_ASSERT(gain.back().share == 1 && gain.back().recall == 1);
}

// Between its corners the curve is straight, so comparing corners and middles is enough.
RC_GTEST_PROP(Curves, CostIsTheLowestOverAllThresholds, (std::uint64_t seed)) {
  Random random(seed);
  const auto [negatives, positives] = draw(random);
  const std::vector<RocPoint> roc = roc_curve(negatives, positives);
  const auto lowest = [&](double x) {
    double least = kInfinity;
    for (const RocPoint& at : roc)
      least = std::min(least, (1 - at.true_positive) * x + at.false_positive * (1 - x));
    return least;
  };
  const auto curve = cost_curve(roc);
  RC_ASSERT(curve.front().x == 0 && curve.back().x == 1);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    RC_ASSERT(std::abs(curve[i].cost - lowest(curve[i].x)) <= 1e-12);
    if (i == 0) continue;
    RC_ASSERT(curve[i].x >= curve[i - 1].x);
    const double middle = (curve[i].x + curve[i - 1].x) / 2;
    RC_ASSERT(std::abs((curve[i].cost + curve[i - 1].cost) / 2 - lowest(middle)) <= 1e-12);
  }
}

}  // namespace
}  // namespace perceptron::core::test
