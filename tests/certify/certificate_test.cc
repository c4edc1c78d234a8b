// Certificates: what is honest is accepted as it was written, and what is just
// beyond the truth is not.

#include "certify/certificate.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>

#include "certificates.h"
#include "certify/claims.h"
#include "data/scaling.h"
#include "oracle.h"

namespace perceptron::core::test {
namespace {

// ---- The file ----

void expect_same(const Certificate& a, const Certificate& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.data.name, b.data.name);
  EXPECT_EQ(a.data.hash, b.data.hash);
  EXPECT_EQ(a.data.rows, b.data.rows);
  EXPECT_EQ(a.data.features, b.data.features);
  EXPECT_EQ(a.data.scale, b.data.scale);
  EXPECT_EQ(a.data.lift, b.data.lift);
  EXPECT_EQ(a.data.options, b.data.options);
  EXPECT_EQ(a.data.offset, b.data.offset);
  EXPECT_EQ(a.lower, b.lower);
  EXPECT_EQ(a.upper, b.upper);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.bound, b.bound);
  EXPECT_EQ(a.objective.loss, b.objective.loss);
  EXPECT_EQ(a.objective.l1, b.objective.l1);
  EXPECT_EQ(a.objective.l2, b.objective.l2);
  EXPECT_EQ(a.objective.penalised_offset, b.objective.penalised_offset);
  EXPECT_EQ(a.objective.class_weights, b.objective.class_weights);
  EXPECT_EQ(a.plane, b.plane);
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.alpha, b.alpha);
  EXPECT_EQ(a.program, b.program);
}

TEST(Certificate, OfEveryKindComesBackAsItWasWritten) {
  std::set<std::string> kinds;
  for (auto [data, certificate] : one_of_each()) {
    SCOPED_TRACE(name_of(certificate.kind));
    kinds.insert(std::string(name_of(certificate.kind)) +
                 (certificate.plane.empty() ? "" : " with a plane"));
    certificate.data.options = {{"label", "first"}, {"columns", "a,b"}};
    certificate.data.lift = "1/2";
    certificate.data.scale = ScalingKind::unit;
    const std::string text = encode_certificate(certificate);
    EXPECT_TRUE(looks_like_certificate(std::string_view(text).substr(0, 100)));
    std::string damage;
    const Certificate back = decoded(text, damage);
    EXPECT_EQ(damage, "");
    expect_same(certificate, back);
    EXPECT_EQ(encode_certificate(back), text);
  }
  EXPECT_EQ(kinds,
            (std::set<std::string>{"separator with a plane", "margin with a plane", "inseparable",
                                   "inseparable with a plane", "mistake-bound with a plane",
                                   "optimality with a plane"}));
}

TEST(Certificate, OfHostileNamesKeepsThemAndItsChecksum) {
  for (const std::string& name :
       {std::string("a \"quoted\" \\ name"), std::string("new\nline\ttab\x01\x1b[31m\x7f"),
        std::string("nothing \0 inside", 16), std::string("na\xc3\xafve \xe2\x82\xac"),
        std::string("</script>{\"certificate\":2}")}) {
    Certificate certificate = honest(apart(), true, "margin");
    certificate.data.name = name;
    certificate.program = name;
    certificate.data.options = {{name, name}};
    std::string damage;
    expect_same(certificate, decoded(encode_certificate(certificate), damage));
    EXPECT_EQ(damage, "") << name;
  }
}

TEST(Certificate, WithBytesThatAreNoUtf8IsStillWholeAndValid) {
  for (const std::string name : {"caf\xe9", "\xff\xfe", "\xc3", "\xed\xa0\x80 \xf8\x88"}) {
    Certificate certificate = honest(apart(), true, "margin");
    certificate.data.name = name;
    certificate.program = name;
    certificate.data.options = {{"label", name}};
    std::string damage;
    const std::string text = encode_certificate(certificate);
    const Certificate back = decoded(text, damage);
    EXPECT_EQ(damage, "") << text;
    EXPECT_EQ(encode_certificate(back), text);
    EXPECT_TRUE(judged(back, apart()).valid);
  }
}

// ---- Honest certificates ----

RC_GTEST_PROP(Certificate, ThatIsHonestIsAccepted, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = random_data(random);
  for (const std::string& kind : kKinds) {
    const Certificate certificate = honest(data, offset, kind);
    std::string damage;
    const Certificate read = decoded(encode_certificate(certificate), damage);
    RC_ASSERT(damage.empty());
    const Verdict verdict = judged(read, data);
    if (!verdict.valid) RC_FAIL(verdict.reason + "\n" + encode_certificate(certificate));
  }
}

// Values far apart leave doubles behind; the certificate is exact all the same.
RC_GTEST_PROP(Certificate, OfValuesOfAnySizeIsAccepted, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const std::uint64_t features = 1 + random.below(3);
  std::vector<Point> points;
  Labels labels;
  const std::uint64_t luck = random.below(24);  // the long ones take long
  const std::uint64_t reach = luck == 0 ? 1000 : luck < 3 ? 300 : 20;
  for (std::uint32_t i = 0; i < 5; ++i) {
    Point x(features);
    for (double& value : x) {
      value = std::ldexp(small_integer(random, 5), static_cast<int>(small_integer(random, reach)));
    }
    points.push_back(x);
    labels.push_back(i % 2);
  }
  const Dataset data = dataset(points, labels);
  const WidestMargin optimum = optimum_of(examples_of(data), offset);
  if (!optimum.separable) RC_FAIL("not decided");
  const bool bounded = optimum.separable == false || optimum.mistake_bound;
  for (const std::string& kind : kKinds) {
    if (kind == "mistake-bound" && !bounded) continue;
    const Certificate certificate =
        certify_widest_margin(subject_of(data, offset), optimum, kind_of(kind));
    const Verdict verdict = judged(certificate, data);
    if (!verdict.valid) RC_FAIL(verdict.reason + "\n" + encode_certificate(certificate));
  }
}

// ---- Claims at the edge of what is true ----

// The margin √5 = 2.23606797749978969640917… to 21 digits, from both sides.
TEST(Certificate, OfAMarginIsExactFarBeyondDoubles) {
  Certificate certificate = honest(apart(), true, "margin");
  certificate.plane = {"2", "1", "-12"};
  certificate.points = {1, 2};
  certificate.alpha = {"1", "1"};
  certificate.lower = "223606797749978969640/100000000000000000000";
  certificate.upper = "223606797749978969641/100000000000000000000";
  EXPECT_TRUE(verdict_of(apart(), certificate).valid);
  Certificate forged = certificate;
  forged.lower = certificate.upper;
  expect_refused(apart(), forged, "lower bound");
  forged = certificate;
  forged.upper = certificate.lower;
  expect_refused(apart(), forged, "upper bound");
  forged.upper = "-3";  // whose square is large enough
  expect_refused(apart(), forged, "upper bound");
  forged = certificate;
  forged.lower = "-3";
  EXPECT_TRUE(verdict_of(apart(), forged).valid);
  forged.plane = {"0", "0", "0"};
  expect_refused(apart(), forged, "direction");
}

// (R² + 1)‖[w, b]‖²/s² for the plane 2x + y = 12, whose least score is 5, and
// R = 10, no less than √98: 101 · 149 / 25.
TEST(Certificate, OfAMistakeBoundIsExactFarBeyondDoubles) {
  Certificate certificate = honest(apart(), true, "mistake-bound");
  certificate.plane = {"2", "1", "-12"};
  certificate.radius = "10";
  certificate.bound = "15049/25";
  EXPECT_TRUE(verdict_of(apart(), certificate).valid);
  Certificate forged = certificate;
  forged.bound = "15048999999999999999999999/25000000000000000000000";
  expect_refused(apart(), forged, "bound");
  forged = certificate;
  forged.radius = "9899494936611665341/1000000000000000000";  // below √98
  expect_refused(apart(), forged, "radius");
  forged.radius = "-10";
  expect_refused(apart(), forged, "radius");
  forged = certificate;
  forged.plane = {"-2", "-1", "12"};
  expect_refused(apart(), forged, "side");
}

TEST(Certificate, OfASeparatorMeansStrictly) {
  const Dataset data = dataset({{0}, {1}}, {0, 1});
  Certificate certificate = honest(data, true, "separator");
  certificate.plane = {"1", "-1/1000000000000000000000000000000"};
  EXPECT_TRUE(verdict_of(data, certificate).valid);
  certificate.plane = {"1", "0"};
  expect_refused(data, certificate, "side");
  certificate.plane = {"1", "-1"};
  expect_refused(data, certificate, "side");
  certificate.plane = {"1", "-1/2", "0"};
  expect_refused(data, certificate, "plane");
  certificate.plane.clear();
  expect_refused(data, certificate, "plane");
}

TEST(Certificate, OfInseparableDataNeedsSumsOfExactlyZero) {
  Certificate certificate = honest(crossing(), true, "margin");
  ASSERT_EQ(certificate.kind, CertificateKind::inseparable);
  certificate.points = {0, 1, 2, 3};
  certificate.alpha = {"1", "1", "1", "1"};
  EXPECT_TRUE(verdict_of(crossing(), certificate).valid);
  const std::vector<std::vector<std::string>> wrong = {
      {"1", "1", "1", "1000000000000000000001/1000000000000000000000"},
      {"0", "0", "0", "0"},
      {"-1", "-1", "-1", "-1"},
      {"1", "1", "1"},
      {"2", "2", "1", "1"},
  };
  for (const auto& alpha : wrong) {
    certificate.alpha = alpha;
    expect_refused(crossing(), certificate, "weight");
  }
  certificate.alpha = {"1", "1", "1", "1"};
  certificate.points = {0, 1, 2, 4};
  expect_refused(crossing(), certificate, "row");
  certificate.points = {0, 1, 2, 2};
  expect_refused(crossing(), certificate, "twice");
  certificate.points.clear();
  certificate.alpha.clear();
  expect_refused(crossing(), certificate, "weight");
}

// That classes touch is a claim of its own.
TEST(Certificate, OfClassesThatOverlapCannotSayThatTheyTouch) {
  const Verdict verdict = verdict_of(touching(), honest(touching(), true, "margin"));
  EXPECT_TRUE(verdict.valid);
  EXPECT_NE(verdict.reason.find("touch"), std::string::npos) << verdict.reason;
  Certificate certificate = honest(crossing(), true, "margin");
  ASSERT_TRUE(certificate.plane.empty());
  for (const auto& plane :
       std::vector<std::vector<std::string>>{{"0", "0", "0"}, {"1", "0", "-1"}, {"0", "0", "1"}}) {
    certificate.plane = plane;
    expect_refused(crossing(), certificate, "touch");
  }
}

// The rows must be lengthened by the constant that is written, not by the
// double nearest to it: with 2⁵³ + 1 the first row is on the wrong side.
TEST(Certificate, OfALiftThatNoDoubleIsIsNotOneOfAnother) {
  const Dataset data = dataset({{9007199254740992, 0.5}, {0, 0}}, {1, 0});
  Certificate certificate;
  certificate.kind = CertificateKind::separator;
  certificate.data = subject_of(data, false);
  certificate.data.lift = "9007199254740992";
  certificate.plane = {"1", "1", "-1"};
  EXPECT_TRUE(verdict_of(data, certificate).valid);
  certificate.data.lift = "9007199254740993";
  EXPECT_NE(lie(certificate, data), "");
  EXPECT_FALSE(verdict_of(data, certificate).valid);
}

TEST(Certificate, OfALiftBeyondAllDoublesIsRefused) {
  const Dataset data = dataset({{1}, {-1}}, {1, 0});
  Certificate certificate;
  certificate.kind = CertificateKind::separator;
  certificate.data = subject_of(data, false);
  for (const std::string sign : {"", "-"}) {
    certificate.data.lift = sign + "1" + std::string(400, '0');
    for (const char* small : {"0", "1/1000000", "-1/1000000"}) {
      certificate.plane = {"1", small};
      const bool honest = std::string(small) == "0";
      EXPECT_EQ(lie(certificate, data).empty(), honest);
      EXPECT_FALSE(verdict_of(data, certificate).valid && !honest) << sign << small;
    }
  }
}

// Callers of the library may have two names of classes and rows of none.
TEST(Certificate, OfDataWithoutRowsIsRefused) {
  Dataset none;
  none.classes = Classes({"a", "b"});
  none.matrix = Matrix(Matrix::Layout::dense, 1);
  for (const std::string kind :
       {"margin", "separator", "mistake-bound", "inseparable", "optimality"}) {
    Certificate certificate;
    certificate.kind = kind_of(kind);
    certificate.objective = {"hinge", "1", "1", false, {"1", "1"}};
    certificate.lower = certificate.upper = certificate.radius = certificate.bound = "1";
    certificate.plane = {"1", "0"};
    certificate.data = subject_of(none, true);
    EXPECT_FALSE(judged(certificate, none).valid) << kind;
  }
}

// ---- Other data ----

TEST(Certificate, OfOtherDataIsRefused) {
  const Dataset data = apart();
  Dataset scaled = data;
  scaled.matrix.transform([](auto, auto, double x) { return 2 * x; });
  Dataset longer = data;
  longer.matrix.resize_features(3);
  Dataset renamed = data;
  renamed.classes = Classes({"a", "c"});
  Dataset swapped = data;
  for (std::uint32_t& label : swapped.labels) label = 1 - label;
  Dataset three = data;
  three.classes = Classes({"a", "b", "c"});
  const std::vector<std::pair<const char*, Dataset>> others = {
      {"one value changed", dataset({{1, 2}, {2, 3}, {6, 5}, {7, 8}}, {0, 0, 1, 1})},
      {"by a hair", dataset({{1, 2}, {2, 3}, {6, 5}, {7, std::nextafter(7, 8)}}, {0, 0, 1, 1})},
      {"a row missing", dataset({{1, 2}, {2, 3}, {6, 5}}, {0, 0, 1})},
      {"a row more", dataset({{1, 2}, {2, 3}, {6, 5}, {7, 7}, {8, 8}}, {0, 0, 1, 1, 1})},
      {"rows in another order", dataset({{2, 3}, {1, 2}, {6, 5}, {7, 7}}, {0, 0, 1, 1})},
      {"a label changed", dataset({{1, 2}, {2, 3}, {6, 5}, {7, 7}}, {0, 1, 1, 1})},
      {"labels swapped", swapped},
      {"columns swapped", dataset({{2, 1}, {3, 2}, {5, 6}, {7, 7}}, {0, 0, 1, 1})},
      {"twice as large", scaled},
      {"a column missing", dataset({{1}, {2}, {6}, {7}}, {0, 0, 1, 1})},
      {"a class renamed", renamed},
      {"three classes", three},
  };
  for (const std::string& kind : kKinds) {
    const Certificate certificate = honest(data, true, kind);
    EXPECT_TRUE(judged(certificate, data).valid);
    for (const auto& [name, other] : others)
      EXPECT_FALSE(judged(certificate, other).valid) << kind << ", " << name;
  }
}

TEST(Certificate, IsOfTheDataScaledAsItSays) {
  for (const auto& [scale, name] : enum_names(ScalingKind{})) {
    if (scale == ScalingKind::automatic) continue;  // certificates state what it chose
    Dataset scaled = apart();
    Scaling::fit(scale, scaled.matrix).apply(scaled.matrix);
    Certificate certificate = honest(scaled, true, "margin");
    certificate.data = subject_of(apart(), true);
    for (const auto& [said, said_name] : enum_names(ScalingKind{})) {
      if (said == ScalingKind::automatic) continue;
      certificate.data.scale = said;
      EXPECT_EQ(judged(certificate, apart()).valid, said == scale) << name << " as " << said_name;
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
