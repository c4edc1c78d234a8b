// The widest joint margin of three and more classes: the verdict is never wrong, the interval holds
// the margin, and every certificate made is accepted.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "certificates.h"
#include "certify/claims.h"
#include "certify/widest_joint_margin.h"
#include "class_data.h"
#include "oracle.h"

namespace perceptron::core::test {
namespace {

KeslerRows joint_rows_of(const Dataset& data, bool offset) {
  return {data.matrix.view(), data.labels, data.classes.size(),
          offset ? Offset::constant : Offset::none};
}

WidestJointMargin joint_optimum(const Dataset& data, bool offset, std::uint64_t threads = 1) {
  Listener silent;
  WidestMarginSettings settings;
  settings.threads = threads;
  return find_widest_joint_margin(joint_rows_of(data, offset), settings, silent);
}

Certificate joint_certificate(const Dataset& data, bool offset, const WidestJointMargin& found,
                              CertificateKind kind = CertificateKind::joint_margin) {
  return certify_joint_margin(subject_of(data, offset), found, data.classes.size(), kind);
}

RC_GTEST_PROP(JointMargin, VerdictIsThatOfTheOracleAndIsProved, (std::uint64_t seed)) {
  Random random(seed);
  const bool offset = random.below(3) > 0;
  const Dataset data = class_data(random, 3 + random.below(2), {.features = 3, .rows = 12});
  const WidestJointMargin found = joint_optimum(data, offset);
  const bool separable = is_separable(kesler_points_of(data, offset));
  RC_ASSERT(found.separable == separable);
  for (const CertificateKind kind :
       {CertificateKind::joint_margin, CertificateKind::joint_separator}) {
    const Certificate certificate = joint_certificate(data, offset, found, kind);
    RC_ASSERT(certificate.kind == (separable ? kind : CertificateKind::joint_inseparable));
    const Verdict verdict = verdict_of(data, certificate);
    RC_ASSERT(verdict.valid);
  }
}

RC_GTEST_PROP(JointMargin, IntervalIsNarrowAndHoldsTheDistanceOfTheHull, (std::uint64_t seed)) {
  Random random(seed);
  const bool offset = random.below(3) > 0;
  const Dataset data = class_data(random, 3 + random.below(2), {.features = 3, .rows = 8});
  const WidestJointMargin found = joint_optimum(data, offset);
  if (found.separable != true) {
    RC_ASSERT(found.margin.upper == 0);
    return;
  }
  const Interval distance = descend(joint_hull_of(data, offset));
  const double root = std::sqrt(2.0);
  RC_ASSERT(found.margin.lower * root <= distance.upper * (1 + 1e-12));
  RC_ASSERT(found.margin.upper * root >= distance.lower * (1 - 1e-12));
  RC_ASSERT(found.margin.upper - found.margin.lower <= 1e-9 * found.margin.upper);
}

RC_GTEST_PROP(JointMargin, OfTwoClassesIsTheMarginOfOnePlane, (std::uint64_t seed)) {
  Random random(seed);
  const bool offset = random.below(2) == 0;
  const Dataset data = random_data(random);
  const WidestJointMargin joint = joint_optimum(data, offset);
  const WidestMargin plane = optimum_of(examples_of(data), offset);
  RC_ASSERT(joint.separable == plane.separable);
  RC_ASSERT(verdict_of(data, joint_certificate(data, offset, joint)).valid);
  if (plane.separable != true) return;
  RC_ASSERT(joint.margin.lower <= plane.margin.upper);
  RC_ASSERT(plane.margin.lower <= joint.margin.upper);
}

// The proof of an inseparable pair is one of all classes, and separable classes are separable in
// pairs.
RC_GTEST_PROP(JointMargin, SeparableClassesAreSeparableInPairs, (std::uint64_t seed)) {
  Random random(seed);
  const Dataset data = class_data(random, 3, {.features = 3, .rows = 12});
  const WidestJointMargin found = joint_optimum(data, true);
  if (found.separable != true) return;
  for (std::uint32_t k = 0; k < 3; ++k) {
    Targets pair(3, 1);
    pair.sign(k, 0) = 1;
    pair.sign((k + 1) % 3, 0) = -1;
    const WidestMargin widest = optimum_of(examples_of(data), true, pair);
    RC_ASSERT(widest.separable == true);
  }
}

RC_GTEST_PROP(JointMargin, DoesNotDependOnThreads, (std::uint64_t seed)) {
  Random random(seed);
  const Dataset data = class_data(random, 3 + random.below(3), {.features = 4, .rows = 40});
  const WidestJointMargin one = joint_optimum(data, true, 1);
  const WidestJointMargin three = joint_optimum(data, true, 3);
  RC_ASSERT(one.separable == three.separable);
  RC_ASSERT(one.margin.lower == three.margin.lower);
  RC_ASSERT(one.margin.upper == three.margin.upper);
  RC_ASSERT(one.planes.weights == three.planes.weights);
  RC_ASSERT(one.exact_flows == three.exact_flows);
}

// The oracle tries the faces of the hull of all cycles.
TEST(JointMargin, OfThreePointsIsThatOfTheirCycles) {
  Dataset data = dataset({{0, 0}, {4, 0}, {0, 3}}, {0, 1, 2});
  data.classes = Classes({"a", "b", "c"});
  const WidestJointMargin found = joint_optimum(data, true);
  ASSERT_EQ(found.separable, true);
  const double distance = least_height(joint_hull_of(data, true));
  EXPECT_NEAR(found.margin.lower, distance / std::sqrt(2.0), 1e-12);
}

TEST(JointMargin, MoreRowsThanAreTriedAtOnceAreDecidedByThoseThatMatter) {
  Random random(7);
  int separable = 0;
  int inseparable = 0;
  for (int repeat = 0; repeat < 12; ++repeat) {
    const Dataset data = class_data(random, 5, {.features = 4, .rows = 2000});
    const bool offset = repeat % 2 == 0;
    const WidestJointMargin found = joint_optimum(data, offset);
    ASSERT_TRUE(found.separable.has_value());
    ++(*found.separable ? separable : inseparable);
    const Verdict verdict = verdict_of(data, joint_certificate(data, offset, found));
    EXPECT_TRUE(verdict.valid) << verdict.reason;
  }
  EXPECT_GT(inseparable, 0);
}

// More points and more weights than the nearest point is computed for.
Dataset many_points(Random& random, double apart) {
  constexpr std::uint64_t kFeatures = 400;
  constexpr std::uint64_t kClasses = 4;
  Grid points;
  Labels labels;
  for (std::uint32_t i = 0; i < 600; ++i) {
    Point& x = points.emplace_back(kFeatures);
    for (double& value : x) value = small_integer(random, 3);
    labels.push_back(i % kClasses);
    x[i % kClasses] += apart;
  }
  Dataset data = dataset(points, labels);
  data.classes = Classes({"a", "b", "c", "d"});
  return data;
}

TEST(JointMargin, OfManyPointsIsApproximatedAndProved) {
  Random random(3);
  for (const bool offset : {false, true}) {
    const Dataset data = many_points(random, 8);
    const WidestJointMargin found = joint_optimum(data, offset);
    EXPECT_EQ(found.separable, true);
    EXPECT_LE(found.margin.upper - found.margin.lower, 0.011 * found.margin.upper);
    const Verdict verdict = verdict_of(data, joint_certificate(data, offset, found));
    EXPECT_TRUE(verdict.valid) << verdict.reason;
  }
}

TEST(JointMargin, OfManyPointsIsRefutedByTwoThatAreTheSame) {
  Random random(4);
  const Dataset some = many_points(random, 8);
  Grid points = grid(some.matrix);
  points[7] = points[2];
  Dataset data = dataset(points, some.labels);
  data.classes = some.classes;
  const WidestJointMargin found = joint_optimum(data, true);
  EXPECT_EQ(found.separable, false);
  EXPECT_EQ(found.flows.size(), 2U);
  EXPECT_TRUE(verdict_of(data, joint_certificate(data, true, found)).valid);
}

// Rows so near to each other that doubles cannot tell whether planes separate them.
TEST(JointMargin, OfNearlyEqualRowsIsDecidedExactly) {
  const double next = std::nextafter(1.0, 2.0);
  Dataset data = dataset({{1, 1}, {next, 1}, {1, next}, {-1, 3}}, {0, 1, 2, 0});
  data.classes = Classes({"a", "b", "c"});
  for (const bool offset : {false, true}) {
    const WidestJointMargin found = joint_optimum(data, offset);
    ASSERT_TRUE(found.separable.has_value());
    const Verdict verdict = verdict_of(data, joint_certificate(data, offset, found));
    EXPECT_TRUE(verdict.valid) << verdict.reason;
  }
}

TEST(JointMargin, NumbersBeyondTheRangeOfSquaresAreDecidedExactly) {
  for (const double size : {1e-300, 1e-160, 1e160, 1e300}) {
    Dataset data =
        dataset({{size, 0}, {0, size}, {-size, -size}, {2 * size, size / 3}}, {0, 1, 2, 0});
    data.classes = Classes({"a", "b", "c"});
    for (const bool offset : {false, true}) {
      const WidestJointMargin found = joint_optimum(data, offset);
      EXPECT_EQ(found.separable, true) << size;
      const Verdict verdict = verdict_of(data, joint_certificate(data, offset, found));
      EXPECT_TRUE(verdict.valid) << verdict.reason;
    }
  }
}

// A class that no row has does not limit planes with offsets: its score can be as low as need be.
TEST(JointMargin, OfAClassWithoutRowsIsThatOfTheOthers) {
  Dataset data = apart();
  data.classes = Classes({"a", "b", "c"});
  const WidestJointMargin found = joint_optimum(data, true);
  EXPECT_EQ(found.separable, true);
  EXPECT_NEAR(found.margin.lower, std::sqrt(5.0), 1e-9);
  EXPECT_TRUE(verdict_of(data, joint_certificate(data, true, found)).valid);
  EXPECT_TRUE(joint_optimum(data, false).separable.has_value());
}

TEST(JointMargin, OfOneClassIsRefused) {
  Dataset data = dataset({{1}, {2}}, {0, 0});
  data.classes = Classes({"a", "b", "c"});
  EXPECT_THROW(joint_optimum(data, true), Error);
}

// ---- Forged certificates ----

void forge_margin(Random& random, Certificate& certificate) {
  const auto other = [&](std::string& text) {
    const std::vector<mpq_class> factors = {
        mpq_class(1, 2), mpq_class(999, 1000), mpq_class(1001, 1000), 2, -1, 0};
    text = mpq_class(number(text) * factors[random.below(factors.size())]).get_str();
  };
  const std::size_t flows = certificate.points.size();
  switch (random.below(8)) {
    case 0:
      if (!certificate.lower.empty()) other(certificate.lower);
      return;
    case 1:
      if (!certificate.upper.empty()) other(certificate.upper);
      return;
    case 2:
      if (!certificate.plane.empty())
        other(certificate.plane[random.below(certificate.plane.size())]);
      return;
    case 3:
      if (flows > 0) other(certificate.alpha[random.below(flows)]);
      return;
    case 4:
      if (flows > 0)
        certificate.flow_classes[random.below(flows)] = static_cast<std::uint32_t>(random.below(5));
      return;
    case 5:
      if (flows > 0)
        certificate.points[random.below(flows)] = random.below(certificate.data.rows + 1);
      return;
    case 6:
      certificate.data.offset = !certificate.data.offset;
      return;
    default:
      certificate.kind =
          std::vector{CertificateKind::joint_margin, CertificateKind::joint_separator,
                      CertificateKind::joint_inseparable}[random.below(3)];
      if (certificate.lower.empty()) certificate.lower = certificate.upper = "1";
  }
}

// What an accepted certificate claims is true.
RC_GTEST_PROP(JointMarginCertificate, ForgedOnesAreRefusedOrTrue, (std::uint64_t seed)) {
  Random random(seed);
  const bool offset = random.below(3) > 0;
  const Dataset data = class_data(random, 3, {.features = 3, .rows = 7});
  Certificate certificate = joint_certificate(
      data, offset, joint_optimum(data, offset),
      random.below(4) == 0 ? CertificateKind::joint_separator : CertificateKind::joint_margin);
  for (std::uint64_t k = 0; k < 1 + random.below(3); ++k) forge_margin(random, certificate);
  // Planes are all of one size, as in a file.
  if (certificate.data.offset != offset) {
    certificate.plane.resize(3 * (data.features() + (certificate.data.offset ? 1 : 0)), "0");
    certificate.planes = 3;
  }
  if (certificate.plane.empty() && certificate.kind != CertificateKind::joint_inseparable) return;
  if (!verdict_of(data, certificate).valid) return;
  const WidestJointMargin truth = joint_optimum(data, certificate.data.offset);
  const bool separable = is_separable(kesler_points_of(data, certificate.data.offset));
  if (certificate.kind == CertificateKind::joint_inseparable) {
    RC_ASSERT(!separable);
  } else if (certificate.kind == CertificateKind::joint_separator) {
    RC_ASSERT(separable);
  } else {
    RC_ASSERT(number_of(certificate.lower) <= truth.margin.upper);
    RC_ASSERT(number_of(certificate.upper) >= truth.margin.lower);
  }
}

TEST(JointMarginCertificate, BoundsThatAreTooGoodAreRefused) {
  Dataset data = dataset({{0, 0}, {4, 0}, {0, 3}}, {0, 1, 2});
  data.classes = Classes({"a", "b", "c"});
  const Certificate honest = joint_certificate(data, true, joint_optimum(data, true));
  EXPECT_TRUE(verdict_of(data, honest).valid);
  Certificate wider = honest;
  wider.lower = "2";
  expect_refused(data, wider, "less margin");
  Certificate narrower = honest;
  narrower.upper = "1";
  expect_refused(data, narrower, "upper bound");
  Certificate unbalanced = honest;
  unbalanced.alpha[0] = "2";
  expect_refused(data, unbalanced, "differ");
  Certificate twice = honest;
  twice.points.push_back(twice.points[0]);
  twice.flow_classes.push_back(twice.flow_classes[0]);
  twice.alpha.push_back("1");
  expect_refused(data, twice, "twice");
  Certificate own = honest;
  own.flow_classes[0] = data.labels[own.points[0]];
  expect_refused(data, own, "own row");
  Certificate none = honest;
  for (std::string& weight : none.alpha) weight = "0";
  expect_refused(data, none, "no weight");
  Certificate flat = honest;
  for (std::string& weight : flat.plane) weight = "0";
  flat.lower = "-1";
  expect_refused(data, flat, "no direction");
}

TEST(JointMarginCertificate, MalformedOnesAreDamage) {
  Dataset data = dataset({{0, 0}, {4, 0}, {0, 3}}, {0, 1, 2});
  data.classes = Classes({"a", "b", "c"});
  const auto honest = OrderedJson::parse(
      encode_certificate(joint_certificate(data, true, joint_optimum(data, true))));
  const auto damage_of = [](const OrderedJson& changed) {
    std::string damage;
    decoded(sealed(changed), damage);
    return damage;
  };
  EXPECT_EQ(damage_of(honest), "");
  for (const char* field : {"planes", "claim", "kind", "data"}) {
    OrderedJson without = honest;
    without.erase(field);
    EXPECT_NE(damage_of(without), "") << field;
  }
  OrderedJson empty = honest;
  empty["planes"] = OrderedJson::array();
  EXPECT_NE(damage_of(empty), "");
  OrderedJson longer = honest;
  longer["planes"][1]["weights"].push_back("1");
  EXPECT_NE(damage_of(longer), "");
  OrderedJson zero = honest;
  zero["flows"]["classes"][0] = 0;
  EXPECT_NE(damage_of(zero), "");
  OrderedJson fewer = honest;
  fewer["planes"].erase(0);
  std::string damage;
  EXPECT_FALSE(judged(decoded(sealed(fewer), damage), data).valid);
}

}  // namespace
}  // namespace perceptron::core::test
