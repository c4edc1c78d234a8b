// Scores become probabilities. Figures are those of scikit-learn 1.2.1 and SciPy
// 1.10.1; theorems are tried on random rows.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.h"
#include "multiclass/calibration.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Rows {
  std::vector<double> scores;
  std::vector<std::int8_t> truths;
  std::vector<double> weights;

  ScoredRows view() const { return {scores, truths, weights}; }
  double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }
  double total(int sign) const {
    double sum = 0;
    for (std::size_t i = 0; i < truths.size(); ++i) sum += truths[i] == sign ? weight(i) : 0;
    return sum;
  }
  // Each row as often as its weight says.
  Rows repeated() const {
    Rows out;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      for (double k = 0; k < weight(i); ++k) {
        out.scores.push_back(scores[i]);
        out.truths.push_back(truths[i]);
      }
    }
    return out;
  }
};

const Rows kRows = {{-2.5, -1.75, -1, -0.5, -0.25, 0, 0.125, 0.5, 0.75, 1.5, 2, 3},
                    {-1, -1, -1, 1, -1, 1, -1, -1, 1, 1, -1, 1},
                    {}};

Rows weighted(Rows rows) {
  rows.weights = {1, 2, 1, 0.5, 3, 1, 1, 2, 0.25, 1, 1, 4};
  return rows;
}

Rows some_rows(Random& random, std::uint64_t most) {
  Rows rows;
  const std::uint64_t count = 1 + random.below(most);
  const bool weights = random.below(2) == 0;
  const bool ties = random.below(2) == 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double s = random.normal();
    rows.scores.push_back(ties ? std::round(2 * s) : s);
    rows.truths.push_back(s + 2 * random.normal() > 0 ? 1 : -1);
    if (weights) rows.weights.push_back(random.uniform(0.1, 3));
  }
  return rows;
}

Calibration of(const Sigmoid& sigmoid) { return {CalibrationKind::sigmoid, {sigmoid}, {}, 1}; }
Calibration of(const Isotonic& isotonic) { return {CalibrationKind::isotonic, {}, {isotonic}, 1}; }
Calibration of(double temperature) { return {CalibrationKind::temperature, {}, {}, temperature}; }

// scikit-learn's _sigmoid_calibration stops early, at seven digits; the figures are
// from SciPy's BFGS on the same objective, run to a gradient of 1e-13.
TEST(Sigmoid, IsThatOfOtherPrograms) {
  const Sigmoid plain = fit_sigmoid(kRows.view());
  EXPECT_NEAR(plain.a, -0.5075531257940913, 1e-9);
  EXPECT_NEAR(plain.b, 0.4314454813246796, 1e-9);
  const Sigmoid by_weight = fit_sigmoid(weighted(kRows).view());
  EXPECT_NEAR(by_weight.a, -0.83034856876965, 1e-9);
  EXPECT_NEAR(by_weight.b, 1.057154988289617, 1e-9);
}

RC_GTEST_PROP(Sigmoid, HasNoSlopeLeft, (std::uint64_t seed)) {
  Random random(seed);
  const Rows rows = some_rows(random, 40);
  const auto [a, b] = fit_sigmoid(rows.view());
  const double positive = (rows.total(1) + 1) / (rows.total(1) + 2);
  const double negative = 1 / (rows.total(-1) + 2);
  double along_a = 0;
  double along_b = 0;
  for (std::size_t i = 0; i < rows.scores.size(); ++i) {
    const double p = probability(of(Sigmoid{a, b}), 0, rows.scores[i]);
    const double slope = rows.weight(i) * ((rows.truths[i] > 0 ? positive : negative) - p);
    along_a += slope * rows.scores[i];
    along_b += slope;
  }
  RC_ASSERT(std::abs(along_a) <= 1e-8);
  RC_ASSERT(std::abs(along_b) <= 1e-8);
}

TEST(Sigmoid, OfEqualScoresIsTheShareOfPositives) {
  const Rows rows = {{7, 7, 7, 7}, {1, 1, 1, -1}, {}};
  const Sigmoid sigmoid = fit_sigmoid(rows.view());
  EXPECT_EQ(sigmoid.a, 0);
  // Three targets of 4/5 and one of 1/3.
  EXPECT_NEAR(probability(of(sigmoid), 0, 7), (3 * 0.8 + 1.0 / 3) / 4, 1e-12);
}

// scikit-learn's IsotonicRegression; 0 and 1 become 1/(n + 2) and 1 − 1/(n + 2).
TEST(Isotonic, IsThatOfOtherPrograms) {
  const double low = 1.0 / 14;
  const Isotonic plain = fit_isotonic(kRows.view());
  EXPECT_EQ(plain.x, (std::vector<double>{-2.5, -1, -0.5, 0.5, 0.75, 2, 3}));
  const std::vector<double> p = {low, low, 0.4, 0.4, 2.0 / 3, 2.0 / 3, 1 - low};
  ASSERT_EQ(plain.p.size(), p.size());
  for (std::size_t k = 0; k < p.size(); ++k) EXPECT_NEAR(plain.p[k], p[k], 1e-15);
  EXPECT_NEAR(probability(of(plain), 0, 0.6), 0.5066666666666666, 1e-15);
  EXPECT_NEAR(probability(of(plain), 0, 0.3), 0.4, 1e-15);
  EXPECT_EQ(probability(of(plain), 0, -3), low);
  EXPECT_EQ(probability(of(plain), 0, 9), 1 - low);

  const Isotonic by_weight = fit_isotonic(weighted(kRows).view());
  EXPECT_EQ(by_weight.x, (std::vector<double>{-2.5, -1, -0.5, -0.25, 0, 0.5, 0.75, 2, 3}));
  EXPECT_NEAR(probability(of(by_weight), 0, -0.1), 0.20714285714285713, 1e-15);
  EXPECT_NEAR(probability(of(by_weight), 0, 0.6), 0.37222222222222223, 1e-15);
  EXPECT_NEAR(probability(of(by_weight), 0, 1.2), 0.5555555555555556, 1e-15);

  const Rows ties = {{0, 0, 1, 1, 1, 2, 2, 3}, {-1, 1, 1, -1, -1, 1, -1, 1}, {}};
  EXPECT_EQ(fit_isotonic(ties.view()).x, (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(fit_isotonic(ties.view()).p, (std::vector<double>{0.4, 0.4, 0.5, 0.9}));
}

// The least Σ w·(value − y)² over all ways to cut a sequence into flat blocks
// whose means do not fall.
double least_squares_of_all_cuts(const std::vector<double>& y, const std::vector<double>& w) {
  double best = kInfinity;
  for (std::uint64_t cuts = 0; cuts < std::uint64_t{1} << (y.size() - 1); ++cuts) {
    double error = 0;
    double before = -kInfinity;
    for (std::size_t first = 0, i = 0; i < y.size(); ++i) {
      if (i + 1 < y.size() && (cuts >> i & 1) == 0) continue;
      double sum = 0;
      double weight = 0;
      for (std::size_t k = first; k <= i; ++k) {
        sum += w[k] * y[k];
        weight += w[k];
      }
      const double mean = sum / weight;
      for (std::size_t k = first; k <= i; ++k) error += w[k] * (y[k] - mean) * (y[k] - mean);
      if (mean < before) error = kInfinity;
      before = mean;
      first = i + 1;
    }
    best = std::min(best, error);
  }
  return best;
}

RC_GTEST_PROP(Isotonic, IsTheLeastOfAllThatDoNotFallAndKeepsTheMean, (std::uint64_t seed)) {
  Random random(seed);
  std::vector<double> y, w;
  for (std::uint64_t left = 1 + random.below(9); left > 0; --left) {
    y.push_back(random.below(2) == 0 ? random.normal() : static_cast<double>(random.below(2)));
    w.push_back(random.below(2) == 0 ? 1 : random.uniform(0.1, 5));
  }
  const std::vector<double> values = isotonic_regression(y, w);
  RC_ASSERT(values.size() == y.size());
  RC_ASSERT(std::is_sorted(values.begin(), values.end()));
  double error = 0;
  double excess = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    error += w[i] * (values[i] - y[i]) * (values[i] - y[i]);
    excess += w[i] * (values[i] - y[i]);
  }
  RC_ASSERT(std::abs(error - least_squares_of_all_cuts(y, w)) <= 1e-12);
  RC_ASSERT(std::abs(excess) <= 1e-12);
}

RC_GTEST_PROP(Isotonic, NeverFallsAndKeepsItsBounds, (std::uint64_t seed)) {
  Random random(seed);
  const Rows rows = some_rows(random, 30);
  const Calibration calibration = of(fit_isotonic(rows.view()));
  require_sound(calibration, 1);
  const double bound = 1 / (rows.total(1) + rows.total(-1) + 2);
  double before = 0;
  for (double s = -4; s <= 4; s += 0.03) {
    const double p = probability(calibration, 0, s);
    RC_ASSERT(p >= before);
    RC_ASSERT(p >= bound - 1e-15 && p <= 1 - bound + 1e-15);
    before = p;
  }
}

// SciPy's minimize_scalar; the first two are also what an unpenalised logistic
// regression through the origin finds in scikit-learn.
TEST(Temperature, IsThatOfOtherPrograms) {
  EXPECT_NEAR(fit_temperature(kRows.view()), 1.4548435622587021, 1e-6);
  EXPECT_NEAR(fit_temperature(weighted(kRows).view()), 1.100173093793564, 1e-6);
  const std::vector<double> scores = {2, 1,   -1,   0.5, 1.5, 0,   -1,  0, 3,  1, 1,
                                      1, 0.2, -0.3, 0.1, -2,  2.5, 2.4, 1, -1, 0};
  const Labels truths = {0, 1, 2, 2, 1, 1, 0};
  const std::vector<double> weights = {1, 1, 1, 2, 0.5, 1, 3};
  EXPECT_NEAR(fit_temperature(ClassScoredRows{scores, truths}), 0.43813144493003625, 1e-7);
  EXPECT_NEAR(fit_temperature(ClassScoredRows{scores, truths, weights}), 0.2891013344519673, 1e-7);
}

struct ClassRows {
  std::uint64_t classes;
  std::vector<double> scores;
  Labels truths;
  std::vector<double> weights;

  ClassScoredRows view() const { return {scores, truths, weights}; }
  // The mean log loss at T.
  double loss(double temperature) const {
    double sum = 0;
    double all = 0;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const double own = scores[i * classes + truths[i]];
      double others = 0;
      for (std::uint64_t k = 0; k < classes; ++k) {
        if (k != truths[i]) others += std::exp((scores[i * classes + k] - own) / temperature);
      }
      sum += weights[i] * std::log1p(others);
      all += weights[i];
    }
    return sum / all;
  }
};

RC_GTEST_PROP(Temperature, HasTheLeastLossAroundAndFarAway, (std::uint64_t seed)) {
  Random random(seed);
  ClassRows rows{2 + random.below(5), {}, {}, {}};
  bool all_right = true;
  double lead = 0;  // of the true class over the mean of all
  const double size = std::exp(3 * random.normal());
  for (std::uint64_t left = 1 + random.below(20); left > 0; --left) {
    rows.truths.push_back(static_cast<std::uint32_t>(random.below(rows.classes)));
    rows.weights.push_back(random.below(2) == 0 ? 1 : random.uniform(0.1, 3));
    const std::size_t first = rows.scores.size();
    for (std::uint64_t k = 0; k < rows.classes; ++k)
      rows.scores.push_back(size * (random.normal() + (k == rows.truths.back() ? 1 : 0)));
    for (std::uint64_t k = 0; k < rows.classes; ++k) {
      const double ahead = rows.scores[first + rows.truths.back()] - rows.scores[first + k];
      all_right = all_right && ahead >= 0;
      lead += rows.weights.back() * ahead;
    }
  }
  const double best = fit_temperature(rows.view());
  const double loss = rows.loss(best);
  if (all_right) {
    const double n = std::accumulate(rows.weights.begin(), rows.weights.end(), 0.0);
    RC_ASSERT(std::abs(loss - std::log((n + 2) / (n + 1))) <= 1e-9);
    return;
  }
  if (lead <= 0) {
    RC_ASSERT(std::abs(loss - std::log(static_cast<double>(rows.classes))) <= 1e-5);
    return;
  }
  for (const double by : {0.01, 0.5, 0.9, 0.999, 1.001, 1.1, 2.0, 100.0})
    RC_ASSERT(rows.loss(by * best) >= loss - 1e-13);
}

TEST(Temperature, OfScoresThatMisleadMakesProbabilitiesFlat) {
  const Rows rows = {{-1, -3, 2, 5}, {1, 1, -1, -1}, {}};
  const double temperature = fit_temperature(rows.view());
  EXPECT_NEAR(temperature, 5e6, 1);
  EXPECT_NEAR(probability(of(temperature), 0, 5), 0.5, 1e-6);
}

// Whole weights are rows that come so often.
RC_GTEST_PROP(Calibration, WeightOfTwoIsTheRowTwice, (std::uint64_t seed)) {
  Random random(seed);
  Rows rows = some_rows(random, 20);
  rows.weights.clear();
  for (std::size_t i = 0; i < rows.scores.size(); ++i)
    rows.weights.push_back(static_cast<double>(random.below(4)));
  const Rows twice = rows.repeated();
  const auto [a, b] = fit_sigmoid(rows.view());
  const auto [repeated_a, repeated_b] = fit_sigmoid(twice.view());
  RC_ASSERT(std::abs(a - repeated_a) <= 1e-7);
  RC_ASSERT(std::abs(b - repeated_b) <= 1e-7);
  const Isotonic isotonic = fit_isotonic(rows.view());
  const Isotonic repeated = fit_isotonic(twice.view());
  RC_ASSERT(isotonic.x == repeated.x);
  for (std::size_t k = 0; k < isotonic.p.size(); ++k)
    RC_ASSERT(std::abs(isotonic.p[k] - repeated.p[k]) <= 1e-12);
  const double temperature = fit_temperature(rows.view());
  RC_ASSERT(std::abs(temperature / fit_temperature(twice.view()) - 1) <= 1e-6);
}

// A unit of measurement that is a power of two changes no bit that matters.
RC_GTEST_PROP(Calibration, DoesNotDependOnTheUnitOfScores, (std::uint64_t seed)) {
  Random random(seed);
  const Rows rows = some_rows(random, 20);
  Rows large = rows;
  const int by = static_cast<int>(random.below(1500)) - 750;
  for (double& s : large.scores) s = std::ldexp(s, by);
  const Calibration pairs[3][2] = {
      {of(fit_sigmoid(rows.view())), of(fit_sigmoid(large.view()))},
      {of(fit_isotonic(rows.view())), of(fit_isotonic(large.view()))},
      {of(fit_temperature(rows.view())), of(fit_temperature(large.view()))}};
  for (const auto& [one, other] : pairs) {
    for (std::size_t i = 0; i < rows.scores.size(); ++i) {
      const double p = probability(one, 0, rows.scores[i]);
      RC_ASSERT(std::abs(p - probability(other, 0, large.scores[i])) <= 1e-9);
    }
  }
}

RC_GTEST_PROP(Calibration, IsSoundWhateverTheScores, (std::uint64_t seed)) {
  Random random(seed);
  const double largest = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<double> values = {0,     -0.0,   1,      -1,      1 + 1e-15, 3,    tiny,
                                      -tiny, 1e-300, -1e300, largest, -largest,  1e16, 1e16 + 2};
  const std::vector<double> weights = {0, tiny, 1e-300, 1, 1, 2, 1e9, 1e300};
  Rows rows;
  ClassRows many{1 + random.below(4), {}, {}, {}};
  const bool few = random.below(2) == 0;
  const double constant = values[random.below(values.size())];
  for (std::uint64_t left = random.below(8); left > 0; --left) {
    rows.scores.push_back(few ? constant : values[random.below(values.size())]);
    rows.truths.push_back(random.below(3) == 0 ? -1 : 1);
    rows.weights.push_back(weights[random.below(weights.size())]);
    many.truths.push_back(static_cast<std::uint32_t>(random.below(many.classes)));
    for (std::uint64_t k = 0; k < many.classes; ++k)
      many.scores.push_back(values[random.below(values.size())]);
  }
  many.weights = rows.weights;
  for (const Calibration& calibration :
       {of(fit_sigmoid(rows.view())), of(fit_isotonic(rows.view())),
        of(fit_temperature(rows.view())), of(fit_temperature(many.view()))}) {
    require_sound(calibration, 1);
    for (double score : values) {
      const double p = probability(calibration, 0, score);
      RC_ASSERT(p > 0 && p < 1);
    }
    for (double score : {kInfinity, -kInfinity, std::nan("")}) {
      const double p = probability(calibration, 0, score);
      RC_ASSERT(p > 0 && p < 1);
    }
  }
}

TEST(Calibration, OfNoRowsIsOfNoOpinion) {
  EXPECT_EQ(probability(of(fit_sigmoid({})), 0, 3), 0.5);
  EXPECT_EQ(probability(of(fit_isotonic({})), 0, 3), 0.5);
  EXPECT_EQ(fit_temperature(ScoredRows{}), 1);
  EXPECT_EQ(fit_temperature(ClassScoredRows{}), 1);
}

TEST(Calibration, RefusesRowsItCannotUse) {
  const std::vector<double> scores = {1, kInfinity};
  const std::vector<double> finite = {1, 2};
  const std::vector<double> negative = {1, -1};
  const std::vector<std::int8_t> truths = {1, -1};
  const Labels classes = {0, 2};
  EXPECT_THROW(fit_sigmoid({scores, truths}), Error);
  EXPECT_THROW(fit_isotonic({scores, truths}), Error);
  EXPECT_THROW(fit_temperature(ScoredRows{scores, truths}), Error);
  EXPECT_THROW(fit_sigmoid({finite, std::span(truths).first(1)}), Error);
  EXPECT_THROW(fit_isotonic({finite, truths, negative}), Error);
  EXPECT_THROW(fit_isotonic({finite, truths, std::span(finite).first(1)}), Error);
  EXPECT_THROW(fit_temperature(ClassScoredRows{finite, classes}), Error);
  EXPECT_THROW(fit_temperature(ClassScoredRows{{}, classes}), Error);
}

TEST(Calibration, ThatIsNotSoundIsRefused) {
  const double nan = std::nan("");
  const std::vector<Calibration> bad = {
      {CalibrationKind::none, {}, {}, 1},
      {CalibrationKind::none, {{-1, 0}}, {}, 1},
      {CalibrationKind::sigmoid, {}, {}, 1},
      {CalibrationKind::sigmoid, {{-1, 0}, {-1, 0}}, {}, 1},
      {CalibrationKind::sigmoid, {{nan, 0}}, {}, 1},
      {CalibrationKind::sigmoid, {{-1, kInfinity}}, {}, 1},
      {CalibrationKind::sigmoid, {{-1, 0}}, {{{0}, {0.5}}}, 1},
      {CalibrationKind::isotonic, {}, {}, 1},
      {CalibrationKind::isotonic, {}, {{{}, {}}}, 1},
      {CalibrationKind::isotonic, {}, {{{0, 1}, {0.5}}}, 1},
      {CalibrationKind::isotonic, {}, {{{0, 0}, {0.5, 0.6}}}, 1},
      {CalibrationKind::isotonic, {}, {{{1, 0}, {0.5, 0.6}}}, 1},
      {CalibrationKind::isotonic, {}, {{{0, nan}, {0.5, 0.6}}}, 1},
      {CalibrationKind::isotonic, {}, {{{0, kInfinity}, {0.5, 0.6}}}, 1},
      {CalibrationKind::isotonic, {}, {{{0, 1}, {0.6, 0.5}}}, 1},
      {CalibrationKind::isotonic, {}, {{{0, 1}, {0, 0.5}}}, 1},
      {CalibrationKind::isotonic, {}, {{{0, 1}, {0.5, 1}}}, 1},
      {CalibrationKind::isotonic, {}, {{{0, 1}, {0.5, nan}}}, 1},
      {CalibrationKind::temperature, {}, {}, 0},
      {CalibrationKind::temperature, {}, {}, -1},
      {CalibrationKind::temperature, {}, {}, nan},
      {CalibrationKind::temperature, {}, {}, kInfinity},
      {CalibrationKind::temperature, {{-1, 0}}, {}, 1},
  };
  for (std::size_t i = 0; i < bad.size(); ++i) EXPECT_THROW(require_sound(bad[i], 1), Error) << i;
  EXPECT_NO_THROW(require_sound({CalibrationKind::temperature, {}, {}, 2}, 7));
}

}  // namespace
}  // namespace perceptron::core::test
