// Probabilities of many classes from those of two sides.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.h"
#include "multiclass/coupling.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

std::vector<double> coupled(std::uint64_t classes, const std::vector<double>& positives) {
  std::vector<double> p(classes);
  PairCoupling(classes).couple(positives, p);
  return p;
}

std::vector<double> softmax_of(const std::vector<double>& scores, double temperature) {
  std::vector<double> p(scores.size());
  softmax(scores, temperature, p);
  return p;
}

double farthest(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

bool is_distribution(const std::vector<double>& p) {
  double sum = 0;
  for (const double each : p) {
    if (!(each >= 0 && each <= 1)) return false;
    sum += each;
  }
  return std::abs(sum - 1) <= 1e-12;
}

// r[i][j] is the probability of i among i and j.
Grid table(std::uint64_t classes, const std::vector<double>& positives) {
  Grid r(classes, std::vector<double>(classes));
  for (std::uint64_t i = 0; i < classes; ++i) {
    for (std::uint64_t j = i + 1; j < classes; ++j) {
      r[j][i] = positives[pair_index(classes, i, j)];
      r[i][j] = 1 - r[j][i];
    }
  }
  return r;
}

// Algorithm 2 of Wu, Lin and Weng 2004, until it stands still.
std::vector<double> by_iteration(const Grid& r) {
  const std::size_t classes = r.size();
  Grid q(classes, std::vector<double>(classes));
  for (std::size_t i = 0; i < classes; ++i) {
    for (std::size_t j = 0; j < classes; ++j) {
      if (i == j) continue;
      q[i][i] += r[j][i] * r[j][i];
      q[i][j] = -r[j][i] * r[i][j];
    }
  }
  std::vector<double> p(classes, 1 / static_cast<double>(classes));
  for (int sweep = 0; sweep < 20000; ++sweep) {
    const std::vector<double> before = p;
    for (std::size_t t = 0; t < classes; ++t) {
      double all = 0;
      for (std::size_t i = 0; i < classes; ++i) {
        for (std::size_t j = 0; j < classes; ++j) all += p[i] * q[i][j] * p[j];
      }
      double others = 0;
      for (std::size_t j = 0; j < classes; ++j) others += j == t ? 0 : q[t][j] * p[j];
      p[t] = (all - others) / q[t][t];
      const double sum = std::accumulate(p.begin(), p.end(), 0.0);
      for (double& each : p) each /= sum;
    }
    if (farthest(p, before) <= 1e-15) break;
  }
  return p;
}

std::vector<double> some_pairs(Random& random, std::uint64_t classes, double low) {
  std::vector<double> positives(pairs_of(classes));
  for (double& each : positives) each = random.uniform(low, 1 - low);
  return positives;
}

TEST(Pairs, StandInTheOrderOfTheirClasses) {
  for (std::uint64_t classes = 0; classes < 20; ++classes) {
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < classes; ++i) {
      for (std::uint64_t j = i + 1; j < classes; ++j)
        EXPECT_EQ(pair_index(classes, i, j), next++) << classes;
    }
    EXPECT_EQ(pairs_of(classes), next);
  }
}

TEST(PairCoupling, OfTwoClassesIsThePairItself) {
  for (const double r : {0.0, 1e-300, 0.1, 0.3, 0.5, 0.7, 1.0})
    EXPECT_EQ(coupled(2, {r}), (std::vector<double>{1 - r, r}));
}

RC_GTEST_PROP(PairCoupling, FindsTheProbabilitiesThatMadeThePairs, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t classes = 2 + random.below(20);
  std::vector<double> p(classes);
  double sum = 0;
  for (double& each : p) sum += each = std::exp(5 * random.normal());
  for (double& each : p) each /= sum;
  std::vector<double> positives;
  for (std::uint64_t i = 0; i < classes; ++i) {
    for (std::uint64_t j = i + 1; j < classes; ++j) positives.push_back(p[j] / (p[i] + p[j]));
  }
  RC_ASSERT(farthest(coupled(classes, positives), p) <= 1e-13);
}

TEST(PairCoupling, IsWhereTheIterationOfThePaperEnds) {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    const std::uint64_t classes = 3 + random.below(6);
    const auto positives = some_pairs(random, classes, 0.05);
    EXPECT_LE(farthest(coupled(classes, positives), by_iteration(table(classes, positives))),
              1e-10);
  }
}

// By hand: of three classes that beat each other in a circle none is likelier, and
// one that beats all is certain.
TEST(PairCoupling, TakesPairsThatAreCertain) {
  EXPECT_LE(farthest(coupled(3, {0, 1, 0}), {1.0 / 3, 1.0 / 3, 1.0 / 3}), 1e-15);
  EXPECT_LE(farthest(coupled(3, {0, 0, 0}), {1, 0, 0}), 1e-15);
  EXPECT_LE(farthest(coupled(4, {1, 1, 1, 0, 0, 1}), {0, 1, 0, 0}), 1e-15);
}

RC_GTEST_PROP(PairCoupling, IsADistributionNoSumOfSquaresIsBelow, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t classes = 2 + random.below(8);
  auto positives = some_pairs(random, classes, 0);
  for (double& each : positives) each = random.below(3) == 0 ? std::round(each) : each;
  const Grid r = table(classes, positives);
  const auto squares = [&](const std::vector<double>& p) {
    double sum = 0;
    for (std::size_t i = 0; i < classes; ++i) {
      for (std::size_t j = 0; j < classes; ++j) {
        const double difference = i == j ? 0 : r[j][i] * p[i] - r[i][j] * p[j];
        sum += difference * difference;
      }
    }
    return sum;
  };
  const auto p = coupled(classes, positives);
  RC_ASSERT(is_distribution(p));
  for (int k = 0; k < 10; ++k) {
    std::vector<double> other(classes);
    for (double& each : other) each = random.uniform();
    const double sum = std::accumulate(other.begin(), other.end(), 0.0);
    const double by = k % 2 == 0 ? 1 : 1e-3;
    for (std::size_t c = 0; c < classes; ++c) other[c] = p[c] + by * (other[c] / sum - p[c]);
    RC_ASSERT(squares(other) >= squares(p) - 1e-14);
  }
}

RC_GTEST_PROP(PairCoupling, PermutesWithTheClasses, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t classes = 2 + random.below(12);
  auto positives = some_pairs(random, classes, 0);
  for (double& each : positives) each = random.below(3) == 0 ? std::round(each) : each;
  const Grid r = table(classes, positives);
  std::vector<std::uint64_t> order(classes);
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, random);
  std::vector<double> shuffled;
  for (std::uint64_t i = 0; i < classes; ++i) {
    for (std::uint64_t j = i + 1; j < classes; ++j) shuffled.push_back(r[order[j]][order[i]]);
  }
  const auto p = coupled(classes, positives);
  const auto q = coupled(classes, shuffled);
  for (std::uint64_t i = 0; i < classes; ++i) RC_ASSERT(std::abs(q[i] - p[order[i]]) <= 1e-13);
}

TEST(PairCoupling, IsExactForHundredsOfClassesAndCanBeUsedAgain) {
  Random random(2);
  const std::uint64_t classes = 300;
  PairCoupling coupling(classes);
  for (int k = 0; k < 2; ++k) {
    std::vector<double> p(classes);
    double sum = 0;
    for (double& each : p) sum += each = std::exp(3 * random.normal());
    for (double& each : p) each /= sum;
    std::vector<double> positives;
    for (std::uint64_t i = 0; i < classes; ++i) {
      for (std::uint64_t j = i + 1; j < classes; ++j) positives.push_back(p[j] / (p[i] + p[j]));
    }
    std::vector<double> found(classes);
    coupling.couple(positives, found);
    EXPECT_LE(farthest(found, p), 1e-12);
  }
}

TEST(PairCoupling, MakesDoOfWhatIsNoProbability) {
  const double nan = std::nan("");
  EXPECT_EQ(coupled(2, {nan}), (std::vector<double>{0.5, 0.5}));
  EXPECT_LE(farthest(coupled(3, {nan, nan, nan}), coupled(3, {0.5, 0.5, 0.5})), 0);
  EXPECT_EQ(coupled(3, {-1, 2, 0.5}), coupled(3, {0, 1, 0.5}));
}

TEST(RestCoupling, DividesByTheSum) {
  std::vector<double> p(3);
  couple_rest(std::vector{0.5, 0.25, 0.5}, p);
  EXPECT_EQ(p, (std::vector{0.4, 0.2, 0.4}));
  couple_rest(std::vector{0.0, 0.0, 0.0}, p);
  EXPECT_EQ(p, (std::vector{1.0 / 3, 1.0 / 3, 1.0 / 3}));
  couple_rest(std::vector{1e-310, 0.0, 1e-310}, p);
  EXPECT_EQ(p, (std::vector{0.5, 0.0, 0.5}));
  couple_rest(std::vector{std::nan(""), -1.0, 0.2}, p);
  EXPECT_EQ(p, (std::vector{0.0, 0.0, 1.0}));
  std::vector<double> two(2);
  couple_rest(std::vector{0.3}, two);
  EXPECT_EQ(two, (std::vector{0.7, 0.3}));
}

// SciPy 1.10.1: scipy.special.softmax([1, 2, 4]) and of half of that.
TEST(Softmax, IsThatOfOtherPrograms) {
  EXPECT_LE(farthest(softmax_of({1, 2, 4}, 1),
                     {0.04201006613406605, 0.11419519938459446, 0.8437947344813395}),
            1e-15);
  EXPECT_LE(farthest(softmax_of({1, 2, 4}, 2),
                     {0.14024438316608848, 0.2312238976221491, 0.6285317192117624}),
            1e-15);
}

RC_GTEST_PROP(Softmax, KeepsTheOrderOfClassesAtAnyTemperature, (std::uint64_t seed)) {
  Random random(seed);
  std::vector<double> scores(1 + random.below(8));
  const std::vector<double> extremes = {0, 1e300, -1e300, 1e-310, 1.7e308, -1.7e308};
  for (double& each : scores)
    each = random.below(3) == 0 ? extremes[random.below(extremes.size())] : random.normal();
  const double temperature = random.below(3) == 0   ? 5e-324
                             : random.below(2) == 0 ? 1.7e308
                                                    : std::exp(random.normal());
  const auto p = softmax_of(scores, temperature);
  RC_ASSERT(is_distribution(p));
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < p.size(); ++j)
      RC_ASSERT((scores[i] < scores[j] ? p[i] <= p[j] : p[i] >= p[j]));
  }
}

TEST(Softmax, TakesInfiniteScoresAndThoseThatAreNoNumbers) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::nan("");
  EXPECT_EQ(softmax_of({infinity, 0, infinity}, 1), (std::vector{0.5, 0.0, 0.5}));
  EXPECT_EQ(softmax_of({-infinity, -infinity}, 1), (std::vector{0.5, 0.5}));
  EXPECT_EQ(softmax_of({nan, nan}, 1), (std::vector{0.5, 0.5}));
  EXPECT_EQ(softmax_of({nan, 3}, 1), (std::vector{0.0, 1.0}));
}

}  // namespace
}  // namespace perceptron::core::test
