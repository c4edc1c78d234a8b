// Margins of each class against the rest and of each pair: the table agrees with the two-class
// search on the rows of these classes alone, and every claim of its certificate is checked.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certificates.h"
#include "class_data.h"
#include "data/lift.h"
#include "model/margins.h"
#include "oracle.h"

namespace perceptron::core::test {
namespace {

// The rows of the two sides, labelled 0 and 1.
Dataset two_sides(const Dataset& data, const Scheme::Sides& sides) {
  Grid points;
  Labels labels;
  const Grid rows = grid(data.matrix);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool positive = data.labels[i] == sides.positive;
    if (!positive && sides.negative && data.labels[i] != *sides.negative) continue;
    points.push_back(rows[i]);
    labels.push_back(positive ? 1 : 0);
  }
  return dataset(points, labels);
}

RC_GTEST_PROP(ClassMargins, AreThoseOfTheRowsOfTheirClassesAlone, (std::uint64_t seed)) {
  Random random(seed);
  Listener silent;
  const Dataset data = class_data(random, 3 + random.below(2), {.features = 3, .rows = 12});
  MarginSettings settings;
  settings.multiclass = random.below(2) == 0 ? Multiclass::one_vs_rest : Multiclass::one_vs_one;
  settings.offset = random.below(3) > 0;
  if (random.below(4) == 0) settings.lift = 2;
  settings.claim = kind_of(kKinds[random.below(kKinds.size())]);
  const MarginResult found = find_margin(data, settings, silent);
  const std::uint64_t classes = data.classes.size();
  RC_ASSERT(
      found.parts.size() ==
      (settings.multiclass == Multiclass::one_vs_rest ? classes : classes * (classes - 1) / 2));
  bool all = true;
  for (const MarginPart& part : found.parts) {
    Dataset alone = two_sides(data, part.sides);
    if (settings.lift) lift(alone, *settings.lift);
    const bool offset = settings.offset && !settings.lift;
    const WidestMargin widest = optimum_of(examples_of(alone), offset);
    RC_ASSERT(part.widest.separable == widest.separable);
    RC_ASSERT(part.widest.touching == widest.touching);
    RC_ASSERT(part.widest.margin.lower <= widest.margin.upper);
    RC_ASSERT(widest.margin.lower <= part.widest.margin.upper);
    all = all && widest.separable == true;
  }
  RC_ASSERT(found.separable() == all);
  RC_ASSERT(found.certificate.has_value());
  RC_ASSERT(found.certificate->parts.size() == found.parts.size());
  const Verdict verdict = verdict_of(data, *found.certificate);
  RC_ASSERT(verdict.valid);
  RC_ASSERT(verdict.parts.size() == found.parts.size());
}

RC_GTEST_PROP(ClassMargins, OfEachAgainstTheRestImplyTogetherAndTogetherImpliesPairs,
              (std::uint64_t seed)) {
  Random random(seed);
  Listener silent;
  const Dataset data = class_data(random, 3, {.features = 3, .rows = 9});
  const auto separable = [&](Multiclass multiclass) {
    MarginSettings settings;
    settings.multiclass = multiclass;
    return find_margin(data, settings, silent).separable().value();
  };
  if (separable(Multiclass::one_vs_rest)) RC_ASSERT(separable(Multiclass::joint));
  if (separable(Multiclass::joint)) RC_ASSERT(separable(Multiclass::one_vs_one));
}

// A change in one claim of a list makes it false, or true of something else; never accepted and
// false.
RC_GTEST_PROP(ClassMargins, ForgedListsAreRefusedOrTrue, (std::uint64_t seed)) {
  Random random(seed);
  Listener silent;
  const Dataset data = class_data(random, 3, {.features = 3, .rows = 9});
  MarginSettings settings;
  settings.multiclass = random.below(2) == 0 ? Multiclass::one_vs_rest : Multiclass::one_vs_one;
  settings.claim = random.below(2) == 0 ? CertificateKind::separator : CertificateKind::margin;
  Certificate list = *find_margin(data, settings, silent).certificate;
  Certificate& part = list.parts[random.below(list.parts.size())];
  const std::vector<std::string*> numbers = numbers_of(part);
  switch (random.below(5)) {
    case 0:
      if (!numbers.empty()) {
        std::string& text = *numbers[random.below(numbers.size())];
        text = mpq_class(number(text) * (random.below(2) == 0 ? 2 : -1)).get_str();
      }
      break;
    case 1:
      part.positive = static_cast<std::uint32_t>(random.below(4));
      break;
    case 2:
      part.negative = static_cast<std::uint32_t>(random.below(4));
      break;
    case 3:
      part.negative.reset();
      break;
    default:
      if (!part.points.empty())
        part.points[random.below(part.points.size())] = random.below(data.rows() + 1);
  }
  if (!verdict_of(data, list).valid) return;
  for (const Certificate& claim : list.parts) {
    const Dataset alone = two_sides(data, {claim.positive, claim.negative});
    const WidestMargin truth = optimum_of(examples_of(alone), true);
    if (claim.kind == CertificateKind::inseparable) {
      RC_ASSERT(truth.separable == false);
    } else if (claim.kind == CertificateKind::separator) {
      RC_ASSERT(truth.separable == true);
    } else {
      RC_ASSERT(number_of(claim.lower) <= truth.margin.upper);
      RC_ASSERT(number_of(claim.upper) >= truth.margin.lower);
    }
  }
}

Dataset corners() {
  Dataset data = dataset({{0, 0}, {4, 0}, {0, 3}, {5, 0}}, {0, 1, 2, 1});
  data.classes = Classes({"a", "b", "c"});
  return data;
}

TEST(ClassMargins, ListsNameClassesOnce) {
  Listener silent;
  MarginSettings settings;
  settings.multiclass = Multiclass::one_vs_one;
  const Dataset data = corners();
  const Certificate honest = *find_margin(data, settings, silent).certificate;
  EXPECT_TRUE(verdict_of(data, honest).valid);
  Certificate twice = honest;
  twice.parts.push_back(honest.parts[0]);
  expect_refused(data, twice, "repeats");
  Certificate itself = honest;
  itself.parts[0].negative = itself.parts[0].positive;
  expect_refused(data, itself, "itself");
  Certificate unknown = honest;
  unknown.parts[0].positive = 3;
  expect_refused(data, unknown, "class that the data does not have");
  Certificate none = honest;
  none.parts.clear();
  expect_refused(data, none, "empty");
  // A row of class c in a claim about a and b.
  Certificate other = honest;
  other.parts[0].points[0] = 2;
  const Verdict verdict = verdict_of(data, other);
  EXPECT_FALSE(verdict.valid);
  EXPECT_FALSE(verdict.parts[0].valid);
  EXPECT_TRUE(verdict.parts[1].valid);
  EXPECT_TRUE(contains(verdict.parts[0].reason, "not about"));
}

TEST(ClassMargins, ListsHoldNoListsAndNoOtherClaims) {
  Listener silent;
  MarginSettings settings;
  settings.multiclass = Multiclass::one_vs_rest;
  const auto honest =
      OrderedJson::parse(encode_certificate(*find_margin(corners(), settings, silent).certificate));
  const auto damage_of = [](const OrderedJson& changed) {
    std::string damage;
    decoded(sealed(changed), damage);
    return damage;
  };
  EXPECT_EQ(damage_of(honest), "");
  for (const char* kind : {"list", "optimality", "joint-margin", "joint-optimality", "truth"}) {
    OrderedJson nested = honest;
    nested["parts"][0]["kind"] = kind;
    EXPECT_NE(damage_of(nested), "") << kind;
  }
  for (const char* field : {"positive", "kind", "claim"}) {
    OrderedJson without = honest;
    without["parts"][1].erase(field);
    EXPECT_NE(damage_of(without), "") << field;
  }
  OrderedJson zero = honest;
  zero["parts"][0]["positive"] = 0;
  EXPECT_NE(damage_of(zero), "");
  OrderedJson object = honest;
  object["parts"] = OrderedJson::object();
  EXPECT_NE(damage_of(object), "");
}

TEST(ClassMargins, OfTwoClassesAreTheirMarginWhateverTheScheme) {
  Listener silent;
  for (const Multiclass multiclass :
       {Multiclass::joint, Multiclass::one_vs_rest, Multiclass::one_vs_one}) {
    MarginSettings settings;
    settings.multiclass = multiclass;
    const MarginResult found = find_margin(apart(), settings, silent);
    EXPECT_FALSE(found.joint);
    EXPECT_TRUE(found.parts.empty());
    EXPECT_EQ(found.certificate->kind, CertificateKind::margin);
  }
}

TEST(ClassMargins, OfTooManyClassesTogetherAreRefused) {
  Listener silent;
  Grid points;
  Labels labels;
  Names names;
  for (std::uint32_t k = 0; k <= 2000; ++k) {
    points.push_back({static_cast<double>(k)});
    labels.push_back(k);
    names.push_back(std::to_string(k));
  }
  Dataset data = dataset(points, labels);
  data.classes = Classes(names);
  EXPECT_THROW(find_margin(data, {}, silent), Error);
}

TEST(ClassMargins, TogetherHaveNoMistakeBound) {
  Listener silent;
  MarginSettings settings;
  settings.claim = CertificateKind::mistake_bound;
  EXPECT_THROW(find_margin(corners(), settings, silent), Error);
}

}  // namespace
}  // namespace perceptron::core::test
