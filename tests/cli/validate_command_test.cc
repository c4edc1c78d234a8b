// validate: how good a learner is on rows that it has not learned from.

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/refusals.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

Json validate(const Words& words) {
  const Outcome outcome = run_program(Words{"validate"} + words + Words{"--json", "--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.status == 0 ? outcome.json() : Json();
}

double accuracy(const Words& words) { return validate(words)["accuracy"].get<double>(); }

// ---- Figures of the lecture notes ----

TEST(Validate, TrainedOnOneFileAndTestedOnAnother) {
  REQUIRE_DATA(first, "hw02_data1.csv");
  REQUIRE_DATA(second, "hw02_data2.csv");
  const Words words = {"--test",  second, "--learner", "perceptron",
                       "--order", "file", "--epochs",  "100"};
  EXPECT_DOUBLE_EQ(accuracy(Words{first} + words), 0.5333333333333333);
  EXPECT_DOUBLE_EQ(accuracy(Words{second} + words), 0.6333333333333333);
}

TEST(Validate, FoldsOfTheLectureNotes) {
  REQUIRE_DATA(big, "hw02_big_data.csv");
  struct Figure {
    Words words;
    double perceptron;
    double averaged;
  };
  const Figure figures[] = {
      {{"--folds", "5", "--split", "file"}, 0.61, 0.69},
      {{"--folds", "7", "--split", "file"}, 0.6013605442176871, 0.7224489795918367},
      {{"--leave-one-out"}, 0.71, 0.76},
      {{"--generator", "rows", "--train-rows", "10", "--test-rows", "10", "--repeats", "5"},
       0.56,
       0.62},
  };
  for (const Figure& figure : figures) {
    Words words = {big, "--order", "file", "--epochs", "100"};
    words.insert(words.end(), figure.words.begin(), figure.words.end());
    EXPECT_DOUBLE_EQ(accuracy(words + Words{"--learner", "perceptron"}), figure.perceptron)
        << figure.words[1];
    EXPECT_DOUBLE_EQ(accuracy(words + Words{"--learner", "averaged"}), figure.averaged)
        << figure.words[1];
  }
}

TEST(Validate, AutoMpgInItsShuffledOrder) {
  REQUIRE_DATA(table, "auto-mpg.tsv");
  REQUIRE_DATA(order, "auto_shuffle.txt");
  std::istringstream lines(read_text(table));
  std::string header;
  std::getline(lines, header);
  std::vector<std::string> rows;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 1) rows.push_back(line);  // one line is blank
  }
  std::string commas = read_text(order);
  std::replace(commas.begin(), commas.end(), ',', ' ');
  std::istringstream numbers(commas);
  std::string shuffled = header + '\n';
  for (double number = 0; numbers >> number;)
    shuffled += rows.at(static_cast<std::size_t>(number)) + '\n';
  const Folder folder;
  const Words words = {folder.file("auto.tsv", shuffled),
                       "--label",
                       "mpg",
                       "--columns",
                       "cylinders,displacement,horsepower,weight,acceleration,origin",
                       "--split",
                       "file",
                       "--folds",
                       "10",
                       "--epochs",
                       "10",
                       "--order",
                       "file"};
  EXPECT_DOUBLE_EQ(accuracy(words + Words{"--learner", "perceptron"}), 0.7423076923076924);
  EXPECT_DOUBLE_EQ(accuracy(words + Words{"--learner", "averaged"}), 0.8366025641025641);
}

// ---- What it tells ----

TEST(Validate, TestFileIsMeasuredAsTrainAndEvaluateMeasureIt) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const std::string test = folder.file("test.csv", "0.5,1,a\n4,0,b\n2.2,1.5,a\n2.9,1,b\n2,0,a\n");
  const std::string model = folder.path("a.model");
  for (const Words& more : {Words{"--learner", "logistic", "--scale", "standard"},
                            Words{"--learner", "averaged", "--calibrate", "sigmoid"}}) {
    ASSERT_EQ(run_program(Words{"train", data, "-o", model, "-q"} + more).status, 0);
    const Json measured = run_program({"evaluate", model, test, "--json", "-q"}).json();
    const Json json = validate(Words{data, "--test", test} + more);
    for (const char* field : {"accuracy", "confusion", "per_class", "auc", "log_loss", "brier",
                              "expected_calibration_error", "classes"})
      EXPECT_EQ(json[field], measured[field]) << field;
    EXPECT_EQ(json["tried"], 5);
    EXPECT_EQ(json["rows"], 9);
    EXPECT_EQ(json["folds"].size(), 1U);
  }
}

TEST(Validate, FoldsMeanDeviationAndInterval) {
  REQUIRE_DATA(iris, "iris-train.csv");
  const Json json = validate({iris, "--learner", "averaged", "--folds", "8"});
  ASSERT_EQ(json["folds"].size(), 8U);
  double sum = 0;
  std::uint64_t rows = 0;
  for (const Json& fold : json["folds"]) {
    sum += fold["accuracy"].get<double>();
    rows += fold["rows"].get<std::uint64_t>();
    EXPECT_EQ(fold["rows"].get<int>() + fold["learned_from"].get<int>(), 120);
  }
  EXPECT_EQ(rows, 120U);
  EXPECT_DOUBLE_EQ(json["accuracy"].get<double>(), sum / 8);
  double squares = 0;
  for (const Json& fold : json["folds"])
    squares += std::pow(fold["accuracy"].get<double>() - sum / 8, 2);
  EXPECT_NEAR(json["deviation"].get<double>(), std::sqrt(squares / 7), 1e-12);
  EXPECT_LT(json["interval"]["lower"].get<double>(), sum / 8);
  EXPECT_GT(json["interval"]["upper"].get<double>(), sum / 8);
  EXPECT_EQ(json["models_trained"], 24);
}

TEST(Validate, ComparesLearnersOnTheSameFolds) {
  REQUIRE_DATA(iris, "iris-train.csv");
  const Words words = {iris, "--folds", "10", "--repeats", "3"};
  const Json json = validate(words + Words{"--learner", "perceptron", "--against",
                                           "learner=logistic,l2=1e-3", "--against", "epochs=1"});
  ASSERT_EQ(json["comparisons"].size(), 2U);
  const Json& comparison = json["comparisons"][0];
  Words other = words;
  other.insert(other.end(), {"--learner", "logistic", "--l2", "1e-3"});
  const Json alone = validate(other);
  EXPECT_EQ(comparison["accuracy"], alone["accuracy"]);
  EXPECT_EQ(comparison["folds"], alone["folds"]);
  EXPECT_NEAR(comparison["difference"].get<double>(),
              alone["accuracy"].get<double>() - json["accuracy"].get<double>(), 1e-12);
  EXPECT_TRUE(comparison["matters"].get<bool>());
  EXPECT_NE(comparison["sentence"].get<std::string>().find("more than chance explains"),
            std::string::npos);
  EXPECT_EQ(json["folds"].size(), 30U);
  EXPECT_EQ(json["folds"][29]["repeat"], 3);
}

TEST(Validate, CurvesAreData) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const Json json = validate({data, "--folds", "3", "--stratify", "--curves", "--learning-curve",
                              "2", "--learner", "averaged"});
  const Json& curves = json["curves"];
  EXPECT_EQ(curves["roc"].front()["false_positive"], 0.0);
  EXPECT_EQ(curves["roc"].back()["true_positive"], 1.0);
  EXPECT_TRUE(curves["roc"].front()["threshold"].is_null());
  EXPECT_EQ(curves["precision_recall"].front()["recall"], 1.0);
  EXPECT_FALSE(curves["mistakes_by_pass"].empty());
  ASSERT_EQ(json["learning_curve"].size(), 2U);
  EXPECT_EQ(json["learning_curve"][1]["accuracy"], json["accuracy"]);
  EXPECT_EQ(json["learning_curve"][1]["rows"], 6.0);
}

TEST(Validate, AStepOfTheLearningCurveWithoutRowsIsNone) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const Json json = validate({data, "--folds", "3", "--learning-curve", "100"});
  EXPECT_LE(json["learning_curve"].size(), 100U);
  EXPECT_GE(json["learning_curve"].size(), 6U);
  EXPECT_GE(json["learning_curve"][0]["rows"].get<double>(), 1);
}

TEST(Validate, EqualFoldsAreNotCertain) {
  const Folder folder;
  std::string text;
  for (int i = 0; i < 20; ++i) text += std::to_string(i) + (i < 10 ? ",-5,a\n" : ",5,b\n");
  const Json json = validate({folder.file("data.csv", text), "--scale", "standard", "--stratify",
                              "--learner", "logistic", "--l2", "1e-6"});
  EXPECT_EQ(json["accuracy"], 1.0);
  EXPECT_NEAR(json["interval"]["lower"].get<double>(), 0.8388748419471293, 1e-9);  // Wilson
  EXPECT_EQ(json["interval"]["upper"], 1.0);
}

TEST(Validate, RepeatsWithoutAChoiceAddNothing) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  for (const Words& way : {Words{"--split", "file", "--folds", "3", "--learner", "hinge"},
                           Words{"--leave-one-out", "--order", "file"}}) {
    const Words words = Words{data} + way;
    const Json once = validate(words);
    const Json four = validate(words + Words{"--repeats", "4"});
    EXPECT_EQ(once["folds"], four["folds"]);
    EXPECT_EQ(once["interval"], four["interval"]);
  }
  // Where the order of the rows matters, the rows tried are still nine.
  const Json drawn = validate({data, "--leave-one-out", "--repeats", "4"});
  EXPECT_EQ(drawn["folds"].size(), 36U);
  EXPECT_GT(drawn["interval"]["upper"].get<double>() - drawn["interval"]["lower"].get<double>(),
            0.3);
}

TEST(Validate, GroupsAreNotLearnedFromAndTried) {
  const Folder folder;
  // A person's rows are alike, and their classes are of no rule.
  std::string text = "person,x,class\n";
  for (int person = 0; person < 12; ++person) {
    for (int k = 0; k < 4; ++k)
      text += "p" + std::to_string(person) + ',' + std::to_string(person * 10 + k) + ',' +
              (person % 3 == 0 ? "a" : "b") + '\n';
  }
  const std::string data = folder.file("data.csv", text);
  const Json json = validate({data, "--group", "person", "--folds", "4"});
  EXPECT_EQ(json["features"], 1);
  for (const Json& fold : json["folds"]) EXPECT_EQ(fold["rows"], 12);
  EXPECT_EQ(validate({data, "--group", "1", "--leave-one-out"})["folds"].size(), 12U);
}

TEST(Validate, GeneratorsDrawAfresh) {
  const Json json = validate({"--generator", "gaussians", "--distance", "3", "--train-rows", "40",
                              "--test-rows", "60", "--repeats", "6", "--classes", "3", "--learner",
                              "averaged", "--dimensions", "8"});
  ASSERT_EQ(json["folds"].size(), 6U);
  for (const Json& fold : json["folds"]) {
    EXPECT_EQ(fold["rows"], 60);
    EXPECT_EQ(fold["learned_from"], 40);
  }
  EXPECT_GT(json["deviation"].get<double>(), 0);
  EXPECT_GT(json["accuracy"].get<double>(), 0.6);
  EXPECT_EQ(json["rows"], 600);
  // Separable rows are learned: the first so many decide, the same for every run.
  const Words ball = {"--generator", "ball",        "--margin", "2",         "--train-rows",
                      "500",         "--test-rows", "500",      "--repeats", "3"};
  EXPECT_GT(accuracy(ball), 0.95);
  EXPECT_EQ(validate(ball)["folds"], validate(ball)["folds"]);
}

// Labels of noise are answered by chance, whatever is fitted on the way.
TEST(Validate, LeaksNothing) {
  const Folder folder;
  std::string text = "word,x,y,class\n";
  std::uint64_t state = 12345;
  const auto draw = [&](std::uint64_t bound) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33U) % bound;
  };
  for (int i = 0; i < 300; ++i)
    text += "w" + std::to_string(draw(200)) + ',' +
            (draw(10) == 0 ? "" : std::to_string(draw(1000))) + ',' + std::to_string(draw(7)) +
            (draw(2) == 0 ? ",a\n" : ",b\n");
  const std::string data = folder.file("noise.csv", text);
  for (const char* scale : {"none", "standard", "maxabs", "unit"}) {
    for (const char* learner : {"averaged", "logistic"}) {
      const double found = accuracy({data, "--missing", "mean", "--scale", scale, "--learner",
                                     learner, "--class-weight", "balanced", "--folds", "10"});
      EXPECT_NEAR(found, 0.5, 4 * 0.5 / std::sqrt(300)) << scale << ' ' << learner;
    }
  }
}

TEST(Validate, ThreadsChangeNothing) {
  REQUIRE_DATA(iris, "iris-train.csv");
  Json first;
  for (const char* threads : {"1", "2", "5"}) {
    Json json = validate({iris, "--learner", "logistic", "--against", "learner=averaged",
                          "--against", "scale=standard", "--threads", threads, "--curves"});
    json.erase("seconds");
    if (first.is_null()) first = json;
    EXPECT_EQ(json, first);
  }
}

TEST(Validate, TextNamesFoldsMeansAndClasses) {
  const Folder folder;
  const std::string data = folder.file("data.csv", kTwo);
  const Outcome outcome = run_program({"validate", data, "--folds", "3", "--split", "file"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  for (const char* part : {"fold  trained on  tested on  accuracy", "95 % interval", "precision",
                           "All held-out rows together:"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << '\n' << outcome.out;
  EXPECT_NE(outcome.err.find("in 3 folds as in the file"), std::string::npos) << outcome.err;
}

// ---- Refusals ----

TEST(Validate, SaysWhatIsWrongAndWhatToDo) {
  const Folder folder;
  const std::string two = folder.file("two.csv", kTwo);
  const std::string one = folder.file("one.csv", "1,a\n2,a\n");
  const std::string svm = folder.file("data.svm", "1 1:1\n-1 2:1\n1 1:2\n");
  const Refusal refusals[] = {
      {{}, 2, "expected DATA"},
      {{two, "--folds", "10"}, 2, "--folds 10: "},
      {{two, "--folds", "10"}, 2, "has only 9 rows; use fewer folds"},
      {{two, "--folds", "1"}, 2, "--folds: expected a whole number from 2"},
      {{two, "--folds", "3", "--leave-one-out"}, 2, "are two ways to choose the test rows"},
      {{two, "--holdout", "0.01"}, 2, "none to test on"},
      {{two, "--holdout", "1"}, 2, "--holdout: expected a number"},
      {{two, "--leave-one-out", "--stratify"}, 2, "--stratify has no meaning"},
      {{two, "--curves"}, 2, "--json"},
      {{two, "--against", "tolerance=0.1"}, 2, "tolerance goes with"},
      {{two, "--generator", "rows", "--train-rows", "0"}, 2, "--train-rows: expected a whole"},
      {{two, "--generator", "rows", "--test-rows", "0"}, 2, "--test-rows: expected a whole"},
      {{two, "--generator", "rows", "--train-rows", "5", "--test-rows", "5"}, 2, "more than the 9"},
      {{two, "--generator", "rows", "--folds", "3"}, 2, "--folds does not go with --generator"},
      {{two, "--generator", "ball"}, 2, "draws its own rows"},
      {{"--generator", "rows"}, 2, "expected DATA"},
      {{"--generator", "bell"}, 2, "no kind of data is called \"bell\""},
      {{"--generator", "ball", "--words", "3"}, 2, "--words is not used by ball"},
      {{"--generator", "ball", "--train-rows", "1000000000000", "--repeats", "1000000"},
       3,
       "would take"},
      {{two, "--train-rows", "5"}, 2, "--train-rows goes with --generator"},
      {{two, "--margin", "1"}, 2, "--margin goes with --generator KIND"},
      {{two, "--against", "averaged"}, 2, "--against: expected NAME=VALUE"},
      {{two, "--against", "learner=averaged"}, 2, "the same learner with the same settings"},
      {{two, "--against", "speed=3"}, 2, "--against: expected NAME=… with NAME one of learner"},
      {{two, "--test", two, "--learning-curve", "3"}, 2, "leave out --test"},
      {{two, "--group", "9"}, 2, "--group"},
      {{two, "--group", "3"}, 2, "is the label"},
      {{svm, "--group", "1"}, 2, "--group names a column of a CSV"},
      {{one}, 3, "at least two classes"},
      {{two, "--rate", "1"}, 2, "--rate goes with"},
      {{folder.path("none.csv")}, 4, "none.csv"},
  };
  for (const Refusal& refusal : refusals) {
    Words words = {"validate"};
    words.insert(words.end(), refusal.words.begin(), refusal.words.end());
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.status, refusal.status) << refusal.says << '\n' << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(refusal.says), std::string::npos) << refusal.says << '\n'
                                                                 << outcome.err;
  }
}

}  // namespace
}  // namespace perceptron::core::test
