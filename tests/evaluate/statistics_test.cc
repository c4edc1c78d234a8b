// Intervals and tests. Figures are those of mpmath 1.2.1 at 40 digits (betainc) where
// Student's t is meant: stats.t.ppf of scipy 1.10.1 is right to ten digits only. All
// others are those of scipy 1.10.1, or worked out by hand.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "base/elementary.h"
#include "base/random.h"
#include "evaluate/statistics.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

std::vector<double> shares(Random& random, std::size_t count) {
  std::vector<double> values;
  // Few rows, so that some folds are alike.
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(static_cast<double>(random.below(21)) / 20);
  return values;
}

#define EXPECT_CLOSE(value, expected) EXPECT_NEAR(value, expected, 1e-13 * std::abs(expected))

TEST(Statistics, DistributionOfStudentIsThatOfMpmath) {
  EXPECT_CLOSE(student_distribution(-3, 1), 0.102416382349566726);
  EXPECT_CLOSE(student_distribution(0.5, 1), 0.647583617650433274);
  EXPECT_CLOSE(student_distribution(2, 2), 0.908248290463863016);
  EXPECT_CLOSE(student_distribution(-0.001, 3), 0.499632447484730469);
  EXPECT_CLOSE(student_distribution(1.25, 4), 0.86028017831676842);
  EXPECT_CLOSE(student_distribution(-2.7, 9), 0.012196848371772684);
  EXPECT_CLOSE(student_distribution(-12, 9), 3.84994311149282602e-7);
  EXPECT_CLOSE(student_distribution(4, 29.5), 0.999804634674615299);
  EXPECT_CLOSE(student_distribution(0.1, 99), 0.539726724631208859);
  EXPECT_CLOSE(student_distribution(-1.96, 1000), 0.0251365924778743592);
  EXPECT_CLOSE(student_distribution(-2.5, 1e6), 0.0062097447510816231);
  EXPECT_CLOSE(student_distribution(-40, 5), 9.20598108588647718e-8);
  EXPECT_CLOSE(student_distribution(-1e10, 2), 5e-21);
}

TEST(Statistics, QuantilesOfStudentAreThoseOfMpmath) {
  EXPECT_CLOSE(student_quantile(0.975, 1), 12.7062047361746933);
  EXPECT_CLOSE(student_quantile(0.975, 2), 4.30265272974946179);
  EXPECT_CLOSE(student_quantile(0.9, 3), 1.63774435369621032);
  EXPECT_CLOSE(student_quantile(0.975, 4), 2.77644510519779349);
  EXPECT_CLOSE(student_quantile(0.995, 4), 4.60409487134999205);
  EXPECT_CLOSE(student_quantile(0.025, 9), -2.26215716279820551);
  EXPECT_CLOSE(student_quantile(0.95, 29), 1.69912702653349728);
  EXPECT_CLOSE(student_quantile(0.975, 99), 1.9842169515864171);
  EXPECT_CLOSE(student_quantile(0.999, 1000), 3.09840216391292265);
  EXPECT_CLOSE(student_quantile(0.5000001, 7), 2.59746027427849549e-7);
  EXPECT_CLOSE(student_quantile(0.975, 1e6), 1.95996635681410666);
  EXPECT_CLOSE(student_quantile(0.6, 2.5), 0.281459512748547592);
}

TEST(Statistics, QuantilesOfTheNormalAreThoseOfScipy) {
  EXPECT_CLOSE(normal_quantile(0.6), 0.2533471031357997);
  EXPECT_CLOSE(normal_quantile(0.9), 1.2815515655446004);
  EXPECT_CLOSE(normal_quantile(0.95), 1.6448536269514722);
  EXPECT_CLOSE(normal_quantile(0.975), 1.959963984540054);
  EXPECT_CLOSE(normal_quantile(0.995), 2.5758293035489004);
  EXPECT_CLOSE(normal_quantile(0.001), -3.090232306167813);
  EXPECT_CLOSE(normal_quantile(1e-10), -6.361340902404056);
  EXPECT_CLOSE(normal_quantile(1e-300), -37.0470962993612);
}

TEST(Statistics, DistributionsHaveTheirEnds) {
  EXPECT_EQ(student_distribution(0, 4), 0.5);
  EXPECT_EQ(student_distribution(kInfinity, 4), 1);
  EXPECT_EQ(student_distribution(-kInfinity, 4), 0);
  EXPECT_TRUE(std::isnan(student_distribution(std::nan(""), 4)));
  EXPECT_EQ(student_quantile(0, 4), -kInfinity);
  EXPECT_EQ(student_quantile(0.5, 4), 0);
  EXPECT_EQ(student_quantile(1, 4), kInfinity);
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_EQ(normal_quantile(1), kInfinity);
  // With very many degrees it is the normal distribution.
  for (const double degrees : {1e13, 1e16, 1e20, 1e300}) {
    EXPECT_NEAR(student_quantile(0.975, degrees), normal_quantile(0.975), 1e-12);
    EXPECT_NEAR(student_distribution(1.7320508, degrees), 0.9583677409944732, 1e-13);
  }
}

RC_GTEST_PROP(Statistics, QuantileInvertsDistribution, (std::uint64_t seed)) {
  Random random(seed);
  const double degrees = random.below(2) == 0 ? static_cast<double>(1 + random.below(200))
                                              : std::exp(random.uniform(0, 12));
  const double t = std::sinh(random.uniform(-3, 3));
  const double left = student_distribution(t, degrees);
  RC_ASSERT(std::abs(left + student_distribution(-t, degrees) - 1) <= 1e-15);
  RC_ASSERT(left <= student_distribution(t + 1e-6 * (1 + std::abs(t)), degrees));
  const double p = random.uniform();
  const double value = student_quantile(p, degrees);
  RC_ASSERT(std::abs(student_distribution(value, degrees) - p) <= 1e-14 * p + 1e-16);
  RC_ASSERT(std::abs(std::erfc(-normal_quantile(p) / std::sqrt(2.0)) / 2 - p) <= 1e-14 * p + 1e-16);
}

TEST(Statistics, SummaryIsOfTheSample) {
  const std::vector<double> values = {0.5, 0.75, 1, 0.25};
  const Summary summary = summarise(values);
  EXPECT_EQ(summary.count, 4U);
  EXPECT_EQ(summary.mean, 0.625);
  EXPECT_CLOSE(summary.deviation, std::sqrt(0.3125 / 3));
  EXPECT_EQ(summary.lowest, 0.25);
  EXPECT_EQ(summary.highest, 1);
  const std::vector<double> one = {0.3};
  EXPECT_EQ(summarise(one).mean, 0.3);
  EXPECT_EQ(summarise(one).deviation, 0);
}

// The sum of ten 0.1 is not 1 in doubles.
TEST(Statistics, EqualValuesHaveNoDeviation) {
  const std::vector<double> tenths(10, 0.1);
  EXPECT_EQ(summarise(tenths).mean, 0.1);
  EXPECT_EQ(summarise(tenths).deviation, 0);
}

TEST(Statistics, DeviationSurvivesALargeMean) {
  const std::vector<double> values = {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16};
  EXPECT_CLOSE(summarise(values).deviation, std::sqrt(30.0));
}

// binomtest(right, rows).proportion_ci(confidence, 'wilson')
TEST(Statistics, WilsonIntervalIsThatOfScipy) {
  const auto expect = [](double right, double rows, double confidence, double lower, double upper) {
    const Range range = wilson_interval(right, rows, confidence);
    EXPECT_NEAR(range.lower, lower, 1e-14) << right << " of " << rows;
    EXPECT_NEAR(range.upper, upper, 1e-14) << right << " of " << rows;
  };
  expect(0, 10, 0.95, 0, 0.27753279986288926);
  expect(10, 10, 0.99, 0.6011459066950919, 1);
  expect(7, 10, 0.95, 0.39677814746114526, 0.892208732593699);
  expect(7, 10, 0.99, 0.32002467920110256, 0.9204336834769342);
  expect(1, 3, 0.95, 0.06149194472039626, 0.7923403991979523);
  expect(9500, 10000, 0.95, 0.9455528841569758, 0.9541015173094152);
  expect(0, 0, 0.95, 0, 1);
  EXPECT_EQ(wilson_interval(0, 10).lower, 0);
  EXPECT_EQ(wilson_interval(10, 10).upper, 1);
}

RC_GTEST_PROP(Statistics, WilsonIntervalHoldsTheShare, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t rows = 1 + random.below(random.below(2) == 0 ? 10 : 1000000);
  const std::uint64_t count = random.below(rows + 1);
  const double confidence = random.uniform(0.01, 0.9999);
  const auto n = static_cast<double>(rows);
  const auto right = static_cast<double>(count);
  const Range range = wilson_interval(right, n, confidence);
  RC_ASSERT(range.lower >= 0 && range.upper <= 1);
  RC_ASSERT(range.lower <= right / n && right / n <= range.upper);
  const Range wrong = wilson_interval(n - right, n, confidence);
  RC_ASSERT(std::abs(wrong.lower + range.upper - 1) <= 1e-14);
  const Range surer = wilson_interval(right, n, (1 + confidence) / 2);
  RC_ASSERT(surer.lower <= range.lower && surer.upper >= range.upper);
}

// By hand: the squares sum to 0.013, and t is 2.776… at 4 degrees.
TEST(Statistics, ResampledIntervalAddsTheShareOfTestRows) {
  const std::vector<double> five = {0.5, 0.6, 0.55, 0.65, 0.6};
  const Summary summary = summarise(five);
  const double s = std::sqrt(0.0130 / 4);
  EXPECT_CLOSE(summary.deviation, s);
  const Range range = resampled_interval(summary, 0.25);
  EXPECT_NEAR(range.lower, 0.58 - 2.7764451051977935 * s * std::sqrt(0.2 + 0.25), 1e-14);
  EXPECT_NEAR(range.upper, 0.58 + 2.7764451051977935 * s * std::sqrt(0.2 + 0.25), 1e-14);
  const Range naive = resampled_interval(summary, 0);
  EXPECT_NEAR(naive.upper, 0.58 + 2.7764451051977935 * s * std::sqrt(0.2), 1e-14);
}

TEST(Statistics, OneFoldSaysNothing) {
  const std::vector<double> first = {0.9};
  const std::vector<double> second = {0.95};
  const Range range = resampled_interval(summarise(first), 0.1);
  EXPECT_EQ(range.lower, 0);
  EXPECT_EQ(range.upper, 1);
  const Comparison comparison = compare(first, second, 0.1);
  EXPECT_EQ(comparison.t, 0);
  EXPECT_EQ(comparison.p, 1);
  EXPECT_EQ(comparison.interval.lower, -1);
  EXPECT_EQ(comparison.interval.upper, 1);
  EXPECT_FALSE(comparison.matters);
}

// ttest_rel of scipy for no test share; for ¼ its t divided by √(1 + 5/4), and p by
// stats.t.sf.
TEST(Statistics, ComparisonIsThePairedTestOfScipy) {
  const std::vector<double> first = {0.90, 0.88, 0.93, 0.91, 0.87};
  const std::vector<double> second = {0.92, 0.91, 0.93, 0.94, 0.90};
  const Comparison plain = compare(first, second, 0);
  EXPECT_NEAR(plain.t, 3.772968873135196, 1e-11);
  EXPECT_NEAR(plain.p, 0.019554212720304595, 1e-13);
  const Comparison corrected = compare(first, second, 0.25);
  EXPECT_EQ(corrected.count, 5U);
  EXPECT_NEAR(corrected.difference, 0.022, 1e-15);
  EXPECT_NEAR(corrected.t, 2.5153125820901305, 1e-11);
  EXPECT_NEAR(corrected.p, 0.06568410650302796, 1e-13);
  // What the plain test takes for a difference may be the overlap of the folds.
  EXPECT_TRUE(plain.matters);
  EXPECT_FALSE(corrected.matters);
  EXPECT_TRUE(compare(first, second, 0.25, 0.9).matters);
}

TEST(Statistics, DifferencesThatAreAllTheSameAreCoinsThatFallAlike) {
  const std::vector<double> few(3, 0.5);
  const std::vector<double> higher(3, 0.625);
  EXPECT_EQ(compare(few, higher, 0.5).t, kInfinity);
  EXPECT_EQ(compare(few, higher, 0.5).p, 0.25);
  EXPECT_FALSE(compare(few, higher, 0.5).matters);
  EXPECT_NE(sentence(compare(few, higher, 0.5), "a", "b").find("so few folds"), std::string::npos);
  const std::vector<double> first = {0.5, 0.25, 0.75, 0.5, 0.25, 0.75};
  const std::vector<double> second = {0.625, 0.375, 0.875, 0.625, 0.375, 0.875};
  const Comparison better = compare(first, second, 0.5);
  EXPECT_EQ(better.t, kInfinity);
  EXPECT_EQ(better.p, 1.0 / 32);
  EXPECT_TRUE(better.matters);
  EXPECT_EQ(better.interval.lower, 0.125);
  EXPECT_EQ(better.interval.upper, 0.125);
  EXPECT_EQ(compare(second, first, 0.5).t, -kInfinity);
  const Comparison alike = compare(first, first, 0.5);
  EXPECT_EQ(alike.t, 0);
  EXPECT_EQ(alike.p, 1);
  EXPECT_FALSE(alike.matters);
}

RC_GTEST_PROP(Statistics, ComparisonIsTheSameFromEitherSide, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t folds = 1 + random.below(12);
  const std::vector<double> first = shares(random, folds);
  const std::vector<double> second = shares(random, folds);
  const double test_share = random.uniform(0, 2);
  const double confidence = random.uniform(0.5, 0.99);
  const Comparison there = compare(first, second, test_share, confidence);
  const Comparison back = compare(second, first, test_share, confidence);
  RC_ASSERT(there.difference == -back.difference);
  RC_ASSERT(there.deviation == back.deviation);
  RC_ASSERT(there.t == -back.t);
  RC_ASSERT(there.p == back.p);
  RC_ASSERT(there.interval.lower == -back.interval.upper);
  RC_ASSERT(there.matters == back.matters);
  RC_ASSERT(there.p >= 0 && there.p <= 1);
  RC_ASSERT(there.interval.lower <= there.difference && there.difference <= there.interval.upper);
  // The interval leaves 0 out exactly if the difference matters.
  const double nearest = std::min(std::abs(there.interval.lower), std::abs(there.interval.upper));
  if (nearest > 1e-12)
    RC_ASSERT(there.matters == (there.interval.lower > 0 || there.interval.upper < 0));
  RC_ASSERT(sentence(there, "a", "b")
                .starts_with(there.difference > 1e-8    ? "b classifies"
                             : there.difference < -1e-8 ? "a classifies"
                                                        : "a and b"));
}

RC_GTEST_PROP(Statistics, ResampledIntervalHoldsTheMean, (std::uint64_t seed)) {
  Random random(seed);
  const Summary summary = summarise(shares(random, 1 + random.below(12)));
  const double test_share = random.uniform(0, 2);
  const Range range = resampled_interval(summary, test_share);
  RC_ASSERT(0 <= range.lower && range.lower <= summary.mean);
  RC_ASSERT(summary.mean <= range.upper && range.upper <= 1);
  const Range wider = resampled_interval(summary, test_share + 0.1);
  RC_ASSERT(wider.lower <= range.lower && wider.upper >= range.upper);
  RC_ASSERT(summary.lowest <= summary.mean && summary.mean <= summary.highest);
}

TEST(Statistics, SentencesSayWhoIsBetterAndWhetherThatIsChance) {
  Comparison comparison{.count = 5,
                        .difference = 0.012,
                        .deviation = 0.01,
                        .p = 0.0123,
                        .interval = {0.00349, 0.0206},
                        .matters = true};
  EXPECT_EQ(sentence(comparison, "perceptron", "logistic"),
            "logistic classifies 1.2 percentage points more rows correctly than perceptron (95 % "
            "interval 0.35 to 2.1 points); that is more than chance explains (p = 0.012).");
  comparison.p = 1e-5;
  comparison.confidence = 0.999;
  EXPECT_TRUE(sentence(comparison, "perceptron", "logistic").ends_with("explains (p < 0.001)."));
  EXPECT_NE(sentence(comparison, "perceptron", "logistic").find("(99.9 % interval"),
            std::string::npos);
  comparison = {.count = 5,
                .difference = -0.0345,
                .deviation = 0.1,
                .p = 0.41,
                .interval = {-0.1234, 0.0544}};
  EXPECT_EQ(sentence(comparison, "perceptron", "logistic"),
            "perceptron classifies 3.5 percentage points more rows correctly than logistic (95 % "
            "interval -5.4 to 12.3 points); that may well be chance (p = 0.41).");
}

TEST(Statistics, SentencesSayWhereThereIsNothingToTell) {
  const std::vector<double> first = {0.5, 0.75};
  const std::vector<double> second = {0.75, 0.5};
  const std::vector<double> third = {0.5};
  const std::vector<double> fourth = {0.625};
  EXPECT_EQ(sentence(compare(first, first, 1), "a", "b"),
            "a and b classify equally many rows correctly in every fold.");
  EXPECT_EQ(sentence(compare(first, second, 1), "a", "b"),
            "a and b classify equally many rows correctly overall (95 % interval -100.0 to 100.0 "
            "points).");
  EXPECT_EQ(sentence(compare(third, third, 1), "a", "b"),
            "a and b classify equally many rows correctly in the one fold.");
  EXPECT_EQ(sentence(compare(third, fourth, 1), "a", "b"),
            "b classifies 12.5 percentage points more rows correctly than a. One fold cannot show "
            "whether that is chance.");
}

TEST(Statistics, RefusesWhatHasNoAnswer) {
  const std::vector<double> none;
  const std::vector<double> one = {0.5};
  const std::vector<double> two = {0.5, 0.6};
  const std::vector<double> odd = {0.5, std::nan("")};
  EXPECT_THROW(summarise(none), Error);
  EXPECT_THROW(summarise(odd), Error);
  EXPECT_THROW(compare(one, two, 0.1), Error);
  EXPECT_THROW(compare(none, none, 0.1), Error);
  EXPECT_THROW(compare(two, two, -0.1), Error);
  EXPECT_THROW(compare(two, two, kInfinity), Error);
  EXPECT_THROW(resampled_interval({}, 0.1), Error);
  EXPECT_THROW(resampled_interval({2, 1.5, 0.1, 1, 2}, 0.1), Error);
  EXPECT_THROW(wilson_interval(3, 2), Error);
  EXPECT_THROW(wilson_interval(-1, 2), Error);
  EXPECT_THROW(student_quantile(1.5, 3), Error);
  EXPECT_THROW(student_quantile(std::nan(""), 3), Error);
  EXPECT_THROW(student_quantile(0.5, 0), Error);
  EXPECT_THROW(student_distribution(0.5, kInfinity), Error);
  EXPECT_THROW(normal_quantile(-0.1), Error);
  for (const double confidence : {0.0, 1.0, -1.0, 95.0, std::nan("")}) {
    EXPECT_THROW(wilson_interval(1, 2, confidence), Error);
    EXPECT_THROW(resampled_interval(summarise(two), 0.1, confidence), Error);
    EXPECT_THROW(compare(two, two, 0.1, confidence), Error);
  }
}

}  // namespace
}  // namespace perceptron::core::test
