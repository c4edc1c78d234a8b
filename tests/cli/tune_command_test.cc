// tune: every setting of a grid, trained on one file and measured on another.

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/random.h"
#include "cli/refusals.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

Json tune_json(const std::string& data, const std::string& test, const Words& more) {
  const Outcome outcome =
      run_program(Words{"tune", data, "--test", test, "--json", "--quiet"} + more);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.status == 0 ? outcome.json() : Json();
}

// Three clouds, each of which a line parts from the rest; and two.
const char* const kThreeBlocks = "0,0,a\n0,1,a\n5,0,b\n5,1,b\n0,7,c\n1,7,c\n";
// ---- Settings and measures ----

TEST(Tune, TwoClassesAreMeasuredAsTrainAndEvaluateMeasureThem) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const std::string test = folder.file("test.csv", "0.5,1,a\n4,0,b\n2.2,1.5,a\n2.9,1,b\n2,0,a\n");
  const std::string model = folder.path("a.model");
  const Words learners = {"perceptron", "averaged", "pocket", "passive-aggressive",
                          "hinge",      "logistic", "margin"};
  for (const std::string scale : {"none", "standard"}) {
    const Words options = {"--scale", scale, "--epochs", "7", "--class-weight", "a=2"};
    for (const std::string& learner : learners) {
      Words more = options;
      if (learner == "margin") more.resize(4);  // it takes no class weights
      const Json json = tune_json(data, test, Words{"--grid", "learner=" + learner} + more);
      const Outcome trained = run_program(
          Words{"train", data, "-o", model, "--learner", learner, "--json", "-q"} + more);
      ASSERT_EQ(trained.status, 0) << trained.err;
      const Json measured = run_program({"evaluate", model, test, "--json", "-q"}).json();
      EXPECT_EQ(json["accuracy"], measured["accuracy"]) << learner;
      EXPECT_EQ(json["grid"][0]["training_accuracy"], trained.json()["accuracy"]) << learner;
      EXPECT_EQ(json["models_trained"], 1);
    }
  }
}

TEST(Tune, ThreeClassesAreLearnedOneAgainstTheRest) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kThreeBlocks);
  const std::string test = folder.file("test.csv", "0.5,0.5,a\n6,0,b\n0,9,c\n");
  const Json json = tune_json(data, test, {"--learner", "logistic", "--grid", "l2=1e-4,1e-2"});
  EXPECT_EQ(json["accuracy"], 1.0);
  EXPECT_EQ(json["models_trained"], 6);
  EXPECT_EQ(json["classes"], (Words{"a", "b", "c"}));
  EXPECT_EQ(json["test_rows"], 3);
  EXPECT_EQ(json["best"], Json({{"l2", 1e-4}}));
  EXPECT_EQ(json["grid"][1]["accuracy"], 1.0);
}

std::vector<Json> values_of(const Json& json, const char* name) {
  std::vector<Json> values;
  for (const Json& row : json["grid"]) values.push_back(row[name]);
  return values;
}

TEST(Tune, GridPointsAreOnALogarithmicScaleOrAsListed) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const auto values = [&](const char* name, const std::string& grid, const Words& more = {}) {
    return values_of(tune_json(data, data, Words{"--grid", name + ("=" + grid)} + more), name);
  };
  using Values = std::vector<Json>;
  EXPECT_EQ(values("l2", "0.01:100:5"), (Values{0.01, 0.1, 1, 10, 100}));
  EXPECT_EQ(values("l1", "8:1:4", {"--learner", "perceptron"}), (Values{8, 4, 2, 1}));
  EXPECT_EQ(values("l2", "auto,0,0.50,.5"), (Values{"auto", 0, 0.5}));
  EXPECT_EQ(values("epochs", "1:100:3"), (Values{1, 10, 100}));
  EXPECT_EQ(values("epochs", "1:3:9"), (Values{1, 2, 3}));
  EXPECT_EQ(values("seed", "7,3"), (Values{7, 3}));
  EXPECT_EQ(values("learner", "pocket,averaged"), (Values{"pocket", "averaged"}));
  EXPECT_EQ(values("aggressiveness", "0.1:10:3", {"--learner", "passive-aggressive"}),
            (Values{0.1, 1, 10}));
}

TEST(Tune, LastGridChangesFastestAndTheFirstOfEqualsIsBest) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "0,a\n1,a\n5,b\n6,b\n");
  const Json json = tune_json(data, data,
                              {"--grid", "variant=PA-I,PA-II", "--grid", "aggressiveness=1,10",
                               "--learner", "passive-aggressive"});
  EXPECT_EQ(values_of(json, "variant"), (std::vector<Json>{"PA-I", "PA-I", "PA-II", "PA-II"}));
  EXPECT_EQ(values_of(json, "aggressiveness"), (std::vector<Json>{1, 10, 1, 10}));
  EXPECT_EQ(json["best"], Json({{"variant", "PA-I"}, {"aggressiveness", 1}}));
  EXPECT_EQ(json["accuracy"], 1.0);
}

TEST(Tune, TableMarksTheBestAndTheSummaryNamesIt) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kThreeBlocks);
  const Outcome outcome =
      run_program({"tune", data, "--test", data, "--grid", "learner=averaged,perceptron"});
  EXPECT_EQ(outcome.status, 0);
  std::istringstream lines(outcome.out);
  std::string header;
  std::string first;
  std::getline(lines, header);
  std::getline(lines, first);
  EXPECT_EQ(header, "learner     accuracy  training accuracy  largest weight");
  EXPECT_TRUE(first.starts_with("averaged      1.0000             1.0000")) << first;
  EXPECT_TRUE(first.ends_with("best, simplest")) << first;
  EXPECT_NE(outcome.err.find("6 models trained"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.out.find("--learner averaged (the first of 2 equally good)"), std::string::npos)
      << outcome.out;
}

TEST(Tune, ResultDoesNotDependOnThreads) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kThreeBlocks);
  Json first;
  for (const char* threads : {"1", "3", "8"}) {
    Json json = tune_json(data, data,
                          {"--grid", "learner=averaged,hinge,pocket", "--grid", "epochs=1,2,3",
                           "--threads", threads});
    json.erase("seconds");
    if (first.is_null()) first = json;
    EXPECT_EQ(json, first);
  }
}

TEST(Tune, TestFileIsReadAsForAModelOfTheTrainingData) {
  const Folder folder;
  const std::string data =
      folder.file("data.csv", "w,kind,x,class\n1,u,0,a\n2,v,5,b\n1,u,1,a\n1,v,6,b\n");
  const std::string test = folder.file("test.csv", "class,x,kind\nb,7,v\na,-1,u\n");
  const Json json = tune_json(data, test,
                              {"--label", "class", "--weight", "w", "--columns", "kind,x",
                               "--scale", "standard", "--grid", "epochs=9"});
  EXPECT_EQ(json["accuracy"], 1.0);
  EXPECT_EQ(json["features"], 3);
  const std::string sparse = folder.file("data.txt", "1 1:1\n2 2:1\n3 3:1\n");
  const std::string shorter = folder.file("test.txt", "2 2:4\n1 1:2\n");
  EXPECT_EQ(tune_json(sparse, shorter, {"--scale", "maxabs", "--grid", "l2=0,0.1"})["accuracy"],
            1.0);
}

// Rows far from all that was learned from overflow the score of large weights.
TEST(Tune, AnOverflowHasNoAccuracyAndIsNeverBest) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "1e10,b\n-1e10,a\n");
  const std::string test = folder.file("test.csv", "1e300,b\n-1e300,a\n");
  const Words grid = {"--grid", "learner=perceptron,passive-aggressive"};
  const Json json = tune_json(data, test, grid);
  EXPECT_TRUE(json["grid"][0]["accuracy"].is_null());
  EXPECT_EQ(json["grid"][0]["training_accuracy"], 1.0);
  EXPECT_EQ(json["best"]["learner"], "passive-aggressive");
  EXPECT_EQ(json["accuracy"], 1.0);
  const Outcome outcome = run_program(Words{"tune", data, "--test", test, "-q"} + grid);
  EXPECT_EQ(outcome.out.find("nan"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("perceptron                 -             1.0000"), std::string::npos)
      << outcome.out;
}

TEST(Tune, IsAnErrorWhereEverySettingOverflows) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "1e308,1e308,b\n1e308,-1e308,b\n-1e308,1,a\n");
  const Outcome outcome =
      run_program({"tune", data, "--test", data, "--grid", "epochs=2,3", "--order", "file"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("--scale standard"), std::string::npos) << outcome.err;
}

// ---- Refusals ----

TEST(Tune, SaysWhatIsWrongAndWhatToDo) {
  const Folder folder;
  const std::string two = folder.file("two.csv", kTwo);
  const std::string three = folder.file("three.csv", kThreeBlocks);
  const std::string one = folder.file("one.csv", "1,a\n2,a\n");
  const auto grid = [&](const std::string& text, const Words& more = {}) {
    return Words{two, "--test", two, "--grid", text} + more;
  };
  const std::vector<Refusal> refusals = {
      {{two, "--test", two}, 2, "--grid NAME=FROM:TO:COUNT"},
      {{two, "--test", two, "--grid"}, 2, "--grid takes a value"},
      {grid("l2"), 2, "NAME=A,B,C, found \"l2\""},
      {grid("ridge=1,2"), 2, "one of learner, "},
      {grid("offset=true,false"), 2, "one of learner, "},
      {grid("offset=true"), 2, "one of learner, "},
      {grid("l2=1:2"), 2, "FROM:TO:COUNT, three numbers, found \"1:2\""},
      {grid("l2=0:2:3"), 2, "above 0"},
      {grid("l2=1:inf:3"), 2, "above 0"},
      {grid("l2=1:2:1"), 2, "a COUNT from 2"},
      {grid("l2=1,,2"), 2, "--l2: expected auto or a number"},
      {grid("l1=-1"), 2, "--l1: expected a number from 0"},
      {grid("epochs=1.5"), 2, "--epochs: expected a whole number"},
      {grid("learner=1:2:3"), 2, "a list of perceptron, averaged"},
      {grid("learner=perceptron,none"), 2, "--learner: expected one of"},
      {grid("learner=max-margin"), 2, "max-margin"},
      {grid("l2=1", {"--grid", "l2=2"}), 2, "l2 is given twice"},
      {grid("l2=1", {"--l2", "2"}), 2, "--l2 is given and in the grid too"},
      {grid("l2=1:2:1000", {"--grid", "l1=1:2:1000"}), 2, "more than 100,000 settings"},
      {grid("rate=1,2"), 2, "--rate goes with"},
      {grid("l2=1", {"--lambda", "2"}), 2, "--lambda goes with --learner margin"},
      {grid("learner=pocket", {"--l2", "1"}), 2, "pocket takes no --l1 or --l2"},
      {grid("solver=newton", {"--learner", "hinge", "--l1", "1"}), 2, "--solver newton takes"},
      {grid("l2=0", {"--learner", "hinge", "--solver", "dual"}), 2, "needs --l2 above 0"},
      {grid("scale=none,large"), 2, "--scale: expected one of none, standard"},
      {grid("l2=1", {"--folds", "3"}), 2, "--folds and --test are two ways"},
      {grid("l2=1", {"--stratify"}), 2, "--stratify has no meaning with --test"},
      {grid("l2=1", {"--outer", "3"}), 2, "leave out --test"},
      {grid("epochs=1,2", {"--path"}), 2, "--path goes along --grid l2"},
      {{two, "--grid", "l2=1", "--folds", "10"}, 2, "has only 9 rows"},
      {{two, "--grid", "l2=1", "--outer", "10"}, 2, "has only 9 rows"},
      {{one, "--test", two, "--grid", "l2=1"}, 3, "at least two classes, found only \"a\""},
      {{two, "--test", three, "--grid", "l2=1"}, 3, "three.csv:5:5: expected one of"},
      {{"-", "--test", "-", "--grid", "l2=1"}, 2, "standard input"},
      {grid("l2=1", {"--initial-weights", "1,2,3"}), 2, "--initial-weights has 3 numbers"},
  };
  for (const Refusal& refusal : refusals) {
    const Outcome outcome = run_program(Words{"tune"} + refusal.words);
    EXPECT_EQ(outcome.status, refusal.status) << refusal.says << '\n' << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(refusal.says), std::string::npos) << refusal.says << '\n'
                                                                 << outcome.err;
  }
}

// ---- Cross-validation ----

TEST(Tune, EveryFoldOfEverySettingIsAModelOfItsOwn) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kThreeBlocks);
  const std::string model = folder.path("a.model");
  const Json json = run_program({"tune", data, "--learner", "logistic", "--grid", "l2=1e-4:1:5",
                                 "--folds", "2", "--stratify", "-o", model, "--json", "-q"})
                        .json();
  EXPECT_EQ(json["models_trained"], 3 * 2 * 5);
  EXPECT_EQ(json["grid"].size(), 5U);
  EXPECT_EQ(json["rows"], 6);
  EXPECT_EQ(json["classes"], Json({"a", "b", "c"}));
  EXPECT_EQ(json["method"], "folds");
  // The model of all rows, with the setting that was chosen.
  const std::string direct = folder.path("b.model");
  const std::string l2 = json["best"]["l2"].dump();
  ASSERT_EQ(
      run_program({"train", data, "--learner", "logistic", "--l2", l2, "-o", direct, "-q"}).status,
      0);
  EXPECT_EQ(run_program({"predict", model, data, "--scores", "-q"}).out,
            run_program({"predict", direct, data, "--scores", "-q"}).out);
}

TEST(Tune, SimplestIsTheLargestPenaltyWithinOneStandardError) {
  REQUIRE_DATA(iris, "iris-train.csv");
  const Words words = {"tune", iris, "--learner", "logistic", "--grid", "l2=1e-6:1:7", "-q"};
  const Json json = run_program(words + Words{"--json"}).json();
  const double least = json["accuracy"].get<double>() - json["standard_error"].get<double>();
  double largest = 0;
  for (const Json& point : json["grid"]) {
    if (point["accuracy"].get<double>() >= least)
      largest = std::max(largest, point["l2"].get<double>());
  }
  EXPECT_EQ(json["simplest"]["l2"], largest);
  EXPECT_EQ(json["chosen"], json["best"]);
  EXPECT_NEAR(json["standard_error"].get<double>(), json["deviation"].get<double>() / std::sqrt(5),
              1e-15);
  const Json simple = run_program(words + Words{"--json", "--choose", "simplest"}).json();
  EXPECT_EQ(simple["chosen"], simple["simplest"]);
}

TEST(Tune, ScalingsAndLearnersMakeAGridToo) {
  REQUIRE_DATA(iris, "iris-train.csv");
  const Json json =
      run_program({"tune", iris, "--grid", "scale=none,standard,maxabs,unit", "--grid",
                   "learner=averaged,logistic,passive-aggressive", "--json", "-q"})
          .json();
  EXPECT_EQ(json["grid"].size(), 12U);
  for (const Json& point : json["grid"]) {
    const Json alone = run_program({"validate", iris, "--scale", point["scale"], "--learner",
                                    point["learner"], "--json", "-q"})
                           .json();
    EXPECT_EQ(point["accuracy"], alone["accuracy"]) << point;
    EXPECT_EQ(point["deviation"], alone["deviation"]) << point;
  }
}

TEST(Tune, LeavesOutWhatALearnerDoesNotTake) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const Outcome outcome = run_program(
      {"tune", data, "--grid", "learner=perceptron,pocket", "--l2", "1", "--folds", "3", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["grid"].size(), 1U);
  EXPECT_NE(outcome.err.find("1 setting of the grid left out"), std::string::npos) << outcome.err;
}

// Labels that have nothing to do with the features: to choose among many settings
// by the rows they are measured on looks better than chance, to choose without them
// does not.
TEST(Tune, OuterFoldsHaveNoSayInTheChoice) {
  const Folder folder;
  Random random(7);
  std::string text;
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 20; ++j) text += std::to_string(random.normal()) + ',';
    text += random.below(2) == 0 ? "a\n" : "b\n";
  }
  const std::string data = folder.file("noise.csv", text);
  const Json json =
      run_program({"tune", data, "--grid", "l2=1e-6:100:9", "--grid", "scale=none,standard,unit",
                   "--grid", "learner=logistic,averaged,perceptron", "--outer", "10", "--folds",
                   "6", "--json", "-q"})
          .json();
  EXPECT_GT(json["accuracy"].get<double>(), 0.5);
  const double outer = json["outer"]["accuracy"].get<double>();
  EXPECT_GT(outer, 0.5 - 0.2);  // three deviations of 60 fair coins
  EXPECT_LT(outer, 0.5 + 0.2);
  EXPECT_LT(outer, json["accuracy"].get<double>());
  EXPECT_EQ(json["outer"]["folds"].size(), 10U);
  for (const Json& fold : json["outer"]["folds"]) EXPECT_TRUE(fold["chosen"].contains("l2"));
}

TEST(Tune, AGridOfOnePointIsValidationAndAFit) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const Json json =
      run_program({"tune", data, "--grid", "epochs=7", "--folds", "3", "--json", "-q"}).json();
  const Json alone =
      run_program({"validate", data, "--epochs", "7", "--folds", "3", "--json", "-q"}).json();
  EXPECT_EQ(json["accuracy"], alone["accuracy"]);
  EXPECT_EQ(json["best"], json["simplest"]);
}

// A setting that matters to one learner of the grid may be given.
TEST(Tune, TakesOptionsThatMatterToSomeSettings) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const Json json =
      tune_json(data, data, {"--grid", "learner=averaged,hinge", "--grid", "tolerance=0.1,0.01"});
  // The perceptron passes over the tolerance, so that it is tried once.
  EXPECT_EQ(json["models_trained"], 3);
  EXPECT_TRUE(json["grid"][0]["tolerance"].is_null());
  EXPECT_EQ(json["grid"][2]["tolerance"], 0.01);
}

TEST(Tune, NoInputIsReplacedByTheModel) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const std::string test = folder.file("test.csv", kTwo);
  for (const std::string& output : {data, test, std::string("-")}) {
    const Outcome outcome =
        run_program({"tune", data, "--test", test, "--grid", "epochs=1", "-o", output});
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_EQ(read_text(test), kTwo);
  }
}

}  // namespace
}  // namespace perceptron::core::test
