// The elementary functions against MPFR, which rounds correctly.

#include "base/elementary.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "base/memory.h"
#include "base/random.h"
#include "certify/logistic.h"
#include "solve/losses/losses.h"
#include "solve/newton/derivatives.h"

namespace perceptron::core::test {
namespace {

// By how many units in the last place `value` misses what is true.
double units_off(double value, const Float& truth) {
  const double rounded = std::abs(mpfr_get_d(truth, MPFR_RNDN));
  if (std::isinf(rounded)) return std::isinf(value) ? 0 : kInfinity;
  const double unit = std::nextafter(rounded, kInfinity) - rounded;
  Float error;
  mpfr_sub_d(error, truth, value, MPFR_RNDN);
  mpfr_div_d(error, error, unit, MPFR_RNDN);
  return std::abs(mpfr_get_d(error, MPFR_RNDN));
}

using Exact = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

void expect_accurate(double (*function)(double), Exact exact, double x, double units) {
  Float truth;
  mpfr_set_d(truth, x, MPFR_RNDN);
  exact(truth, truth, MPFR_RNDN);
  EXPECT_LE(units_off(function(x), truth), units) << std::hexfloat << x;
}

// Numbers of every size between these powers of two.
double any_size(Random& random, double low, double high) {
  return std::ldexp(1 + random.uniform(), static_cast<int>(std::floor(random.uniform(low, high))));
}

TEST(Elementary, CosineIsWithinTenToTheMinusFifteen) {
  Random random(1);
  const auto error = [](double x) {
    Float truth;
    mpfr_set_d(truth, x, MPFR_RNDN);
    mpfr_cos(truth, truth, MPFR_RNDN);
    mpfr_sub_d(truth, truth, portable_cos(x), MPFR_RNDN);
    return std::abs(mpfr_get_d(truth, MPFR_RNDN));
  };
  for (int i = 0; i < 20000; ++i) {
    for (const double x : {random.uniform(-1, 1), random.uniform(-40, 40),
                           random.uniform(-1e6, 1e6), any_size(random, -60, 2)}) {
      EXPECT_LE(error(x), 3e-16) << x;
      EXPECT_EQ(portable_cos(-x), portable_cos(x)) << x;
    }
    const double large = any_size(random, 20, 40);
    EXPECT_LE(error(large), 1e-15 * large) << large;
    EXPECT_LE(std::abs(portable_cos(any_size(random, 20, 1000))), 1);
  }
  EXPECT_EQ(portable_cos(0), 1);
  EXPECT_TRUE(std::isnan(portable_cos(kInfinity)));
  EXPECT_TRUE(std::isnan(portable_cos(std::numeric_limits<double>::quiet_NaN())));
}

TEST(Elementary, ExponentialIsWithinOneUnit) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    for (const double x : {random.uniform(-1, 1), random.uniform(-40, 0),
                           random.uniform(-745, 709.7), -any_size(random, -60, 2)})
      expect_accurate(portable_exp, mpfr_exp, x, 1);
  }
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-0.0), 1);
  EXPECT_EQ(portable_exp(710), kInfinity);
  EXPECT_EQ(portable_exp(kInfinity), kInfinity);
  EXPECT_EQ(portable_exp(-746), 0);
  EXPECT_EQ(portable_exp(-kInfinity), 0);
  EXPECT_EQ(portable_exp(-745.1), std::numeric_limits<double>::denorm_min());
  EXPECT_LT(portable_exp(709.78), kInfinity);
  EXPECT_TRUE(std::isnan(portable_exp(std::nan(""))));
}

TEST(Elementary, ExponentialLessOneIsWithinTwoUnits) {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    for (const double x : {random.uniform(-1, 1), random.uniform(-45, 0), random.uniform(0, 709),
                           any_size(random, -1060, 0), -any_size(random, -1060, 0)})
      expect_accurate(portable_expm1, mpfr_expm1, x, 2);
  }
  EXPECT_EQ(portable_expm1(0), 0);
  EXPECT_EQ(portable_expm1(-kInfinity), -1);
  EXPECT_EQ(portable_expm1(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(portable_expm1(std::nan(""))));
}

TEST(Elementary, LogarithmIsWithinOneUnit) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    for (const double x :
         {random.uniform(), random.uniform(0.9, 1.1), any_size(random, -1074, 1024)})
      expect_accurate(portable_log, mpfr_log, x, 1);
  }
  EXPECT_EQ(portable_log(1), 0);
  EXPECT_EQ(portable_log(0), -kInfinity);
  EXPECT_EQ(portable_log(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(portable_log(-1)));
  EXPECT_TRUE(std::isnan(portable_log(std::nan(""))));
}

TEST(Elementary, LogarithmOfOneMoreIsWithinTwoUnits) {
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    for (const double x : {random.uniform(), random.uniform(-1, 1), random.uniform(0, 100),
                           any_size(random, -1074, 1024), -any_size(random, -1074, -1)})
      expect_accurate(portable_log1p, mpfr_log1p, x, 2);
  }
  EXPECT_EQ(portable_log1p(0), 0);
  EXPECT_EQ(portable_log1p(-1), -kInfinity);
  EXPECT_EQ(portable_log1p(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(portable_log1p(-1.5)));
  EXPECT_TRUE(std::isnan(portable_log1p(std::nan(""))));
}

TEST(Elementary, HypotenuseIsWithinOneUnit) {
  Random random(5);
  for (int i = 0; i < 50000; ++i) {
    const double size = random.uniform(-1040, 1020);
    const double x = any_size(random, size, size + 3) * (random.below(2) == 0 ? 1 : -1);
    const double y = any_size(random, size - random.uniform(0, 30), size + 3);
    Float truth;
    Float other;
    mpfr_set_d(truth, x, MPFR_RNDN);
    mpfr_set_d(other, y, MPFR_RNDN);
    mpfr_hypot(truth, truth, other, MPFR_RNDN);
    EXPECT_LE(units_off(portable_hypot(x, y), truth), 1) << std::hexfloat << x << ' ' << y;
  }
  EXPECT_EQ(portable_hypot(3, -4), 5);
  EXPECT_EQ(portable_hypot(0, -2), 2);
  EXPECT_EQ(portable_hypot(0, 0), 0);
  EXPECT_EQ(portable_hypot(std::nan(""), kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(portable_hypot(std::nan(""), 1)));
  EXPECT_TRUE(std::isnan(portable_hypot(1, std::nan(""))));
}

// The bound that certificates rest on: log(1 + e^−m) and the entropy of a share, by
// these functions, are within 64 roundings of the truth.
TEST(Elementary, LogisticLossAndEntropyAreWithinTheBoundOfCertificates) {
  constexpr double kBound = 64 * 0x1p-53;
  Random random(6);
  for (int i = 0; i < 20000; ++i) {
    const double m = i % 2 == 0 ? random.uniform(0, 700) : any_size(random, -60, 9);
    Float loss;
    mpfr_set_d(loss, -m, MPFR_RNDN);
    mpfr_exp(loss, loss, MPFR_RNDN);
    mpfr_log1p(loss, loss, MPFR_RNDN);
    const double tail = portable_log1p(portable_exp(-m));
    EXPECT_GE(mpfr_cmp_d(loss, tail * (1 - kBound) - 0x1p-1064), 0) << m;
    EXPECT_LE(mpfr_cmp_d(loss, tail * (1 + kBound) + 0x1p-1064), 0) << m;

    const double share = i % 2 == 0 ? random.uniform(0, 0.5) : any_size(random, -900, -2);
    const double entropy = share * -portable_log(share) + (1 - share) * -portable_log1p(-share);
    Float rare;
    Float common;
    Float rest;
    mpfr_set_d(rare, share, MPFR_RNDN);
    mpfr_log(rare, rare, MPFR_RNDN);
    mpfr_mul_d(rare, rare, -share, MPFR_RNDN);
    mpfr_set_d(common, -share, MPFR_RNDN);
    mpfr_add_ui(rest, common, 1, MPFR_RNDN);
    mpfr_log1p(common, common, MPFR_RNDN);
    mpfr_mul(common, common, rest, MPFR_RNDN);
    mpfr_sub(rare, rare, common, MPFR_RNDN);
    EXPECT_GE(mpfr_cmp_d(rare, entropy * (1 - kBound)), 0) << share;
    EXPECT_LE(mpfr_cmp_d(rare, entropy * (1 + kBound)), 0) << share;
  }
}

// Newton's method computes several logistic losses at once, by the same formulas.
TEST(Elementary, LossesComputedTogetherAreThoseComputedOneByOne) {
  Random random(7);
  for (int i = 0; i < 20000; ++i) {
    const double m = i % 2 == 0 ? random.uniform(-700, 700) : random.uniform(-3, 3);
    PerExample v = per_example(1);
    PerExample s = per_example(1);
    PerExample beta = per_example(1);
    PerExample curvatures = per_example(1);
    v[0] = 1;
    s[0] = m;
    const NewtonLoss curve{Loss::logistic, 1};
    const double loss = loss_and_derivatives(curve, {v, s, {}}, 0, 1, beta, curvatures);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(loss), std::bit_cast<std::uint64_t>(Logistic::value(m)))
        << std::hexfloat << m;
  }
}

TEST(Elementary, SeriesOfTheGeneratorAreWithinAFewUnits) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double x = portable_exp(random.uniform(-300, 300));
    EXPECT_NEAR(series_log(x), portable_log(x), 4e-16 * (1 + std::abs(portable_log(x))));
    const double y = random.uniform(-300, 300);
    EXPECT_NEAR(series_exp(y) / portable_exp(y), 1, 1e-14);
  }
  EXPECT_EQ(series_log(1), 0);
  EXPECT_EQ(series_exp(0), 1);
  EXPECT_NEAR(series_pow(2, 0.5), std::sqrt(2), 1e-15);
}

}  // namespace
}  // namespace perceptron::core::test
