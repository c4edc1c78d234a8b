// Messages of the public API name settings as C++ does.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include <perceptron/perceptron.h>

namespace perceptron {
namespace {

std::string usage_error(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "no error";
}

Dataset clouds() { return generate(GeneratorKind::gaussians, {.rows = 60, .distance = 2}); }

TEST(ApiSpelling, SettingsAreNamedAsFields) {
  EXPECT_EQ(
      usage_error([] { train(clouds(), {.certify = true}); }),
      "certify goes with learner = hinge, squared-hinge, logistic, softmax, crammer-singer or "
      "pegasos");
  EXPECT_EQ(usage_error([] {
              train(clouds(), {.learn = {.early_stop = 2}});
            }).rfind("early_stop: expected a number from 0 to 0.9", 0),
            0U);
  EXPECT_EQ(
      usage_error([] { cross_validate(clouds(), {}, {.order = static_cast<SplitOrder>(7)}); }),
      "order: expected one of shuffle|file, found the number 7");
  EXPECT_EQ(usage_error([] {
              cross_validate(clouds(), {}, {.leave_one_out = true, .holdout = 0.5});
            }).find("leave-one-out"),
            std::string::npos);
}

TEST(ApiSpelling, AxesOfAGridAreNamedAsFields) {
  const std::string names = usage_error([] { tune(clouds(), {}, {{"colour", {"red"}}}); });
  EXPECT_NE(names.find("early_stop"), std::string::npos) << names;
  EXPECT_EQ(names.find('-'), std::string::npos) << names;
  for (const char* name : {"early_stop", "early-stop"}) {
    const Tuning tuning = tune(clouds(), {}, {{name, {0.1, 0.2}}});
    ASSERT_EQ(tuning.points.size(), 2U);
    EXPECT_EQ(tuning.points[1].settings.learn.early_stop, 0.2);
  }
  EXPECT_NE(usage_error([] {
              tune(clouds(), {}, {{"early_stop", {0.1}}, {"early-stop", {0.2}}});
            }).find("early_stop is given twice"),
            std::string::npos);
}

}  // namespace
}  // namespace perceptron
