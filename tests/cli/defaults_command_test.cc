// What train, validate and tune do where no learner is named, and what train advises.

#include <cmath>
#include <string>

#include "certificates.h"
#include "model/file.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

// Two columns that overlap, the second `times` as large as the first; both around 0.
std::string rows_of_sizes(double times, int rows = 300) {
  std::string text = "x,y,class\n";
  for (int i = 0; i < rows; ++i) {
    const double x = std::sin(1.7 * i);
    const double y = times * std::cos(2.3 * i);
    const bool odd = i % 11 == 0;
    text += std::to_string(x) + "," + std::to_string(y) + "," +
            ((x + y / times > 0) != odd ? "b" : "a") + "\n";
  }
  return text;
}

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
  EXPECT_NEAR(json["scale"]["factor"].get<double>(), 700, 1);
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

TEST(Defaults, AutomaticScalingOfMarginsIsTheOneThatItsCertificateStates) {
  const Folder folder;
  std::string text = "x,y,class\n";
  for (int i = 0; i < 30; ++i)
    text += std::to_string(i % 5) + "," + std::to_string(500 * (i % 3)) + "," +
            (i % 5 > 2 ? "b" : "a") + "\n";
  const std::string data = folder.file("apart.csv", text);
  const std::string proof = folder.path("proof.json");
  ASSERT_EQ(run_program({"margin", data, "--scale", "auto", "-q", "-o", proof}).status, 0);
  EXPECT_EQ(Json::parse(read_text(proof))["data"]["scale"], "standard");
  EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
}

// ---- Standard output ----

TEST(Summary, OfTrainIsItsResult) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", rows_of_sizes(1));
  const std::string model = folder.path("rows.model");
  const Outcome outcome = run_program({"train", data, "--learner", "averaged", "-o", model});
  EXPECT_TRUE(contains(outcome.out, "rows.csv: 300 rows, 2 features")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\nlearner averaged: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\nSaved to ")) << outcome.out;
  EXPECT_EQ(outcome.err, "");
  const Outcome streamed = run_program(
      {"train", data, "--learner", "averaged", "--memory", "64M", "--order", "file", "-o", model});
  EXPECT_TRUE(contains(streamed.out, "streaming")) << streamed.out;
  EXPECT_TRUE(contains(streamed.out, "\nSaved to ")) << streamed.out;
}

TEST(Summary, GivesWayToWhatStandardOutputIsAskedFor) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", rows_of_sizes(1));
  const std::string model = folder.path("model");
  const Words train = {"train", data, "--learner", "hinge", "-o"};
  ASSERT_EQ(run_program(train + Words{model}).status, 0);
  const Outcome printed = run_program(train + Words{"-"});
  EXPECT_EQ(printed.out, read_text(model));
  EXPECT_TRUE(contains(printed.err, "learner hinge")) << printed.err;
  const Outcome through = run_program(train + Words{"/dev/stdout"});
  EXPECT_EQ(through.out, read_text(model));
  const Outcome json = run_program(train + Words{model, "--json"});
  EXPECT_EQ(json.json()["rows"], 300);
  EXPECT_TRUE(contains(json.err, "learner hinge")) << json.err;
  const Outcome proof = run_program(train + Words{model, "--certificate", "-"});
  EXPECT_EQ(Json::parse(proof.out)["kind"], "optimality");
  const Outcome record = run_program(train + Words{model, "--record", "-"});
  EXPECT_EQ(Json::parse(record.out)["command"], "train");
  const Outcome trace =
      run_program({"train", data, "--learner", "perceptron", "--epochs", "1", "--trace", "-"});
  EXPECT_TRUE(trace.out.starts_with('{')) << trace.out;
  EXPECT_FALSE(contains(trace.out, "learner perceptron")) << trace.out;
}

TEST(Summary, OfOtherCommandsIsWhatTheyMade) {
  const Folder folder;
  const std::string data = folder.path("rows.csv");
  const Outcome made = run_program({"generate", "gaussians", "--rows", "90", "-o", data});
  EXPECT_TRUE(contains(made.out, "rows.csv: 90 rows")) << made.out;
  EXPECT_EQ(made.err, "");
  const Outcome converted = run_program({"convert", data, "-o", folder.path("rows.cache")});
  EXPECT_TRUE(contains(converted.out, "rows.cache: 90 rows")) << converted.out;
  const Outcome tuned =
      run_program({"tune", data, "--grid", "epochs=1,2", "--folds", "3", "-o", folder.path("m")});
  EXPECT_TRUE(contains(tuned.out, "\nBest, in 3 folds")) << tuned.out;
  EXPECT_TRUE(contains(tuned.out, "the model trained on all 90 rows")) << tuned.out;
  EXPECT_TRUE(contains(tuned.err, "models trained in ")) << tuned.err;
  // Those with a table have remarks beside it.
  for (const Words& words : {Words{"validate", data, "--folds", "3"}, Words{"margin", data}}) {
    const Outcome outcome = run_program(words);
    EXPECT_TRUE(contains(outcome.err, "rows.csv: 90 rows")) << outcome.err;
    EXPECT_FALSE(contains(outcome.out, "rows.csv: 90 rows")) << outcome.out;
  }
}

TEST(Summary, OfACommandThatFailsIsNotPrinted) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", rows_of_sizes(1));
  const Outcome outcome =
      run_program({"train", data, "--learner", "averaged", "--initial-weights", "1,2,3"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  // A strict run has its results.
  const Outcome strict = run_program({"train", data, "--learner", "perceptron", "--strict"});
  EXPECT_EQ(strict.status, 1);
  EXPECT_TRUE(contains(strict.out, "learner perceptron: not converged")) << strict.out;
}

TEST(Summary, IsLeftOutIfQuiet) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", rows_of_sizes(700));
  for (const Words& words :
       {Words{"train", data}, Words{"train", data, "--learner", "perceptron"},
        Words{"generate", "ball", "--rows", "9", "-o", folder.path("ball.csv")}}) {
    const Outcome outcome = run_program(words + Words{"-q"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
  }
}

// ---- Hints ----

TEST(Hints, NameTheScalingWhereAPerceptronHasColumnsOfUnlikeSize) {
  const Folder folder;
  const std::string unlike = folder.file("unlike.csv", rows_of_sizes(700));
  const std::string alike = folder.file("alike.csv", rows_of_sizes(1));
  const std::string hint =
      "note: the columns were not scaled, and their sizes differ 700-fold: perceptrons do better "
      "with --scale standard (or --scale auto)\n";
  for (const char* learner : {"perceptron", "averaged", "pocket", "passive-aggressive"}) {
    const auto said = [&](const std::string& data, const Words& more) {
      return run_program(Words{"train", data, "--learner", learner} + more).err;
    };
    EXPECT_TRUE(contains(said(unlike, {}), hint)) << learner << said(unlike, {});
    for (const Words& more : {Words{"--scale", "none"}, Words{"--scale", "auto"}, Words{"-q"}})
      EXPECT_FALSE(contains(said(unlike, more), "the columns were not scaled")) << learner;
    EXPECT_FALSE(contains(said(alike, {}), "the columns were not scaled")) << learner;
  }
  EXPECT_FALSE(contains(run_program({"train", unlike, "--learner", "logistic"}).err, "scale"));
  EXPECT_FALSE(contains(run_program({"train", unlike}).err, "the columns were not scaled"));
}

TEST(Hints, NameTheLearnerThatIsClearlyBetter) {
  const Folder folder;
  const std::string unlike = folder.file("unlike.csv", rows_of_sizes(700, 600));
  const Outcome outcome = run_program({"train", unlike, "--learner", "perceptron"});
  EXPECT_TRUE(contains(outcome.err,
                       "note: logistic did better in 5-fold cross-validation on 600 "
                       "rows, with accuracy "))
      << outcome.err;
  EXPECT_TRUE(contains(outcome.err, ": try --learner logistic --scale standard\n")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "what may help: --learner logistic --scale standard, "))
      << outcome.out;
  // It is the same every time.
  EXPECT_EQ(outcome.err, run_program({"train", unlike, "--learner", "perceptron"}).err);
  // No better learner where the rows are separated, or about as good.
  const std::string ball = folder.path("ball.csv");
  ASSERT_EQ(run_program({"generate", "ball", "--rows", "400", "-q", "-o", ball}).status, 0);
  EXPECT_FALSE(contains(run_program({"train", ball, "--learner", "perceptron"}).err, "did better"));
  EXPECT_FALSE(contains(run_program({"train", unlike, "--learner", "hinge"}).err, "did better"));
}

}  // namespace
}  // namespace perceptron::core::test
