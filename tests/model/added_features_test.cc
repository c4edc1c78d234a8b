// train --start --features add-new: resuming with features that the model did not have.

#include <sstream>

#include "base/random.h"
#include "losses.h"
#include "model/file.h"

namespace perceptron::core::test {
namespace {

const std::vector<Words> kResumable = {
    {"--learner", "perceptron"},
    {"--learner", "averaged"},
    {"--learner", "pocket"},
    {"--learner", "passive-aggressive"},
    {"--learner", "averaged-passive-aggressive"},
    {"--learner", "perceptron", "--l2", "0.01"},
    {"--learner", "averaged", "--l2", "0.01"},
    {"--learner", "hinge", "--solver", "online"},
    {"--learner", "logistic", "--solver", "online"},
    {"--learner", "logistic", "--solver", "online", "--l1", "0.01"},
    {"--learner", "hinge", "--solver", "online", "--rate", "0.5", "--l2", "0"},
    {"--learner", "hinge", "--solver", "online", "--rate", "0.5", "--schedule", "sqrt"}};

// Rows of whole numbers, so that no sum is rounded.
std::string some_rows(std::uint64_t seed, std::uint64_t features, const char* classes = "ab") {
  Random random(seed);
  std::string text;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const std::uint64_t label = i < 2 ? i : random.below(2);
    text += classes[label];
    for (std::uint64_t j = 1; j <= features; ++j) {
      if (random.below(3) > 0)
        text += " " + std::to_string(j) + ":" + std::to_string(1 + random.below(5) + 2 * label);
    }
    text += " " + std::to_string(features + 1) + ":1\n";
  }
  return text;
}

// Trains, and loads the model that was saved.
Model fitted(const Folder& folder, const std::string& data, const Words& options) {
  const std::string path = folder.path("fitted.model");
  const Outcome outcome = run_program(Words{"train", data, "-o", path} + options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return load_model(path);
}

void expect_same_models(const Model& a, const Model& b) {
  ASSERT_EQ(a.planes.size(), b.planes.size());
  for (std::size_t m = 0; m < a.planes.size(); ++m) {
    EXPECT_EQ(a.planes[m].weights, b.planes[m].weights);
    EXPECT_EQ(a.planes[m].offset, b.planes[m].offset);
    EXPECT_EQ(a.planes[m].state.vectors, b.planes[m].state.vectors);
    EXPECT_EQ(a.planes[m].state.steps, b.planes[m].state.steps);
  }
}

TEST(AddedFeatures, GiveTheModelThatHadThemFromTheStart) {
  const Folder folder;
  const std::string first = folder.file("first.svm", some_rows(1, 3));
  const std::string second = folder.file("second.svm", some_rows(2, 6));
  const std::string start = folder.path("start.model");
  for (const Words& learner : kResumable) {
    SCOPED_TRACE(testing::PrintToString(learner));
    const Words options = learner + Words{"--order", "file", "--epochs", "3"};
    ASSERT_EQ(run_program(Words{"train", first, "-o", start} + options).status, 0);
    const Model added =
        fitted(folder, second, options + Words{"--start", start, "--features", "add-new"});
    ASSERT_EQ(run_program(Words{"train", first, "-o", start, "--features", "7"} + options).status,
              0);
    const Model from_start = fitted(folder, second, options + Words{"--start", start});
    EXPECT_EQ(added.features(), 7U);
    expect_same_models(added, from_start);
  }
}

TEST(AddedFeatures, ChangeNothingWhereThereAreNone) {
  const Folder folder;
  const std::string table =
      folder.file("table.csv", "x,c,y\n1,red,a\n2,blue,b\n4,red,b\n3,blue,a\n0,red,b\n");
  const std::string rows = folder.file("rows.svm", some_rows(3, 4));
  const std::string start = folder.path("start.model");
  for (const std::string& data : {table, rows}) {
    for (const Words& learner : kResumable) {
      const Words options = learner + Words{"--epochs", "2", "--scale", "maxabs"};
      ASSERT_EQ(run_program(Words{"train", data, "-o", start} + options).status, 0);
      const Words resume = learner + Words{"--epochs", "2", "--start", start};
      const Model plain = fitted(folder, data, resume);
      const Model added = fitted(folder, data, resume + Words{"--features", "add-new"});
      SCOPED_TRACE(data + testing::PrintToString(learner));
      expect_same_models(plain, added);
      EXPECT_EQ(plain.scaling.scale, added.scaling.scale);
      EXPECT_EQ(plain.schema.file_columns, added.schema.file_columns);
    }
  }
}

// The same rows with a column of numbers for each category.
TEST(AddedFeatures, OfATableAreCategoriesAndColumns) {
  const Folder folder;
  const std::string first =
      folder.file("first.csv", "x,colour,y\n1,red,p\n4,blue,q\n2,red,q\n5,red,p\n3,blue,p\n");
  const std::string second =
      folder.file("second.csv",
                  "shape,z,colour,x,y\nround,2,green,1,q\nflat,7,red,3,p\nround,1,blue,4,q\n"
                  "flat,3,green,6,p\nround,5,amber,2,p\n");
  const std::string flags = "x,amber,blue,green,red,flat,round,z,y\n";
  const std::string first_flags =
      folder.file("first_flags.csv", flags +
                                         "1,0,0,0,1,0,0,0,p\n4,0,1,0,0,0,0,0,q\n"
                                         "2,0,0,0,1,0,0,0,q\n5,0,0,0,1,0,0,0,p\n"
                                         "3,0,1,0,0,0,0,0,p\n");
  const std::string second_flags =
      folder.file("second_flags.csv", flags +
                                          "1,0,0,1,0,0,1,2,q\n3,0,0,0,1,1,0,7,p\n"
                                          "4,0,1,0,0,0,1,1,q\n6,0,0,1,0,1,0,3,p\n"
                                          "2,1,0,0,0,0,1,5,p\n");
  const std::string start = folder.path("start.model");
  for (const char* learner : {"perceptron", "averaged", "passive-aggressive"}) {
    const Words options = {"--learner", learner, "--order", "file", "--epochs", "4"};
    ASSERT_EQ(run_program(Words{"train", first, "-o", start} + options).status, 0);
    const Model added =
        fitted(folder, second, options + Words{"--start", start, "--features", "add-new"});
    ASSERT_EQ(run_program(Words{"train", first_flags, "-o", start} + options).status, 0);
    const Model from_start = fitted(folder, second_flags, options + Words{"--start", start});
    EXPECT_EQ(added.schema.feature_names(),
              (Names{"x", "colour=amber", "colour=blue", "colour=green", "colour=red", "shape=flat",
                     "shape=round", "z"}));
    EXPECT_EQ(added.planes[0].weights, from_start.planes[0].weights) << learner;
    EXPECT_EQ(added.planes[0].offset, from_start.planes[0].offset) << learner;
  }
  // The result reads files like the last one.
  fitted(folder, second, {"--order", "file"});
  const Outcome evaluated = run_program({"evaluate", folder.path("fitted.model"), second});
  EXPECT_EQ(evaluated.status, 0) << evaluated.err;
}

TEST(AddedFeatures, AreScaledByTheirFirstRows) {
  const Folder folder;
  const std::string first = folder.file("first.csv", "x,y\n1,a\n3,b\n2,a\n5,b\n");
  const std::string second = folder.file("second.csv", "x,z,y\n9,10,a\n8,30,b\n7,10,a\n6,30,b\n");
  const std::string start = folder.path("start.model");
  const Words options = {"--epochs", "2"};
  for (const char* scale : {"standard", "maxabs"}) {
    ASSERT_EQ(run_program(Words{"train", first, "-o", start, "--scale", scale} + options).status,
              0);
    const Model before = load_model(start);
    const Model added =
        fitted(folder, second, options + Words{"--start", start, "--features", "add-new"});
    const bool standard = std::string_view(scale) == "standard";
    EXPECT_EQ(added.scaling.scale,
              (std::vector<double>{before.scaling.scale[0], standard ? 10.0 : 30.0}));
    if (standard) {
      EXPECT_EQ(added.scaling.shift, (std::vector<double>{before.scaling.shift[0], 20.0}));
    }
  }
}

TEST(AddedFeatures, FillMissingValuesOfNewColumnsWithTheirMean) {
  const Folder folder;
  const std::string first = folder.file("first.csv", "x,y\n1,a\n3,b\n,a\n5,b\n");
  const std::string second = folder.file("second.csv", "x,z,y\n,10,a\n8,,b\n7,30,a\n");
  const std::string start = folder.path("start.model");
  ASSERT_EQ(run_program({"train", first, "-o", start, "--missing", "mean"}).status, 0);
  const Model added = fitted(folder, second, {"--start", start, "--features", "add-new"});
  ASSERT_EQ(added.schema.columns.size(), 2U);
  EXPECT_EQ(added.schema.columns[0].fill[0], 3);
  EXPECT_EQ(added.schema.columns[1].fill[0], 20);
}

TEST(AddedFeatures, OfManyClassesAreAddedToEveryPlane) {
  const Folder folder;
  const std::string first = folder.file("first.svm", "a 1:1\nb 2:1\nc 1:1 2:1\na 1:2\n");
  const std::string second = folder.file("second.svm", "a 1:1 3:1\nb 2:1\nc 3:2\n");
  const std::string start = folder.path("start.model");
  for (const char* scheme : {"one-vs-rest", "one-vs-one", "joint"}) {
    const Words options = {"--multiclass", scheme, "--order", "file", "--epochs", "2"};
    ASSERT_EQ(run_program(Words{"train", first, "-o", start} + options).status, 0);
    const Model added =
        fitted(folder, second, options + Words{"--start", start, "--features", "add-new"});
    ASSERT_EQ(run_program(Words{"train", first, "-o", start, "--features", "3"} + options).status,
              0);
    expect_same_models(added, fitted(folder, second, options + Words{"--start", start}));
  }
}

TEST(AddedFeatures, AreNamedByTheErrorWithoutThem) {
  const Folder folder;
  const std::string start = folder.path("start.model");
  const auto refused = [&](const std::string& first, const std::string& second) {
    const std::string name = first.find(':') != std::string::npos ? ".svm" : ".csv";
    EXPECT_EQ(run_program({"train", folder.file("first" + name, first), "-o", start}).status, 0);
    const Outcome outcome =
        run_program({"train", folder.file("second" + name, second), "--start", start});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.err.find("use --features add-new to add new ones to the model, or --features "
                               "ignore-new"),
              std::string::npos)
        << outcome.err;
  };
  refused("c,y\nr,a\ns,b\n", "c,y\nr,a\nt,b\n");
  refused("x,y\n1,a\n2,b\n", "x,z,y\n1,2,a\n3,4,b\n");
  refused("1 1:1\n2 2:1\n", "1 1:1\n2 3:1\n");
}

TEST(AddedFeatures, AreOnlyForTrainingThatResumes) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "x,y\n1,a\n3,b\n");
  const std::string model = folder.path("start.model");
  ASSERT_EQ(run_program({"train", data, "-o", model}).status, 0);
  const Words add = {"--features", "add-new"};
  for (const Words& command :
       {Words{"train", data}, Words{"predict", model, data}, Words{"evaluate", model, data},
        Words{"validate", data, "--holdout", "0.5"},
        Words{"convert", data, "-o", folder.path("c")}}) {
    const Outcome outcome = run_program(command + add);
    EXPECT_EQ(outcome.status, 2) << command[0] << outcome.err;
    EXPECT_NE(outcome.err.find("--features add-new goes with --start"), std::string::npos)
        << outcome.err;
  }
  ASSERT_EQ(run_program({"convert", data, "-o", folder.path("cache")}).status, 0);
  const Outcome cache = run_program(Words{"train", folder.path("cache"), "--start", model} + add);
  EXPECT_EQ(cache.status, 2);
  EXPECT_NE(cache.err.find("is a cache; use the file"), std::string::npos) << cache.err;
  const Outcome beside = run_program(Words{"train", data, "--cache", "--start", model} + add);
  EXPECT_EQ(beside.status, 2);
  EXPECT_NE(beside.err.find("leave out --cache"), std::string::npos) << beside.err;
}

TEST(AddedFeatures, GoBeyondNoLimit) {
  const Folder folder;
  const std::string first = folder.file("first.svm", "1 1:1\n2 2:1\n");
  const std::string start = folder.path("start.model");
  ASSERT_EQ(run_program({"train", first, "-o", start}).status, 0);
  const Outcome outcome =
      run_program({"train", folder.file("second.svm", "1 1:1\n2 4000000000:1\n"), "--start", start,
                   "--features", "add-new"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("second.svm:2:3"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("--most-features"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace perceptron::core::test
