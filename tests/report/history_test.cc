// What the course of a training proves about the widest margin.

#include "report/history.h"

#include "certify/widest_margin.h"
#include "data/generate.h"
#include "model/fit.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

TEST(ClosingInterval, HoldsTheWidestMarginAndOnlyTightens) {
  for (const std::uint64_t dimensions : {2U, 3U, 6U}) {
    for (const bool with_offset : {false, true}) {
      GenerateSettings settings;
      settings.rows = 400;
      settings.dimensions = dimensions;
      settings.margin = 0.6;
      settings.seed = dimensions;
      const Dataset data = generate_dataset(GeneratorKind::ball, settings);
      const Examples examples{data.matrix.view(), data.labels};
      const SignedRows points(examples, Targets::binary(), 0,
                              with_offset ? Offset::constant : Offset::none);
      LearnSettings learn;
      learn.offset = with_offset;
      History history;
      const Targets targets = Targets::binary();
      FitRequest request{examples, targets, {&learn, 1}, 2};
      request.tracer = &history;
      Notes notes;
      const auto fits = fit(request, notes);
      EXPECT_EQ(history.count(), fits[0].updates);
      const WidestMargin best = find_widest_margin(points, {}, notes);
      ASSERT_EQ(best.separable, true);
      const auto closing = margin_bounds_history(history, points, 50, 2, notes);
      ASSERT_FALSE(closing.empty());
      EXPECT_LE(closing.size(), 60U);
      for (std::size_t k = 0; k < closing.size(); ++k) {
        EXPECT_LE(closing[k].lower, best.margin.upper);
        EXPECT_GE(closing[k].upper, best.margin.lower);
        EXPECT_LE(closing[k].plane, closing[k].lower);
        if (k == 0) continue;
        EXPECT_LT(closing[k - 1].update, closing[k].update);
        EXPECT_LE(closing[k - 1].lower, closing[k].lower);
        EXPECT_GE(closing[k - 1].upper, closing[k].upper);
      }
      EXPECT_EQ(closing.back().update, history.count());
      EXPECT_EQ(closing.back().plane > 0, fits[0].converged);
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
