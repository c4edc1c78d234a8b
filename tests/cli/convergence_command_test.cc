// train and tune with a loss: what is said where a result is not, or hardly, converged.

#include <filesystem>

#include "losses.h"

namespace perceptron::core::test {
namespace {

TEST(ConvergenceCommand, ALargeToleranceIsNoted) {
  const Folder folder;
  const std::string data = clouds(folder);
  for (const std::string& loss : kLossNames) {
    const auto noted = [&](const std::string& tolerance) {
      const Outcome outcome =
          run_program({"train", data, "--learner", loss, "--tolerance", tolerance});
      return contains(outcome.err, "even weights of 0 may count as converged");
    };
    EXPECT_TRUE(noted("1"));
    EXPECT_TRUE(noted("0.1"));
    EXPECT_FALSE(noted("0.09"));
  }
  const Outcome tuned = run_program(
      {"tune", data, "--learner", "hinge", "--grid", "tolerance=0.001,0.5", "--folds", "3"});
  EXPECT_TRUE(contains(tuned.err, "--tolerance 0.5")) << tuned.err;
}

TEST(ConvergenceCommand, StrictTurnsNotConvergedIntoStatusOne) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string model = folder.path("model");
  const Words few = {"train",    data, "--learner", "hinge", "--solver", "dual",
                     "--epochs", "1",  "--l2",      "1e-6",  "-o",       model};
  EXPECT_EQ(run_program(few).status, 0);
  const Outcome strict = run_program(few + Words{"--strict"});
  EXPECT_EQ(strict.status, 1);
  EXPECT_TRUE(contains(strict.err, "did not converge")) << strict.err;
  EXPECT_TRUE(std::filesystem::exists(model)) << "the model is saved all the same";
  EXPECT_EQ(run_program({"train", data, "--learner", "hinge", "--strict"}).status, 0);
  EXPECT_EQ(run_program({"tune", data, "--learner", "hinge", "--solver", "dual", "--epochs", "1",
                         "--grid", "l2=1e-6,1e-7", "--folds", "3", "--strict"})
                .status,
            1);
}

}  // namespace
}  // namespace perceptron::core::test
