// Certificates of optimality just at the edge of what is true, and just beyond.

#include <gtest/gtest.h>

#include <cmath>

#include "base/number.h"
#include "certificates.h"
#include "objectives.h"

namespace perceptron::core::test {
namespace {

const std::string kHair = "1/1000000000000000000000000000000";  // 1e-30

std::string plus(const std::string& text, const std::string& more) {
  return mpq_class(number(text) + number(more)).get_str();
}
std::string minus(const std::string& text, const std::string& less) {
  return mpq_class(number(text) - number(less)).get_str();
}

// Of points at 1 and −1, or of both classes at 1, with every number as written.
Dataset pair() { return dataset({{1}, {-1}}, {1, 0}); }
Dataset mixed() { return dataset({{1}, {1}}, {1, 0}); }

Certificate claim(const Dataset& data, const Objective& objective, const Words& plane,
                  const Words& beta, const std::string& value) {
  Certificate certificate;
  certificate.kind = CertificateKind::optimality;
  certificate.data = subject_of(data, plane.size() > data.features());
  certificate.objective = objective;
  certificate.plane = plane;
  for (std::size_t i = 0; i < beta.size(); ++i) certificate.points.push_back(i);
  certificate.alpha = beta;
  certificate.lower = certificate.upper = value;
  return certificate;
}

Objective objective(const std::string& loss, const std::string& l1, const std::string& l2) {
  return {loss, l1, l2, false, {"1", "1"}};
}

// Both bounds are the optimum: as they stand they hold, by a hair better they do not.
void expect_sharp(const Dataset& data, const Certificate& certificate) {
  const Verdict verdict = verdict_of(data, certificate);
  EXPECT_TRUE(verdict.valid) << verdict.reason;
  Certificate forged = certificate;
  forged.upper = minus(certificate.upper, kHair);
  expect_refused(data, forged, "upper bound");
  forged = certificate;
  forged.lower = plus(certificate.lower, kHair);
  expect_refused(data, forged, "lower bound");
  EXPECT_EQ(optimality_lie(certificate, data), "");
}

TEST(OptimalityCertificate, IsExactFarBeyondDoubles) {
  // (1 − w)₊ + w²/4, least at 1; with l2 = 2 at 1/2.
  expect_sharp(pair(), claim(pair(), objective("hinge", "0", "1/2"), {"1"}, {"1/2", "1/2"}, "1/4"));
  expect_sharp(pair(), claim(pair(), objective("hinge", "0", "2"), {"1/2"}, {"1", "1"}, "3/4"));
  // (1 − w)₊ + w/2
  expect_sharp(pair(), claim(pair(), objective("hinge", "1/2", "0"), {"1"}, {"1/2", "1/2"}, "1/2"));
  // (1 − w)² + w²/2
  expect_sharp(pair(),
               claim(pair(), objective("squared-hinge", "0", "1"), {"2/3"}, {"2/3", "2/3"}, "1/3"));
  // (1 − w)² + w/3 + w²/2, whose slope vanishes at 5/9
  expect_sharp(pair(), claim(pair(), objective("squared-hinge", "1/3", "1"), {"5/9"},
                             {"8/9", "8/9"}, "29/54"));
  // With a free offset as well: the points are alike.
  expect_sharp(pair(),
               claim(pair(), objective("hinge", "0", "1/2"), {"1", "0"}, {"1/2", "1/2"}, "1/4"));
  expect_sharp(pair(), claim(pair(), objective("perceptron", "1", "1"), {"0"}, {}, "0"));
}

// The weights 1/10 and 7/10, as doubles, of the rows and 3 of the second class.
TEST(OptimalityCertificate, OfWeightedRowsIsExact) {
  Dataset data = dataset({{1}, {1}, {-1}}, {1, 1, 0});
  data.weights = {0.1, 0.7, 0};
  // 3(1 − w)² + w²/2, least at 6/7, where −v·loss′ = 3·(2/7) times a row's weight
  Certificate certificate = claim(
      data, objective("squared-hinge", "0", "1"), {"6/7"},
      {mpq_class(mpq_class(0.1) * 6 / 7).get_str(), mpq_class(mpq_class(0.7) * 6 / 7).get_str()},
      "3/7");
  certificate.objective.class_weights = {"5", "3"};
  expect_sharp(data, certificate);
  certificate.points.push_back(2);
  certificate.alpha.push_back(kHair);  // of a row without weight
  expect_refused(data, certificate, "larger than the weight of its row");
  data.weights = {0.1, 0.7, -1};
  certificate.data.hash = data.fingerprint();
  expect_refused(data, certificate, "weight ≥ 0");
  data.weights = {0.1, 0.7, INFINITY};
  certificate.data.hash = data.fingerprint();
  expect_refused(data, certificate, "weight ≥ 0");
  data.weights = {0, 0, 0};
  certificate.data.hash = data.fingerprint();
  expect_refused(data, certificate, "no weight");
  data.weights = {1, 1};
  certificate.data.hash = data.fingerprint();
  expect_refused(data, certificate, "numbers of rows and of weights differ");
}

// log 2 to forty digits, 0.6931471805599453094172321214581765680755 (OEIS A002162).
TEST(OptimalityCertificate, OfLogarithmsIsRoundedToTheSafeSide) {
  const std::string scale = "/1000000000000000000000000000000000000";
  Certificate certificate =
      claim(mixed(), objective("logistic", "0", "1"), {"0"}, {"1/2", "1/2"}, "0");
  certificate.lower = "693147180559945309417232121458176567" + scale;
  certificate.upper = "693147180559945309417232121458176569" + scale;
  EXPECT_TRUE(verdict_of(mixed(), certificate).valid);
  Certificate forged = certificate;
  forged.upper = "693147180559945309417232121458176567" + scale;
  expect_refused(mixed(), forged, "upper bound");
  forged = certificate;
  forged.lower = "693147180559945309417232121458176569" + scale;
  expect_refused(mixed(), forged, "lower bound");
  // One unit in the last place of doubles is far more than that.
  const double log2 = std::log(2);  // 0x1.62e42fefa39efp-1, a little below the truth
  certificate.lower = hexadecimal(log2);
  certificate.upper = hexadecimal(std::nextafter(log2, 1));
  EXPECT_TRUE(verdict_of(mixed(), certificate).valid);
  forged = certificate;
  forged.lower = certificate.upper;
  expect_refused(mixed(), forged, "lower bound");
  forged = certificate;
  forged.upper = certificate.lower;
  expect_refused(mixed(), forged, "upper bound");
}

// m = 1: log(1 + 1/e) = 0.31326168751822283404899549496785… (Python's decimal).
TEST(OptimalityCertificate, OfAPlaneOffTheOriginIsAsSharp) {
  const std::string scale = "/100000000000000000000000000000";
  Certificate certificate = claim(pair(), objective("logistic", "0", "0"), {"1"}, {}, "0");
  certificate.upper = "31326168751822283404899549497" + scale;
  EXPECT_TRUE(verdict_of(pair(), certificate).valid);
  certificate.upper = "31326168751822283404899549496" + scale;
  expect_refused(pair(), certificate, "upper bound");
  certificate.plane = {"-1"};
  certificate.upper = "131326168751822283404899549497" + scale;
  EXPECT_TRUE(verdict_of(pair(), certificate).valid);
  certificate.upper = "131326168751822283404899549496" + scale;
  expect_refused(pair(), certificate, "upper bound");
}

TEST(OptimalityCertificate, KeepsEveryLimitOfTheDual) {
  const std::string above_one = plus("1", kHair);
  // β ≤ v
  Certificate certificate = claim(pair(), objective("hinge", "0", "2"), {"1/2"}, {"1", "1"}, "3/4");
  certificate.alpha[0] = above_one;
  certificate.lower = "-1";
  for (const char* loss : {"hinge", "logistic", "perceptron"}) {
    certificate.objective.loss = loss;
    expect_refused(pair(), certificate, "larger than the weight of its row");
  }
  certificate.objective.loss = "squared-hinge";
  certificate.upper = "10";
  EXPECT_TRUE(verdict_of(pair(), certificate).valid);
  certificate.objective.loss = "hinge";
  certificate.objective.class_weights = {"1", above_one};
  EXPECT_TRUE(verdict_of(pair(), certificate).valid);
  certificate.objective.class_weights = {above_one, "1"};
  expect_refused(pair(), certificate, "larger than the weight of its row");
  certificate.objective.class_weights = {"0", "0"};
  expect_refused(pair(), certificate, "larger than the weight of its row");
  certificate.alpha = {"-" + kHair, "0"};
  expect_refused(pair(), certificate, "negative");

  // Σβy = 0, but where the offset is penalised
  certificate = claim(pair(), objective("hinge", "0", "1/2"), {"1", "0"}, {"1/2", "1/2"}, "1/4");
  certificate.lower = "0";
  for (const std::string& beta : {plus("1/2", kHair), minus("1/2", kHair)}) {
    certificate.alpha[1] = beta;
    certificate.objective.penalised_offset = false;
    expect_refused(pair(), certificate, "free offset");
    certificate.objective.penalised_offset = true;
    EXPECT_TRUE(verdict_of(pair(), certificate).valid);
  }
  certificate.objective.penalised_offset = false;
  certificate.points = {0};
  certificate.alpha = {"1/2"};
  expect_refused(pair(), certificate, "free offset");

  // |u| ≤ l1 without l2
  certificate = claim(pair(), objective("hinge", "1/2", "0"), {"1"}, {"1/2", "1/2"}, "1/2");
  certificate.lower = "0";
  certificate.alpha = {"1/2", plus("1/2", kHair)};
  expect_refused(pair(), certificate, "larger than l1");
  certificate.objective.l1 = plus("1/2", kHair);
  certificate.upper = "1";
  EXPECT_TRUE(verdict_of(pair(), certificate).valid);
  certificate.objective.l1 = "0";
  expect_refused(pair(), certificate, "larger than l1");
  certificate.points.clear();
  certificate.alpha.clear();
  EXPECT_TRUE(verdict_of(pair(), certificate).valid);
  // The penalised offset is a feature in this too.
  certificate = claim(mixed(), objective("hinge", "1/2", "0"), {"0", "0"}, {"1"}, "1");
  certificate.lower = "0";
  certificate.objective.penalised_offset = true;
  EXPECT_TRUE(verdict_of(mixed(), certificate).valid);
  certificate.objective.l1 = minus("1/2", kHair);
  expect_refused(mixed(), certificate, "larger than l1");
}

TEST(OptimalityCertificate, OfAnObjectiveThatIsNoneIsRefused) {
  const Certificate whole =
      claim(pair(), objective("hinge", "0", "1/2"), {"1"}, {"1/2", "1/2"}, "1/4");
  Certificate certificate = whole;
  certificate.objective.l1 = "-" + kHair;
  expect_refused(pair(), certificate, "l1 is negative");
  certificate = whole;
  certificate.objective.l2 = "-" + kHair;
  expect_refused(pair(), certificate, "l2 is negative");
  certificate = whole;
  certificate.objective.class_weights[1] = "-" + kHair;
  expect_refused(pair(), certificate, "class is negative");
  for (const char* loss : {"", "Hinge", "hinge ", "squared_hinge", "log", "zero-one"}) {
    certificate = whole;
    certificate.objective.loss = loss;
    expect_refused(pair(), certificate, "not one of the losses");
    EXPECT_FALSE(judged(certificate, pair()).valid);
  }
  certificate = whole;
  certificate.plane = {"1", "0"};
  expect_refused(pair(), certificate, "plane");
  certificate.plane.clear();
  expect_refused(pair(), certificate, "plane");
  certificate = whole;
  certificate.points = {0, 0};
  expect_refused(pair(), certificate, "twice");
  certificate.points = {0, 2};
  expect_refused(pair(), certificate, "row");
  certificate.points = {0};
  expect_refused(pair(), certificate, "numbers of rows and of weights differ");
  // That the offset counts is asked only where there is one, and then it must be said.
  OrderedJson json = OrderedJson::parse(encode_certificate(whole));
  EXPECT_FALSE(json["claim"].contains("penalised_offset"));
  json["claim"]["class_weights"].push_back("1");
  Certificate read;
  EXPECT_FALSE(accepted(sealed(json), pair(), read));
  json = OrderedJson::parse(encode_certificate(
      claim(pair(), objective("hinge", "0", "1/2"), {"1", "0"}, {"1/2", "1/2"}, "1/4")));
  EXPECT_TRUE(accepted(sealed(json), pair(), read));
  json["claim"].erase("penalised_offset");
  EXPECT_FALSE(accepted(sealed(json), pair(), read));
}

// ---- Numbers that are meant to hurt ----

TEST(OptimalityCertificate, OfEndlessNumbersIsRefusedAtOnce) {
  const Certificate whole =
      claim(pair(), objective("logistic", "0", "1/2"), {"1"}, {"1/2", "1/2"}, "1");
  const std::string digits(100'000, '7');
  Certificate certificate = whole;
  const std::size_t count = numbers_of(certificate).size();
  for (std::size_t i = 0; i < count; ++i) {
    for (const std::string& text : {digits, "1/" + digits, digits + "/3"}) {
      certificate = whole;
      std::string& target = *numbers_of(certificate)[i];
      if (&target == &certificate.lower || &target == &certificate.upper) continue;
      target = text;
      expect_refused(pair(), certificate, "digits");
    }
  }
  certificate = whole;
  certificate.lower = "0";
  certificate.upper = digits;
  EXPECT_TRUE(verdict_of(pair(), certificate).valid);
  certificate.lower = "-" + digits + "/3";
  EXPECT_TRUE(verdict_of(pair(), certificate).valid);
  certificate.upper = "1/" + digits;
  expect_refused(pair(), certificate, "upper bound");
}

TEST(OptimalityCertificate, WhoseDenominatorsHaveNothingInCommonIsRefusedAtOnce) {
  const std::size_t rows = 3000;
  Labels labels(rows, 1);
  labels[0] = 0;
  const Dataset data = dataset(Grid(rows, {1.0}), labels);
  Words beta;
  for (std::size_t i = 0; i < rows; ++i)
    beta.push_back("1/" + std::to_string(1'000'000'007 + 2 * i));
  expect_refused(data, claim(data, objective("hinge", "0", "1"), {"1"}, beta, "1"), "denominator");
}

// e^−m for m = ±2^1000 and more: no number of any sort, but a claim like others.
TEST(OptimalityCertificate, OfLogarithmsOfAnySizeIsJudged) {
  Certificate certificate = claim(pair(), objective("logistic", "0", "0"), {"1"}, {}, "0");
  for (const std::string power : {"0x1p+12", "0x1p+62", "0x1p+64", "0x1p+1000"}) {
    certificate.plane = {power};
    certificate.upper = "0x1p-1000";
    EXPECT_TRUE(verdict_of(pair(), certificate).valid) << power;
    certificate.upper = "0";
    expect_refused(pair(), certificate, "upper bound");
    certificate.plane = {"-" + power};
    certificate.upper = power;
    expect_refused(pair(), certificate, "upper bound");
    certificate.upper = mpq_class(number(power) * number("1000000001/1000000000")).get_str();
    EXPECT_TRUE(verdict_of(pair(), certificate).valid) << power;
  }
  // a = β/v next to 0 and next to 1
  certificate = claim(mixed(), objective("logistic", "0", "1"), {"0"}, {"1", "1"}, "1");
  for (const std::string& tiny : {std::string("0x1p-1000"), "1/1" + std::string(500, '0')}) {
    for (const std::string& beta : {tiny, minus("1", tiny)}) {
      certificate.alpha = {beta, beta};
      certificate.lower = "0";
      EXPECT_TRUE(verdict_of(mixed(), certificate).valid);
      certificate.lower = "1/1000000";
      expect_refused(mixed(), certificate, "lower bound");
    }
  }
}

// 600 weights of 53 bits each have no small common multiple; the sum of the
// quotients by them is exact all the same.
TEST(OptimalityCertificate, OfManyDifferentWeightsIsExact) {
  Random random(1);
  const std::size_t rows = 600;
  Dataset data = dataset(Grid(rows, {1.0}), Labels(rows, 1));
  Words beta;
  for (std::size_t i = 0; i < rows; ++i) {
    data.weights.push_back(random.uniform(0.5, 1));
    beta.push_back(hexadecimal(random.uniform()));
  }
  Certificate certificate = claim(data, objective("squared-hinge", "0", "1"), {"0"}, beta, "1");
  const auto value = dual(exact_task(certificate.data, certificate.objective, data), numbers(beta));
  ASSERT_TRUE(value.has_value());
  certificate.lower = value->value.get_str();
  EXPECT_TRUE(verdict_of(data, certificate).valid);
  certificate.lower = mpq_class(value->value + number(kHair)).get_str();
  expect_refused(data, certificate, "lower bound");
}

}  // namespace
}  // namespace perceptron::core::test
