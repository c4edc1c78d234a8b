// What holds for calibrations of every kind.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/elementary.h"
#include "scored_rows.h"

namespace perceptron::core::test {
namespace {

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
