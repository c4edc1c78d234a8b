// How the classes are separated and which coefficients are infinite, against linear programs solved
// in fractions; and forged claims about it.

#include "certify/separation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "certificates.h"
#include "certify/claims.h"
#include "oracle.h"

namespace perceptron::core::test {
namespace {

Diagnosis diagnosis_of(const Dataset& data, bool offset) {
  Listener silent;
  const Examples examples = examples_of(data);
  const SignedRows points(examples, Targets::binary(), 0, offset ? Offset::constant : Offset::none);
  return diagnose_separation(points, optimum_of(examples, offset), {}, silent);
}

Certificate certificate_of(const Dataset& data, bool offset) {
  return certify_separation(subject_of(data, offset), diagnosis_of(data, offset));
}

// ---- What linear programs say ----

// Whether the last of the vectors depends on the others.
bool depends(std::vector<Numbers> vectors) {
  std::vector<Numbers> basis;
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    Numbers v = vectors[k];
    for (const Numbers& b : basis) {
      std::size_t pivot = 0;
      while (b[pivot] == 0) ++pivot;
      const mpq_class factor = v[pivot] / b[pivot];
      for (std::size_t i = 0; i < v.size(); ++i) v[i] -= factor * b[i];
    }
    const bool zero = std::all_of(v.begin(), v.end(), [](const mpq_class& x) { return x == 0; });
    if (k + 1 == vectors.size()) return zero;
    if (!zero) basis.push_back(v);
  }
  return false;
}

struct Truth {
  Separation separation = Separation::none;
  std::vector<std::uint64_t> on_plane;
  std::map<std::uint64_t, int> infinite;
  std::vector<std::uint64_t> undetermined;
  std::vector<std::uint64_t> aliased;
};

Truth truth_of(const Dataset& data, bool offset) {
  const std::uint64_t features = data.features();
  std::vector<Numbers> z;
  for (const Point& x : grid(data.matrix)) {
    const int y = data.labels[z.size()] == 1 ? 1 : -1;
    Numbers row;
    if (offset) row.emplace_back(y);
    for (const double value : x) row.emplace_back(y * mpq_class(value));
    z.push_back(row);
  }
  Truth truth;
  for (std::size_t i = 0; i < z.size(); ++i) {
    Numbers opposite = z[i];
    for (mpq_class& x : opposite) x = -x;
    if (in_cone(z, opposite)) truth.on_plane.push_back(i);
  }
  truth.separation = truth.on_plane.empty()              ? Separation::complete
                     : truth.on_plane.size() == z.size() ? Separation::none
                                                         : Separation::quasi_complete;
  std::vector<Numbers> columns;  // that do not depend on those before them
  std::vector<std::uint64_t> kept;
  for (std::uint64_t c = 0; c < z[0].size(); ++c) {
    const std::uint64_t feature = !offset ? c : c == 0 ? features : c - 1;
    Numbers& column = columns.emplace_back();
    for (const Numbers& row : z) column.push_back(row[c]);
    if (depends(columns)) {
      columns.pop_back();
      truth.aliased.push_back(feature);
    } else {
      kept.push_back(feature);
    }
  }
  std::vector<Numbers> reduced(z.size());
  for (const Numbers& column : columns) {
    for (std::size_t i = 0; i < z.size(); ++i) reduced[i].push_back(column[i]);
  }
  for (std::size_t k = 0; k < kept.size(); ++k) {
    Numbers unit(kept.size());
    unit[k] = 1;
    const bool never_below = in_cone(reduced, unit);
    unit[k] = -1;
    const bool never_above = in_cone(reduced, unit);
    if (never_below != never_above) truth.infinite[kept[k]] = never_below ? 1 : -1;
    if (!never_below && !never_above) truth.undetermined.push_back(kept[k]);
  }
  std::sort(truth.undetermined.begin(), truth.undetermined.end());
  return truth;
}

// Rows of both classes on planes, in few dimensions; lifted, with constant or repeated features.
Dataset sample_data(Random& random) {
  Sample sample = any_sample(random, {.features = 4, .rows = 12});
  const std::uint64_t lift = random.below(8);
  for (Point& x : sample.points) {
    if (lift == 0) x.push_back(2);
    if (lift == 1) x.insert(x.begin(), x[0]);
    if (lift == 2) x.push_back(x[0] - 1);
    if (lift == 3) x.insert(x.begin(), 0);
  }
  return dataset(sample.points, sample.labels);
}

RC_GTEST_PROP(Separation, IsWhatLinearProgramsSay, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = sample_data(random);
  const Truth truth = truth_of(data, offset);
  const Diagnosis found = diagnosis_of(data, offset);
  RC_ASSERT(found.separation == truth.separation);
  RC_ASSERT(found.on_plane == truth.on_plane);
  RC_ASSERT(found.has_coefficients);
  std::map<std::uint64_t, int> infinite;
  for (const CoefficientProof& each : found.infinite) infinite[each.feature] = each.sign;
  RC_ASSERT(infinite == truth.infinite);
  RC_ASSERT(found.undetermined == truth.undetermined);
  std::vector<std::uint64_t> aliased;
  for (const AliasedFeature& each : found.aliased) aliased.push_back(each.feature);
  RC_ASSERT(aliased == truth.aliased);
  const Verdict verdict = verdict_of(data, certify_separation(subject_of(data, offset), found));
  if (!verdict.valid) RC_FAIL(verdict.reason);
}

// So that the property is not one about a single sort of data.
TEST(Separation, OfTheSamplesIsOfEveryKind) {
  std::map<Separation, int> kinds;
  int infinite = 0;
  int undetermined = 0;
  int aliased = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Diagnosis found = diagnosis_of(sample_data(random), seed % 2 == 0);
    ++kinds[found.separation.value()];
    infinite += found.infinite.empty() ? 0 : 1;
    undetermined += found.undetermined.empty() ? 0 : 1;
    aliased += found.aliased.empty() ? 0 : 1;
  }
  for (const auto& [separation, name] : enum_names(Separation{}))
    EXPECT_GT(kinds[separation], 30) << name;
  EXPECT_GT(infinite, 30);
  EXPECT_GT(undetermined, 30);
  EXPECT_GT(aliased, 30);
}

// ---- Data of which the answer is known ----

// The likelihood falls in no direction: only the offset and the slope of the first feature grow.
TEST(Separation, OfOnePointOnTheBoundaryIsQuasiComplete) {
  const Dataset data = dataset({{1}, {2}, {3}, {3}, {4}}, {0, 0, 0, 1, 1});
  const Diagnosis found = diagnosis_of(data, true);
  EXPECT_EQ(found.separation, Separation::quasi_complete);
  EXPECT_EQ(found.on_plane, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_TRUE(found.at_one_point);
  ASSERT_EQ(found.infinite.size(), 2U);
  EXPECT_EQ(found.infinite[0].feature, 0U);
  EXPECT_EQ(found.infinite[0].sign, 1);
  EXPECT_EQ(found.infinite[1].feature, 1U);  // the offset
  EXPECT_EQ(found.infinite[1].sign, -1);
}

// A category that only one class has, beside two whose rows overlap: the last of the three columns
// is the reference.
TEST(Separation, OfACategoryWithoutOneClassMakesItsCoefficientInfinite) {
  const Dataset data =
      dataset({{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
              {1, 1, 0, 1, 0, 1, 1});
  const Diagnosis found = diagnosis_of(data, true);
  EXPECT_EQ(found.separation, Separation::quasi_complete);
  EXPECT_EQ(found.on_plane, (std::vector<std::uint64_t>{2, 3, 4, 5, 6}));
  EXPECT_FALSE(found.at_one_point);
  ASSERT_EQ(found.infinite.size(), 1U);
  EXPECT_EQ(found.infinite[0].feature, 0U);
  EXPECT_EQ(found.infinite[0].sign, 1);
  ASSERT_EQ(found.aliased.size(), 1U);
  EXPECT_EQ(found.aliased[0].feature, 2U);
  EXPECT_TRUE(found.undetermined.empty());
}

// Two features that separate alike: either may be 0, or negative if the other is large.
TEST(Separation, WithSeveralDirectionsLeavesSignsOpen) {
  const Dataset data = dataset({{-2, -1}, {-1, -2}, {1, 2}, {2, 1}}, {0, 0, 1, 1});
  const Diagnosis found = diagnosis_of(data, true);
  EXPECT_EQ(found.separation, Separation::complete);
  EXPECT_TRUE(found.infinite.empty());
  EXPECT_EQ(found.undetermined, (std::vector<std::uint64_t>{0, 1, 2}));
}

TEST(Separation, OfClassesThatOverlapLeavesAllCoefficientsFinite) {
  const Diagnosis found = diagnosis_of(crossing(), true);
  EXPECT_EQ(found.separation, Separation::none);
  EXPECT_EQ(found.on_plane.size(), 4U);
  EXPECT_TRUE(found.has_coefficients);
  EXPECT_TRUE(found.infinite.empty());
  EXPECT_TRUE(found.undetermined.empty());
}

// ---- Forged claims ----

std::string refusal(const Dataset& data, const Certificate& certificate) {
  const Verdict verdict = verdict_of(data, certificate);
  return verdict.valid ? "" : verdict.reason;
}

TEST(SeparationCertificate, OfEverySortComesBackAsItWasWritten) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Certificate certificate = certificate_of(sample_data(random), seed % 2 == 0);
    const std::string text = encode_certificate(certificate);
    std::string damage;
    EXPECT_EQ(encode_certificate(decoded(text, damage)), text);
    EXPECT_EQ(damage, "");
  }
}

TEST(SeparationCertificate, ThatSaysMoreThanIsTrueIsRefused) {
  const Dataset data = dataset({{1, 5}, {2, 5}, {3, 5}, {3, 5}, {4, 5}}, {0, 0, 0, 1, 1});
  const Certificate honest = certificate_of(data, true);
  EXPECT_EQ(refusal(data, honest), "");
  ASSERT_EQ(honest.infinite.size(), 2U);
  ASSERT_EQ(honest.aliased.size(), 1U);

  Certificate forged = honest;
  forged.separation = Separation::complete;
  EXPECT_NE(refusal(data, forged), "");
  forged.separation = Separation::none;
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.infinite[0].sign = -1;
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.infinite[0].weights[0] = "-1";
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.infinite.push_back(forged.infinite[0]);
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.infinite[0].feature = forged.aliased[0].feature;
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.infinite[0].rows = {2, 3};  // both on the plane
  forged.infinite[0].weights = {"1", "1"};
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.aliased.clear();  // then the sums are not of one coefficient
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.aliased[0].direction = {"0", "0", "0"};
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.aliased[0].direction = {"0", "1", "0"};
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.aliased[0].feature = 0;
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.points.pop_back();
  forged.alpha.pop_back();
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.alpha[0] = "2";
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  for (std::string& number : forged.plane) number = "0";
  EXPECT_NE(refusal(data, forged), "");
  forged = honest;
  forged.plane.pop_back();
  EXPECT_NE(refusal(data, forged), "");
}

// No edit of a true claim makes a false one that is accepted.
RC_GTEST_PROP(SeparationCertificate, ThatIsForgedIsRefusedOrTrue,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Dataset data = sample_data(random);
  const Truth truth = truth_of(data, offset);
  const Certificate honest = certificate_of(data, offset);
  const std::uint64_t dimensions = data.features() + (offset ? 1 : 0);
  for (int trial = 0; trial < 6; ++trial) {
    Certificate forged = honest;
    const auto any_text = [&](std::vector<std::string>& texts) {
      if (!texts.empty()) {
        static const std::vector<std::string> kNumbers = {"0", "1", "-1", "2", "1/2"};
        texts[random.below(texts.size())] = kNumbers[random.below(kNumbers.size())];
      }
    };
    const std::uint64_t edit = random.below(7);
    if (edit == 0) any_text(forged.plane);
    if (edit == 1) any_text(forged.alpha);
    if (edit == 2) forged.separation = static_cast<Separation>(random.below(3));
    if (edit == 3) {
      forged.infinite.push_back({random.below(dimensions), random.below(2) == 0 ? 1 : -1, {}, {}});
      for (std::uint64_t i = 0; i < data.rows(); ++i) {
        if (random.below(2) == 0) continue;
        forged.infinite.back().rows.push_back(i);
        forged.infinite.back().weights.push_back(std::to_string(1 + random.below(3)));
      }
    }
    if (edit == 4 && !forged.infinite.empty()) {
      CoefficientProof& proof = forged.infinite[random.below(forged.infinite.size())];
      if (random.below(2) == 0) proof.sign = -proof.sign;
      if (random.below(2) == 0) proof.feature = random.below(dimensions);
      if (random.below(2) == 0) any_text(proof.weights);
    }
    if (edit == 5 && !forged.aliased.empty()) {
      AliasedFeature& alias = forged.aliased[random.below(forged.aliased.size())];
      if (random.below(2) == 0) alias.feature = random.below(dimensions);
      if (random.below(2) == 0) any_text(alias.direction);
    }
    if (edit == 6 && !forged.points.empty()) {
      forged.points.pop_back();
      forged.alpha.pop_back();
    }
    if (!verdict_of(data, forged).valid) continue;
    RC_ASSERT(forged.separation == truth.separation);
    RC_ASSERT(forged.points.size() == truth.on_plane.size());
    if (forged.aliased.size() != honest.aliased.size()) continue;
    bool same = true;  // which of several features are aliased is a choice
    for (std::size_t k = 0; k < forged.aliased.size(); ++k)
      same = same && forged.aliased[k].feature == honest.aliased[k].feature;
    for (const CoefficientProof& each : forged.infinite) {
      if (same) {
        RC_ASSERT(truth.infinite.contains(each.feature));
        RC_ASSERT(truth.infinite.at(each.feature) == each.sign);
      }
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
