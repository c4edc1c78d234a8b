// The oracle itself, on problems that can be solved by hand.

#include "liblinear.h"

#include <cmath>

#include "support.h"

namespace perceptron::core::test {
namespace {

// One feature, x = 1 for the positive class and x = −1 for the other: with
// R(w) = w²/2 or |w|, w minimises R(w) + 2C·loss(w).
const char* const kPositiveFirst = "+1 1:1\n-1 1:-1\n";
const char* const kNegativeFirst = "-1 1:-1\n+1 1:1\n";

double weight(const char* text, int solver, double c) {
  LiblinearSettings settings;
  settings.solver = solver;
  settings.c = c;
  settings.eps = 1e-10;
  const LiblinearModel model = train_liblinear(read_string(text), 1, settings);
  EXPECT_EQ(model.weights.size(), 1U);
  EXPECT_EQ(model.offset, 0);
  return model.weights[0];
}

TEST(Liblinear, FindsWhatCanBeSolvedByHand) {
  REQUIRE_LIBLINEAR();
  for (const char* text : {kPositiveFirst, kNegativeFirst}) {
    EXPECT_NEAR(weight(text, 3, 0.25), 0.5, 1e-9);  // 2C, up to 1
    EXPECT_NEAR(weight(text, 3, 2), 1, 1e-9);
    for (const int solver : {1, 2})  // w = 4C(1 − w)
      EXPECT_NEAR(weight(text, solver, 2), 8.0 / 9, 1e-9) << solver;
    for (const int solver : {0, 7}) {  // w = 2C/(1 + e^w)
      const double w = weight(text, solver, 2);
      EXPECT_NEAR(w, 4 / (1 + std::exp(w)), 1e-8) << solver;
    }
    EXPECT_NEAR(weight(text, 5, 2), 1 - 1.0 / 8, 1e-9);    // 1 = 4C(1 − w)
    EXPECT_NEAR(weight(text, 6, 2), std::log(3.0), 1e-8);  // 1 = 2C/(1 + e^w)
    EXPECT_EQ(weight(text, 6, 0.5), 0);                    // too little to pay for a weight
  }
}

TEST(Liblinear, PenalisesAnOffsetLikeAWeight) {
  REQUIRE_LIBLINEAR();
  // Both constraints hold with equality: 3w + b = 1, −w − b = 1.
  LiblinearSettings settings;
  settings.c = 10;
  settings.eps = 1e-10;
  settings.offset = true;
  const LiblinearModel model = train_liblinear(read_string("+1 1:3\n-1 1:1\n"), 1, settings);
  EXPECT_NEAR(model.weights[0], 1, 1e-8);
  EXPECT_NEAR(model.offset, -2, 1e-8);
}

TEST(Liblinear, WeighsClasses) {
  REQUIRE_LIBLINEAR();
  // Both rows are x = 1: the heavier class has its way, w = 2C − C while below 1.
  LiblinearSettings settings;
  settings.c = 0.5;
  settings.eps = 1e-10;
  settings.positive_weight = 2;
  EXPECT_NEAR(train_liblinear(read_string("+1 1:1\n-1 1:1\n"), 1, settings).weights[0], 0.5, 1e-9);
  settings.positive_weight = 1;
  settings.negative_weight = 2;
  EXPECT_NEAR(train_liblinear(read_string("+1 1:1\n-1 1:1\n"), 1, settings).weights[0], -0.5, 1e-9);
}

TEST(Liblinear, HasAWeightForEveryFeatureAndAnyClassAgainstTheRest) {
  REQUIRE_LIBLINEAR();
  Dataset data = read_string("2 1:1\n0 2:1\n1 3:1\n");
  data.matrix.resize_features(5);
  const LiblinearModel model = train_liblinear(data, 2, {});
  ASSERT_EQ(model.weights.size(), 5U);
  EXPECT_GT(model.weights[0], 0);
  EXPECT_LT(model.weights[1], 0);
  EXPECT_LT(model.weights[2], 0);
  EXPECT_EQ(model.weights[3], 0);
  EXPECT_EQ(model.weights[4], 0);
}

}  // namespace
}  // namespace perceptron::core::test
