// What train, validate and tune do where no learner is named.

#include <string>

#include "certificates.h"
#include "model/file.h"
#include "support.h"
#include "unlike_rows.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

Json option_of(const std::string& path, const std::string& name) {
  const Model model = load_model(path);
  for (const auto& [option, value] : model.origin.options) {
    if (option == name) return value;
  }
  return nullptr;
}

// ---- Defaults ----

TEST(Defaults, WithoutALearnerAreTheAveragedPerceptronOnColumnsOfLikeSize) {
  const Folder folder;
  const std::string data = folder.file("unlike.csv", rows_of_sizes(700));
  const std::string model = folder.path("model");
  const Json json = run_json({"train", data, "-q", "-o", model});
  EXPECT_EQ(json["learner"], "averaged");
  EXPECT_EQ(json["scale"]["kind"], "standard");
  EXPECT_EQ(json["scale"]["sizes"], "unlike");
  EXPECT_NEAR(json["scale"]["factor"].get<double>(), 700, 3);
  EXPECT_EQ(load_model(model).scaling.kind, ScalingKind::standard);
  EXPECT_EQ(option_of(model, "scale"), "standard");
  // The model is the one that its options make.
  const std::string named = folder.path("named");
  ASSERT_EQ(run_program(
                {"train", data, "--learner", "averaged", "--scale", "standard", "-q", "-o", named})
                .status,
            0);
  EXPECT_EQ(read_text(model), read_text(named));
}

TEST(Defaults, LeaveColumnsOfLikeSizeAndSparseRowsAsTheyAre) {
  const Folder folder;
  const std::string alike = folder.file("alike.csv", rows_of_sizes(2));
  EXPECT_EQ(run_json({"train", alike, "-q"})["scale"]["kind"], "none");
  EXPECT_EQ(run_json({"train", alike, "-q"})["scale"]["sizes"], "alike");
  const std::string sparse = folder.file("rows.libsvm", "a 1:1\nb 2:5000\na 1:2\nb 2:9000\n");
  EXPECT_EQ(run_json({"train", sparse, "-q"})["scale"]["kind"], "none");
  EXPECT_EQ(run_json({"train", sparse, "-q"})["scale"]["sizes"], "sparse");
}

TEST(Defaults, AreNotThoseOfALearnerOrAScalingThatIsNamed) {
  const Folder folder;
  const std::string data = folder.file("unlike.csv", rows_of_sizes(700));
  const std::string model = folder.path("model");
  for (const char* learner : {"averaged", "perceptron", "logistic"}) {
    const Json json = run_json({"train", data, "--learner", learner, "-q", "-o", model});
    EXPECT_FALSE(json.contains("scale")) << learner;
    EXPECT_EQ(load_model(model).scaling.kind, ScalingKind::none) << learner;
  }
  const Json json = run_json({"train", data, "--scale", "maxabs", "-q", "-o", model});
  EXPECT_EQ(json["learner"], "averaged");
  EXPECT_EQ(load_model(model).scaling.kind, ScalingKind::maxabs);
}

TEST(Defaults, AreSaidInOneLineOfTheSummary) {
  const Folder folder;
  const std::string data = folder.file("unlike.csv", rows_of_sizes(700));
  const std::string unlike = run_program({"train", data}).out;
  EXPECT_TRUE(contains(unlike,
                       "\nno learner was named: averaged, with standardised columns (--scale "
                       "standard), because their sizes differ 700-fold\n"))
      << unlike;
  const std::string alike = run_program({"train", folder.file("alike.csv", rows_of_sizes(1))}).out;
  EXPECT_TRUE(contains(alike,
                       "\nno learner was named: averaged, with columns as they are (--scale none), "
                       "because they are of like size\n"))
      << alike;
  const std::string asked =
      run_program({"train", data, "--learner", "hinge", "--scale", "auto"}).out;
  EXPECT_TRUE(contains(asked, "\n--scale auto: standardised columns (--scale standard), because"))
      << asked;
  EXPECT_TRUE(contains(run_program({"train", data, "--scale", "none"}).out,
                       "\nno learner was named: averaged\n"));
  EXPECT_FALSE(
      contains(run_program({"train", data, "--learner", "averaged"}).out, "no learner was named"));
}

TEST(Defaults, OfAWarmStartAreTheLearnerOfItsModel) {
  const Folder folder;
  const std::string data = folder.file("unlike.csv", rows_of_sizes(700));
  const std::string first = folder.path("first");
  const std::string next = folder.path("next");
  for (const char* learner : {"perceptron", "averaged", "logistic"}) {
    ASSERT_EQ(run_program({"train", data, "--learner", learner, "--scale", "standard", "--epochs",
                           "2", "-q", "-o", first})
                  .status,
              0);
    const Outcome outcome = run_program({"train", data, "--start", first, "-o", next});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, std::string("no learner was named: ") + learner + ", as in "))
        << outcome.out;
    EXPECT_EQ(load_model(next).origin.learner, learner);
    EXPECT_EQ(load_model(next).scaling.kind, ScalingKind::standard);
  }
}

TEST(Defaults, OfStreamedRowsAreThoseOfRowsInMemory) {
  const Folder folder;
  for (const double times : {700.0, 2.0}) {
    const std::string data = folder.file("rows.csv", rows_of_sizes(times));
    const Words words = {"train", data, "--order", "file", "-q", "-o"};
    ASSERT_EQ(run_program(words + Words{folder.path("memory")}).status, 0);
    ASSERT_EQ(run_program(words + Words{folder.path("stream"), "--memory", "64M"}).status, 0);
    const Model whole = load_model(folder.path("memory"));
    const Model streamed = load_model(folder.path("stream"));
    EXPECT_EQ(streamed.origin.learner, "averaged");
    EXPECT_EQ(streamed.scaling.kind, times > 3 ? ScalingKind::standard : ScalingKind::none);
    EXPECT_EQ(streamed.scaling.scale, whole.scaling.scale);
    EXPECT_EQ(streamed.planes[0].weights, whole.planes[0].weights);
  }
}

TEST(Defaults, OfValidateAndTuneAreThoseOfTrain) {
  const Folder folder;
  const std::string data = folder.file("unlike.csv", rows_of_sizes(700));
  const Words folds = {"--folds", "4", "-q"};
  const Json validated = run_json(Words{"validate", data} + folds);
  const Words named = {"--learner", "averaged", "--scale", "standard"};
  EXPECT_EQ(validated["learner"], "averaged");
  EXPECT_EQ(validated["accuracy"], run_json(Words{"validate", data} + named + folds)["accuracy"]);
  EXPECT_NE(validated["accuracy"],
            run_json(Words{"validate", data, "--learner", "averaged"} + folds)["accuracy"]);
  const Words grid = {"--grid", "epochs=7"};
  const std::string model = folder.path("model");
  const Json tuned = run_json(Words{"tune", data, "-o", model} + grid + folds);
  EXPECT_EQ(tuned["accuracy"], run_json(Words{"tune", data} + named + grid + folds)["accuracy"]);
  EXPECT_EQ(load_model(model).scaling.kind, ScalingKind::standard);
  EXPECT_EQ(option_of(model, "scale"), "standard");
}

TEST(Defaults, OfTuneYieldToAGridThatNamesALearnerOrAScaling) {
  const Folder folder;
  const std::string data = folder.file("unlike.csv", rows_of_sizes(700));
  const std::string model = folder.path("model");
  const auto tuned = [&](const std::string& grid) {
    run_json({"tune", data, "--grid", grid, "--folds", "3", "-q", "-o", model});
    return load_model(model);
  };
  EXPECT_EQ(tuned("learner=averaged").scaling.kind, ScalingKind::none);
  EXPECT_EQ(tuned("scale=maxabs").scaling.kind, ScalingKind::maxabs);
  EXPECT_EQ(tuned("scale=maxabs").origin.learner, "averaged");
  // auto beside the others: here it is the same as standard.
  const Json json =
      run_json({"tune", data, "--grid", "scale=none,standard,auto", "--folds", "3", "-q"});
  EXPECT_EQ(json["grid"][2]["scale"], "auto");
  EXPECT_EQ(json["grid"][2]["accuracy"], json["grid"][1]["accuracy"]);
  EXPECT_NE(json["grid"][2]["accuracy"], json["grid"][0]["accuracy"]);
}

TEST(Defaults, OfValidateAreSaidAsARemark) {
  const Folder folder;
  const std::string data = folder.file("unlike.csv", rows_of_sizes(700));
  const Outcome outcome =
      run_program({"validate", data, "--folds", "3", "--against", "learner=logistic"});
  EXPECT_TRUE(contains(outcome.err, "\nno learner was named: averaged, with --scale auto"))
      << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "no learner")) << outcome.out;
}

}  // namespace
}  // namespace perceptron::core::test
