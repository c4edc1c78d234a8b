// Long computations report progress, and end where the callback wants it.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <perceptron/perceptron.h>

namespace perceptron {
namespace {

// Every call that takes a callback.
struct Call {
  std::string name;
  std::string stage;
  std::function<void(const ProgressCallback&)> run;
};

std::vector<Call> calls() {
  const Dataset mixed = generate(GeneratorKind::gaussians, {.rows = 200, .distance = 1});
  const Dataset apart = generate(GeneratorKind::ball, {.rows = 200});
  return {
      {"train", "training",
       [=](const ProgressCallback& progress) { train(mixed, {.progress = progress}); }},
      {"train a loss", "training",
       [=](const ProgressCallback& progress) {
         train(mixed, {.learn = {.learner = Learner::hinge}, .progress = progress});
       }},
      {"cross_validate", "validating",
       [=](const ProgressCallback& progress) {
         cross_validate(mixed, {.threads = 2, .progress = progress});
       }},
      {"tune", "validating",
       [=](const ProgressCallback& progress) {
         tune(mixed, {.learn = {.learner = Learner::hinge}, .progress = progress},
              {{"l2", {0.1, 1}}});
       }},
      {"find_margin", "margin",
       [=](const ProgressCallback& progress) { find_margin(apart, {.progress = progress}); }},
      {"search_margin", "margin perceptron",
       [=](const ProgressCallback& progress) {
         search_margin(apart, 1.5, {.progress = progress});
       }},
  };
}

TEST(Progress, NamesTheStageAndNeverPassesTheTotal) {
  for (const Call& call : calls()) {
    std::uint64_t stages = 0;
    call.run([&](const Progress& progress) {
      stages += progress.stage == call.stage ? 1U : 0U;
      EXPECT_TRUE(progress.total == 0 || progress.done <= progress.total) << call.name;
      return true;
    });
    EXPECT_GT(stages, 0U) << call.name;
  }
}

TEST(Progress, EndsTheCallWhereTheCallbackReturnsFalse) {
  for (const Call& call : calls()) {
    std::uint64_t asked = 0;
    try {
      call.run([&](const Progress&) {
        ++asked;
        return false;
      });
      ADD_FAILURE() << call.name << " did not end";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::interrupted) << call.name;
    }
    EXPECT_EQ(asked, 1U) << call.name;
  }
}

TEST(Progress, DoesNotChangeTheResult) {
  const Dataset data = generate(GeneratorKind::gaussians, {.rows = 200, .distance = 1});
  const Training silent = train(data);
  const Training told = train(data, {.progress = [](const Progress&) { return true; }});
  EXPECT_EQ(std::vector(silent.model.weights().begin(), silent.model.weights().end()),
            std::vector(told.model.weights().begin(), told.model.weights().end()));
}

}  // namespace
}  // namespace perceptron
