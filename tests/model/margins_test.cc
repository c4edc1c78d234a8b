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
  const Verdict verdict = judged(*found.certificate, apart());
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
      const Verdict verdict = judged(*found.certificate, apart());
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
  EXPECT_TRUE(judged(*found.certificate, crossing()).valid);
}

// The perceptron's updates bound the margin from above, its plane from below.
TEST(Margins, SearchKeepsItsPromiseAndProvesIt) {
  Listener silent;
  MarginSettings settings;
  settings.lift = 1;
  settings.threads = 2;
  const std::vector<double> lambdas = {1.1, 2};
  const MarginStudy study = study_margin(apart(), settings, lambdas, {}, silent);
  const WidestMargin& best = study.result.widest;
  ASSERT_EQ(study.searches.size(), 2U);
  for (const MarginSearchResult& result : study.searches) {
    ASSERT_TRUE(result.margin);
    EXPECT_GE(result.margin->upper, best.margin.lower / (result.lambda * result.lambda));
    EXPECT_LE(result.margin->lower, best.margin.upper);
    const auto certificate = certify_search(study.data, result);
    ASSERT_TRUE(certificate);
    const Verdict verdict = judged(*certificate, apart());
    EXPECT_TRUE(verdict.valid) << verdict.reason;
    EXPECT_EQ(verdict.kind, CertificateKind::margin);
  }
  const auto alone = study_margin(apart(), settings, std::vector<double>{2}, {}, silent).searches;
  ASSERT_EQ(alone.size(), 1U);
  EXPECT_EQ(study.searches[1].search.total_updates, alone[0].search.total_updates);
}

TEST(Margins, SearchRefusesARadiusThatARowExceeds) {
  Listener silent;
  MarginSearchSettings settings;
  const auto search = [&](double radius) {
    settings.radius = radius;
    return study_margin(apart(), {}, std::vector<double>{2}, settings, silent).searches.at(0);
  };
  EXPECT_THROW(search(1), Error);
  EXPECT_EQ(search(100).search.rounds.at(0).guess, 100);  // the first guess is the radius
}

// Without a plane no guess is small enough.
TEST(Margins, WithoutAPlaneThatSeparatesThereIsNoSearch) {
  Listener silent;
  const MarginStudy study = study_margin(crossing(), {}, std::vector<double>{1.1, 2}, {}, silent);
  EXPECT_EQ(study.result.widest.separable, false);
  EXPECT_TRUE(study.result.certificate);
  EXPECT_TRUE(study.searches.empty());
}

TEST(Margins, SearchLiftsRowsWherePlanesMayHaveAnOffsetAndSaysSo) {
  struct Notes : Listener {
    void note(const Message& sentence) override { texts.push_back(sentence.text()); }
    std::vector<std::string> texts;
  } notes;
  const std::vector<double> lambdas = {2};
  EXPECT_EQ(study_margin(apart(), {}, lambdas, {}, notes).data.lift, 1);
  ASSERT_EQ(notes.texts.size(), 1U);
  EXPECT_NE(notes.texts[0].find("a 1 is appended to each row"), std::string::npos);
  MarginSettings lifted;
  lifted.lift = 3;
  EXPECT_EQ(study_margin(apart(), lifted, lambdas, {}, notes).data.lift, 3);
  EXPECT_FALSE(study_margin(apart(), {}, {}, {}, notes).data.lift);
  EXPECT_EQ(notes.texts.size(), 1U);
}

TEST(Margins, SearchSettingsOutOfRangeAreRefused) {
  Listener silent;
  for (const double lambda : {1.0, 0.5, 1e7, std::nan("")})
    EXPECT_THROW(study_margin(apart(), {}, std::vector<double>{2, lambda}, {}, silent), Error);
  MarginSearchSettings search;
  search.coefficient = -1.0;
  EXPECT_THROW(study_margin(apart(), {}, std::vector<double>{2}, search, silent), Error);
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
