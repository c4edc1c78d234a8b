// What every loss of the list has to be, whatever it is: its pieces fit together.

#include "solve/losses/losses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "certify/checked_losses.h"
#include "certify/refusal.h"

namespace perceptron::core::test {
namespace {

template <class Work>
void for_each_loss(const Work& work) {
  for (const Loss loss : kLosses) {
    SCOPED_TRACE(std::string(name_of(loss)));
    with_loss(loss, work);
  }
}

const double kMargins[] = {-40, -7.5, -2, -0.25, 0.125, 0.75, 0.875, 1.25, 2, 9, 40};

// A definition that lacks a piece is none, so that it cannot be listed.
struct WithoutSlope : Hinge {
  static double slope(double m) = delete;
};
struct WithoutKink : Hinge {
  static constexpr void* kKink = nullptr;
};
struct WithoutDualTerm : Hinge {
  struct DualTerm {};
};
struct WithoutBound : Logistic {
  static double gain_lower(double beta, double v) = delete;
};
struct WithoutStatedLimit : Logistic {
  static constexpr double kLargestBeta = 3;
};
static_assert(LossDefinition<Hinge> && LossDefinition<Logistic>);
static_assert(!LossDefinition<WithoutSlope>);
static_assert(!LossDefinition<WithoutKink>);
static_assert(!LossDefinition<WithoutDualTerm>);
static_assert(!LossDefinition<WithoutBound>);
static_assert(!LossDefinition<WithoutStatedLimit>);

TEST(Losses, HaveTheirOwnNames) {
  for (const Loss one : kLosses) {
    for (const Loss other : kLosses) EXPECT_EQ(one == other, name_of(one) == name_of(other));
  }
  EXPECT_EQ(name_of(Loss::squared_hinge), "squared-hinge");
}

TEST(Losses, HaveTheSlopeAndCurvatureOfTheirValue) {
  for_each_loss([](auto loss) {
    for (const double m : kMargins) {
      constexpr double kStep = 1e-5;
      const double slope = (loss.value(m + kStep) - loss.value(m - kStep)) / (2 * kStep);
      EXPECT_NEAR(loss.slope(m), slope, 1e-5 * (1 + std::abs(slope))) << m;
      const double difference = (loss.slope(m + kStep) - loss.slope(m - kStep)) / (2 * kStep);
      EXPECT_NEAR(loss.curvature(m), difference, 1e-5) << m;
      EXPECT_LE(loss.curvature(m), loss.kLargestCurvature);
      EXPECT_GE(loss.value(m), 0);
      EXPECT_LE(-loss.slope(m), loss.kLargestBeta);
    }
  });
}

// gain(a) ≤ value(m) + a·m, and equal where a = −slope(m).
TEST(Losses, HaveTheGainThatBelongsToTheirValue) {
  for_each_loss([](auto loss) {
    for (const double m : kMargins) {
      const double a = -loss.slope(m);
      const double most = loss.value(m) + a * m;
      EXPECT_NEAR(loss.gain(a), most, 1e-12 * (1 + std::abs(a * m))) << m;
      for (const double share : {0.0, 0.125, 0.5, 1.0})
        EXPECT_LE(loss.gain(share), loss.value(m) + share * m + 1e-12) << m;
    }
  });
}

TEST(Losses, HaveDualTermsThatBelongToTheirGain) {
  for_each_loss([](auto loss) {
    using L = decltype(loss);
    if constexpr (kHasDualTerm<L>) {
      using Term = typename L::DualTerm;
      for (const double m : kMargins) {
        for (const double c : {0.25, 3.0}) {
          for (const double share : {0.125, 0.5, 0.875}) {
            const double a = share * c;
            EXPECT_NEAR(Term::gain(a, c), c * L::gain(share), 1e-12 * c);
            const double q = 2;
            const auto gained = [&](double z) {
              return Term::gain(z, c) - m * (z - a) - 0.5 * q * (z - a) * (z - a);
            };
            const double best = Term::update(a, c, q, m).best;
            EXPECT_GE(best, 0);
            EXPECT_LE(best, L::kLargestBeta * c);
            for (double z = 0; z <= c; z += c / 16) EXPECT_LE(gained(z), gained(best) + 1e-6 * c);
          }
        }
      }
    }
  });
}

TEST(Losses, AreBoundedOutwardsForCertificates) {
  for_each_loss([](auto loss) {
    for (const double m : kMargins) {
      EXPECT_GE(loss.value_upper(m), loss.value(m)) << m;
      EXPECT_NEAR(loss.value_upper(m), loss.value(m), 1e-12 * (1 + std::abs(loss.value(m))));
    }
    for (const double v : {0.5, 1.0, 6.0}) {
      for (const double share : {0.125, 0.5, 0.875}) {
        EXPECT_LE(loss.gain_lower(share * v, v), v * loss.gain(share) + 1e-15 * v);
        EXPECT_NEAR(loss.gain_lower(share * v, v), v * loss.gain(share), 1e-12 * v);
      }
    }
  });
}

// The verifier's own table has each loss that says so, with the same limit of β, and
// refuses any other.
TEST(Losses, AreKnownToTheVerifierOrSayThatTheyAreNot) {
  for_each_loss([](auto loss) {
    if (!loss.kVerifiable) {
      EXPECT_THROW(find_checked_loss(loss.kName), Refusal);
      return;
    }
    const CheckedLoss& checked = find_checked_loss(loss.kName);
    EXPECT_EQ(checked.bounded, loss.kLargestBeta == 1);
    for (const double m : kMargins) {
      const auto sum = checked.losses(Integer(8));
      sum->add(Integer(3), Integer(static_cast<int>(8 * m)));
      EXPECT_NEAR(sum->upper().get_d(), 3 * loss.value(m), 1e-12 * (1 + loss.value(m))) << m;
    }
    const std::vector<Integer> weights = {3};
    for (const int eighths : {1, 4, 7}) {
      // β = eighths·3·2/8 where v = 3·2.
      const auto sum = checked.gains({weights, Rational(3, 4), Rational(2)});
      sum->add(Integer(eighths), Integer(3));
      EXPECT_NEAR(sum->lower().get_d(), 6 * loss.gain(eighths / 8.0), 1e-12);
    }
  });
  EXPECT_THROW(find_checked_loss("absolute"), Refusal);
}

}  // namespace
}  // namespace perceptron::core::test
