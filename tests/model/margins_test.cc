// The library's verbs about margins: find, search, measure, certify.

#include "model/margins.h"

#include <gtest/gtest.h>

#include <cmath>

#include "certificates.h"
#include "certify/verify.h"

namespace perceptron::core::test {
namespace {

// The widest margin of apart() is √5.
TEST(Margins, WidestOfFourPointsHasACertificateThatVerifies) {
  Listener silent;
  const MarginResult found = find_margin(apart(), {}, silent);
  ASSERT_EQ(found.widest.separable, true);
  EXPECT_LE(found.widest.margin.lower, kRoot5);
  EXPECT_GE(found.widest.margin.upper, kRoot5);
  ASSERT_TRUE(found.certificate);
  const Verdict verdict = verify(*found.certificate, apart());
  EXPECT_TRUE(verdict.valid) << verdict.reason;
  EXPECT_EQ(verdict.kind, CertificateKind::margin);
}

TEST(Margins, OfScaledAndLengthenedRowsHaveCertificatesOfTheRowsAsRead) {
  for (const auto& [scale, name] : enum_names(ScalingKind{})) {
    for (const bool lifted : {false, true}) {
      MarginSettings settings;
      settings.scale = scale;
      if (lifted) settings.lift = 3;
      Listener silent;
      const MarginResult found = find_margin(apart(), settings, silent);
      ASSERT_TRUE(found.certificate);
      const Verdict verdict = verify(*found.certificate, apart());
      EXPECT_TRUE(verdict.valid) << name << ' ' << lifted << ": " << verdict.reason;
    }
  }
}

TEST(Margins, NoCertificateIsMadeWhereNoClaimIsAskedFor) {
  MarginSettings settings;
  settings.claim.reset();
  Listener silent;
  EXPECT_FALSE(find_margin(apart(), settings, silent).certificate);
}

TEST(Margins, CertificateOfInseparableDataClaimsThat) {
  Listener silent;
  const MarginResult found = find_margin(crossing(), {}, silent);
  EXPECT_EQ(found.widest.separable, false);
  ASSERT_TRUE(found.certificate);
  EXPECT_EQ(found.certificate->kind, CertificateKind::inseparable);
  EXPECT_TRUE(verify(*found.certificate, crossing()).valid);
}

// The perceptron's updates bound the margin from above, its plane from below.
TEST(Margins, SearchKeepsItsPromiseAndProvesIt) {
  Listener silent;
  MarginSettings settings;
  settings.lift = 1;
  const MarginData data = prepare_margin(apart(), settings);
  const WidestMargin best = find_margin(data, settings, silent).widest;
  const std::vector<double> lambdas = {1.1, 2};
  const auto results = sweep_margin(data, lambdas, limit_search({}, best), 2, silent);
  ASSERT_EQ(results.size(), 2U);
  for (const MarginSearchResult& result : results) {
    ASSERT_TRUE(result.margin);
    EXPECT_GE(result.margin->upper, best.margin.lower / (result.lambda * result.lambda));
    EXPECT_LE(result.margin->lower, best.margin.upper);
    const auto certificate = certify_search(data, result);
    ASSERT_TRUE(certificate);
    const Verdict verdict = verify(*certificate, apart());
    EXPECT_TRUE(verdict.valid) << verdict.reason;
    EXPECT_EQ(verdict.kind, CertificateKind::margin);
  }
  EXPECT_EQ(results[1].search.total_updates, [&] {
    MarginSearchSettings alone;
    alone.lambda = 2;
    return search_margin(data, alone, silent).search.total_updates;
  }());
}

TEST(Margins, SearchRefusesARadiusThatARowExceeds) {
  Listener silent;
  const WidestMargin best = find_margin(apart(), {}, silent).widest;
  MarginSearchSettings settings;
  settings.radius = 1;
  EXPECT_THROW(limit_search(settings, best), Error);
  settings.radius = 100;
  EXPECT_EQ(limit_search(settings, best).radius, 100);
}

// Rows 1, 2 and 6, 5 and the plane 2x + y = 12 of apart(): distances 8/√5 and 5/√5.
TEST(Margins, OfRowsAreTheirDistancesFromThePlane) {
  const MarginData data = prepare_margin(apart(), {});
  const std::vector<double> plane = {2, 1};
  const auto margins = measure_rows(data, plane, -12);
  ASSERT_EQ(margins.size(), 4U);
  EXPECT_NEAR(margins[0], 8 / kRoot5, 1e-12);
  EXPECT_NEAR(margins[1], kRoot5, 1e-12);
  EXPECT_NEAR(margins[2], kRoot5, 1e-12);
  EXPECT_NEAR(margins[3], 9 / kRoot5, 1e-12);
  const auto interval = measure_plane(data, plane, -12, 1);
  ASSERT_TRUE(interval);
  EXPECT_LE(interval->lower, kRoot5);
  EXPECT_GE(interval->upper, kRoot5);
  EXPECT_THROW(measure_rows(data, std::vector<double>{0, 0}, 1), Error);
}

}  // namespace
}  // namespace perceptron::core::test
