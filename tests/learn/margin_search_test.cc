// The search for the widest margin by guesses, against the table of its
// document, against what is proved about it, and against a plain loop.

#include "learn/margin_search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "certify/margin.h"
#include "certify/widest_margin.h"
#include "oracle.h"
#include "problem.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Point = std::vector<double>;
using End = GuessRound::Outcome;

MarginSearch search(const Examples& examples, const MarginSearchSettings& settings,
                    bool offset = false) {
  Listener silent;
  return search_margin(examples, Targets::binary(), offset ? Offset::constant : Offset::none,
                       settings, silent);
}

// ---- The document's table ----

struct FileResult {
  const char* name;
  double guess;
  std::uint64_t updates;  // in the last round
  double margin;
};

MarginSearchSettings of_the_document(double lambda, SearchScan scan, double radius) {
  MarginSearchSettings settings;
  settings.lambda = lambda;
  settings.stop = SearchStop::limit;
  settings.coefficient = KnownCoefficient::document;
  settings.scan = scan;
  settings.radius = radius;
  return settings;
}

Interval margin_of(const Examples& examples, const Fit& fit) {
  const Targets targets = Targets::binary();
  const SignedRows points(examples, targets, 0, Offset::none);
  return measure_margin({points, fit.weights, 0, {}}, 1).plane.value();
}

void expect_margin(const Examples& examples, const Fit& fit, double margin) {
  const Interval found = margin_of(examples, fit);
  EXPECT_NEAR(found.lower, margin, 1e-13 * margin);
  EXPECT_NEAR(found.upper, margin, 1e-13 * margin);
}

TEST(MarginSearch, LambdaTwoWithRestartsAsInTheDocument) {
  const std::vector<FileResult> table = {{"margin-2d.csv", 4, 8, 2.96435080899845},
                                         {"margin-4d.csv", 12, 17, 6.0116040107557},
                                         {"margin-8d.csv", 6, 25, 3.06552645877487}};
  for (const FileResult& row : table) {
    REQUIRE_DATA(path, row.name);
    const Dataset data = read_dataset(path, {});
    const Examples examples{data.matrix.view(), data.labels};
    const auto found = search(examples, of_the_document(2, SearchScan::restart, data.radius));
    EXPECT_TRUE(found.fit.converged);
    EXPECT_EQ(found.rounds.back().guess, row.guess);
    EXPECT_EQ(found.rounds.back().updates, row.updates);
    EXPECT_EQ(found.rounds.back().outcome, End::converged);
    EXPECT_EQ(found.fit.updates, row.updates);
    // Each round before it ran into its limit, four times as far as the last.
    std::uint64_t total = 0;
    double guess = data.radius;
    for (std::size_t i = 0; i < found.rounds.size(); ++i, guess /= 2) {
      const GuessRound& round = found.rounds[i];
      EXPECT_EQ(round.guess, guess);
      EXPECT_EQ(round.limit, 202U << (2 * i));
      total += round.updates;
      if (i + 1 == found.rounds.size()) continue;
      EXPECT_EQ(round.updates, round.limit);
      EXPECT_EQ(round.outcome, End::limit);
    }
    EXPECT_EQ(found.total_updates, total);
    expect_margin(examples, found.fit, row.margin);
  }
}

TEST(MarginSearch, WeightsInTwoDimensionsAsInTheDocument) {
  REQUIRE_DATA(path, "margin-2d.csv");
  const Dataset data = read_dataset(path, {});
  EXPECT_EQ(data.radius, 16);
  const auto found =
      search({data.matrix.view(), data.labels}, of_the_document(2, SearchScan::restart, 16));
  ASSERT_EQ(found.rounds.size(), 3U);
  EXPECT_EQ(found.rounds[0].guess, 16);
  EXPECT_EQ(found.rounds[0].updates, 202U);
  EXPECT_EQ(found.rounds[1].guess, 8);
  EXPECT_EQ(found.rounds[1].updates, 808U);
  EXPECT_EQ(found.rounds[2].guess, 4);
  EXPECT_NEAR(found.fit.weights[0], 4.00686485831126, 1e-13);
  EXPECT_NEAR(found.fit.weights[1], -40.9026540836202, 1e-12);
  // What stands in α made the weights.
  double steps = 0;
  for (const double a : found.fit.alpha) steps += a;
  EXPECT_EQ(steps, 8);
}

TEST(MarginSearch, LambdaTwoWithFullPassesAsInTheDocument) {
  const std::vector<FileResult> table = {{"margin-2d.csv", 0, 0, 2.33053248385362},
                                         {"margin-4d.csv", 0, 0, 6.28422683082531},
                                         {"margin-8d.csv", 0, 0, 3.12133452389646}};
  for (const FileResult& row : table) {
    REQUIRE_DATA(path, row.name);
    const Dataset data = read_dataset(path, {});
    const Examples examples{data.matrix.view(), data.labels};
    const auto found = search(examples, of_the_document(2, SearchScan::pass, data.radius));
    EXPECT_TRUE(found.fit.converged);
    expect_margin(examples, found.fit, row.margin);
  }
}

TEST(MarginSearch, LambdaOneAndAHalfWithRestartsAsInTheDocument) {
  const std::vector<FileResult> table = {{"margin-2d.csv", 0, 0, 3.19291410979391},
                                         {"margin-4d.csv", 0, 0, 7.11581239077373},
                                         {"margin-8d.csv", 0, 0, 3.55645261840015}};
  for (const FileResult& row : table) {
    REQUIRE_DATA(path, row.name);
    const Dataset data = read_dataset(path, {});
    const Examples examples{data.matrix.view(), data.labels};
    const auto found = search(examples, of_the_document(1.5, SearchScan::restart, data.radius));
    EXPECT_TRUE(found.fit.converged);
    expect_margin(examples, found.fit, row.margin);
  }
}

TEST(MarginSearch, ProofSavesAllButAFiftiethOfTheUpdates) {
  for (const char* name : {"margin-2d.csv", "margin-4d.csv", "margin-8d.csv"}) {
    REQUIRE_DATA(path, name);
    const Dataset data = read_dataset(path, {});
    const Examples examples{data.matrix.view(), data.labels};
    MarginSearchSettings settings;
    settings.lambda = 1.02;
    settings.radius = data.radius;
    const auto proof = search(examples, settings);
    EXPECT_TRUE(proof.fit.converged);
    settings.stop = SearchStop::limit;
    for (const auto coefficient : {KnownCoefficient::theorem, KnownCoefficient::document}) {
      settings.coefficient = coefficient;
      const auto limit = search(examples, settings);
      EXPECT_TRUE(limit.fit.converged);
      EXPECT_GE(limit.total_updates, 50 * proof.total_updates)
          << name << ' ' << name_of(coefficient);
      RecordProperty(std::string(name) + " " + std::string(name_of(coefficient)),
                     std::to_string(static_cast<double>(limit.total_updates) /
                                    static_cast<double>(proof.total_updates)));
    }
  }
}

// ---- What is proved ----

struct Sample {
  std::vector<Point> points;
  std::vector<std::uint32_t> labels;

  Problem problem() const { return {points, labels}; }
  // y[x, 1], or y·x.
  std::vector<Point> signed_points(bool offset) const {
    std::vector<Point> z = points;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (offset) z[i].push_back(1);
      if (labels[i] == 0) {
        for (double& x : z[i]) x = -x;
      }
    }
    return z;
  }
};

// Integer points that a hidden plane keeps at a distance.
Sample separable_sample(Random& random, bool offset) {
  const std::uint64_t features = 1 + random.below(5);
  Point u(features + 1);
  while (std::all_of(u.begin(), u.end() - 1, [](double x) { return x == 0; })) {
    for (double& x : u) x = static_cast<double>(random.below(7)) - 3;
  }
  if (!offset) u.back() = 0;
  const std::uint64_t rows = 2 + random.below(9);
  Sample sample;
  while (sample.points.size() < rows) {
    Point x(features + 1, 1);
    for (std::uint64_t j = 0; j < features; ++j) x[j] = static_cast<double>(random.below(11)) - 5;
    const double s = dot(u, x);
    if (s * s < dot(u, u)) continue;
    x.pop_back();
    sample.points.push_back(x);
    sample.labels.push_back(s > 0 ? 1 : 0);
  }
  return sample;
}

// A λ, a way to stop and a way to scan.
MarginSearchSettings any_settings(Random& random) {
  MarginSearchSettings settings;
  settings.lambda = random.uniform(1.05, 3);
  settings.stop = random.below(2) == 0 ? SearchStop::proof : SearchStop::limit;
  settings.scan = random.below(2) == 0 ? SearchScan::pass : SearchScan::restart;
  return settings;
}

RC_GTEST_PROP(MarginSearch, MarginIsAsWideAsTheTheoremSays, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = separable_sample(random, offset);
  MarginSearchSettings settings = any_settings(random);
  if (random.below(4) == 0) {
    settings.shuffle = true;
    settings.seed = seed;
  }
  const Problem problem = sample.problem();
  const auto found = search(problem.examples(), settings, offset);
  RC_ASSERT(found.fit.converged);

  // The best margin of the rows [x, 1], or of x, is one through the origin.
  const auto z = sample.signed_points(offset);
  const Problem lifted(z, std::vector<std::uint32_t>(z.size(), 1));
  const Examples examples = lifted.examples();
  const Targets targets = Targets::binary();
  Listener silent;
  const WidestMargin optimum = find_widest_margin(SignedRows(examples, targets, 0, Offset::none),
                                                  WidestMarginSettings{}, silent);
  RC_ASSERT(optimum.separable == true);

  Point w = found.fit.weights;
  if (offset) w.push_back(found.fit.offset);
  double margin = INFINITY;
  for (const Point& point : z) margin = std::min(margin, dot(w, point) / std::sqrt(dot(w, w)));
  const double lambda = settings.lambda;
  RC_ASSERT(margin >= optimum.margin.lower / (lambda * lambda) * (1 - 1e-12));
  RC_ASSERT(margin >= found.rounds.back().guess / lambda * (1 - 1e-12));
  for (std::size_t i = 0; i + 1 < found.rounds.size(); ++i) {
    const GuessRound& round = found.rounds[i];
    RC_ASSERT(round.outcome == (settings.stop == SearchStop::proof ? End::refuted : End::limit));
    RC_ASSERT(round.guess > optimum.margin.lower);
  }
  // A proof never takes longer than the theorem allows.
  for (const GuessRound& round : found.rounds) RC_ASSERT(round.updates <= round.limit);
}

// ---- A plain loop ----

// The pseudocode as it stands, on y·x or y[x, 1].
std::vector<GuessRound> textbook(const std::vector<Point>& z, const MarginSearchSettings& settings,
                                 double coefficient) {
  double radius = 0;
  for (const Point& point : z) radius = std::max(radius, std::sqrt(dot(point, point)));
  std::vector<GuessRound> rounds;
  for (double guess = radius;; guess /= settings.lambda) {
    GuessRound& round = rounds.emplace_back();
    round.guess = guess;
    const double limit = coefficient * radius * radius / (guess * guess);
    Point w(z[0].size());
    bool clean = false;
    while (!clean && round.outcome == End::unfinished) {
      clean = true;
      for (const Point& point : z) {
        const double s = dot(w, point);
        if (s > 0 && s >= guess / settings.lambda * std::sqrt(dot(w, w))) continue;
        clean = false;
        for (std::size_t j = 0; j < w.size(); ++j) w[j] += point[j];
        ++round.updates;
        const auto updates = static_cast<double>(round.updates);
        // As long as w/updates is not shorter than the guess by more than rounding.
        if (settings.stop == SearchStop::proof &&
            std::sqrt(dot(w, w)) / updates < guess * (1 - 1e-9))
          round.outcome = End::refuted;
        if (settings.stop == SearchStop::limit && updates > limit) round.outcome = End::limit;
        if (settings.scan == SearchScan::restart || round.outcome != End::unfinished) break;
      }
    }
    if (!clean) continue;
    round.outcome = End::converged;
    return rounds;
  }
}

RC_GTEST_PROP(MarginSearch, FollowsAPlainLoopUpdateForUpdate, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = separable_sample(random, offset);
  const MarginSearchSettings settings = any_settings(random);
  const Problem problem = sample.problem();
  const auto found = search(problem.examples(), settings, offset);
  const auto expected = textbook(sample.signed_points(offset), settings,
                                 update_coefficient(KnownCoefficient::theorem, settings.lambda));
  RC_ASSERT(found.rounds.size() == expected.size());
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    RC_ASSERT(found.rounds[i].guess == expected[i].guess);
    RC_ASSERT(found.rounds[i].updates == expected[i].updates);
    RC_ASSERT(found.rounds[i].outcome == expected[i].outcome);
    total += expected[i].updates;
  }
  RC_ASSERT(found.total_updates == total);
  RC_ASSERT(found.fit.updates == expected.back().updates);
}

// ---- Coefficients and ends ----

UpdateCoefficient coefficient(const std::string& text) {
  UpdateCoefficient value;
  parse_setting("coefficient", text, value);
  return value;
}

TEST(MarginSearch, CoefficientOfTheTheoremIsItsBest) {
  EXPECT_EQ(update_coefficient(KnownCoefficient::document, 2), 202);
  EXPECT_EQ(update_coefficient(coefficient("12.5"), 2), 12.5);
  EXPECT_LE(update_coefficient(KnownCoefficient::theorem, 2), 12);
  for (const double lambda : {1.001, 1.02, 1.1, 1.5, 2.0, 3.0, 10.0}) {
    // The document's bound for every c: (cλ²/2 + λ)/(λ − 1 − 1/c).
    double least = INFINITY;
    for (int i = 0; i < 27000; ++i) {
      const double c = 1.0001 * std::pow(1.0005, i) / (lambda - 1);
      least = std::min(least, (c * lambda * lambda / 2 + lambda) / (lambda - 1 - 1 / c));
    }
    const double best = update_coefficient(KnownCoefficient::theorem, lambda);
    EXPECT_LE(best, least * (1 + 1e-9)) << lambda;
    EXPECT_GE(best, least * (1 - 1e-6)) << lambda;
  }
}

TEST(MarginSearch, CoefficientsThatAreNoneAreRefused) {
  for (const char* text : {"", "best", "0", "-1", "nan", "inf", "1e999", "2x"})
    EXPECT_THROW(coefficient(text), Error) << text;
}

TEST(MarginSearch, GivesUpBelowTheSmallestGuess) {
  const Problem crossed({{-1, -1}, {1, 1}, {-1, 1}, {1, -1}}, {0, 0, 1, 1});
  for (const SearchStop stop : {SearchStop::proof, SearchStop::limit}) {
    for (const SearchScan scan : {SearchScan::pass, SearchScan::restart}) {
      for (const bool offset : {false, true}) {
        MarginSearchSettings settings;
        settings.lambda = 2;
        settings.stop = stop;
        settings.scan = scan;
        settings.smallest_guess = 0.01;
        const auto found = search(crossed.examples(), settings, offset);
        EXPECT_FALSE(found.fit.converged);
        EXPECT_GT(found.rounds.back().guess, 0.01);
        EXPECT_LE(found.rounds.back().guess, 0.02);
        for (const GuessRound& round : found.rounds) {
          EXPECT_EQ(round.outcome, stop == SearchStop::proof ? End::refuted : End::limit);
        }
      }
    }
  }
}

TEST(MarginSearch, EndsUnfinishedAfterTheLastPass) {
  const Problem problem({{5, 1}, {-5, 1}, {4, -3}}, {1, 0, 1});
  MarginSearchSettings settings;
  settings.lambda = 1.01;
  settings.stop = SearchStop::limit;
  settings.epochs = 3;
  const auto found = search(problem.examples(), settings);
  EXPECT_FALSE(found.fit.converged);
  EXPECT_EQ(found.fit.epochs, 3U);
  EXPECT_EQ(found.rounds.back().outcome, End::unfinished);
}

TEST(MarginSearch, RowsWithoutASignDoNotCount) {
  const Problem all({{3, 1}, {100, -7}, {-2, 1}}, {1, 2, 0});
  const Problem two({{3, 1}, {-2, 1}}, {1, 0});
  Targets targets(3, 1);
  targets.sign(0, 0) = -1;
  targets.sign(1, 0) = 1;
  Listener silent;
  const auto left = search_margin(all.examples(), targets, Offset::constant, {}, silent);
  const auto right = search(two.examples(), {}, true);
  EXPECT_EQ(left.fit.weights, right.fit.weights);
  EXPECT_EQ(left.fit.offset, right.fit.offset);
  EXPECT_EQ(left.total_updates, right.total_updates);
  EXPECT_EQ(left.fit.alpha[1], 0);
}

}  // namespace
}  // namespace perceptron::core::test
