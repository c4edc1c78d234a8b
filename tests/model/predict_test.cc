// predict and evaluate, from a model file and rows to classes and metrics.

#include <cmath>

#include "base/random.h"
#include "evaluate/metrics.h"
#include "model/file.h"
#include "packing.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// Score 2·x − z + ½, from columns with names.
Model named_model() {
  Model model;
  model.planes.resize(1);
  model.classes = {"no", "yes"};
  model.schema = Schema::numbered_table(2);
  model.schema.named = true;
  model.schema.columns[0].name = "x";
  model.schema.columns[1].name = "z";
  model.schema.label_name = "class";
  model.planes[0].weights = {2, -1};
  model.planes[0].offset = 0.5;
  return model;
}

// The score is the value of the only column, which has no name.
Model identity_model() {
  Model model;
  model.planes.resize(1);
  model.classes = {"a", "b"};
  model.schema = Schema::numbered_table(1);
  model.planes[0].weights = {1};
  return model;
}

// Score x₁ − x₂ of numbered features.
Model sparse_model() {
  Model model;
  model.planes.resize(1);
  model.classes = {"-1", "1"};
  model.schema.features = 2;
  model.planes[0].weights = {1, -1};
  return model;
}

// One text column: red is worth 1, blue −1.
Model colour_model() {
  Model model = named_model();
  model.schema.columns = {{"colour", 0, ColumnType::category, {"blue", "red"}, {}, {}}};
  model.schema.file_columns = 2;
  model.schema.label_position = 1;
  model.planes[0].weights = {-1, 1};
  model.planes[0].offset = -0.5;
  return model;
}

// Runs `command` with this model and data on standard input.
Outcome run_model(const std::string& command, const Model& model, std::string_view data,
                  const Words& options = {}) {
  const Folder folder;
  save_model(model, folder.path("model"));
  return run_program(Words{command, folder.path("model"), "-"} + options, data);
}

void expect_out(const Outcome& outcome, const std::string& out) {
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, out);
}

void expect_refusal(const Outcome& outcome, const Words& words) {
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  for (const std::string& word : words)
    EXPECT_NE(outcome.err.find(word), std::string::npos) << "no " << word << " in " << outcome.err;
}

// ---- predict ----

TEST(Predict, ScoreIsTheSumOfWeightsTimesFeaturesAndTheOffset) {
  const Outcome outcome =
      run_model("predict", named_model(), "x,z,class\n1,1,yes\n-1,1,no\n0.25,1,no\n", {"--scores"});
  expect_out(outcome, "yes\t1.5\nno\t-2.5\nyes\t0\n");
}

TEST(Predict, ScoreOfExactlyZeroIsThePositiveClass) {
  expect_out(run_model("predict", identity_model(), "0,a\n-0.0,a\n-5e-324,a\n"), "b\nb\na\n");
}

TEST(Predict, ManyRowsKeepTheirOrderFromFilePipeAndGzip) {
  std::string rows;
  std::string expected;
  for (int i = 0; i < 5000; ++i) {
    rows += std::to_string(i * 37 % 101 - 50) + ",a\n";
    expected += i * 37 % 101 >= 50 ? "b\n" : "a\n";
  }
  expect_out(run_model("predict", identity_model(), rows), expected);
  expect_out(run_model("predict", identity_model(), gzip(rows)), expected);
  const Folder folder;
  save_model(identity_model(), folder.path("model"));
  folder.file("rows.gz", gzip(rows));
  expect_out(run_program({"predict", folder.path("model"), folder.path("rows.gz"), "-o",
                          folder.path("out")}),
             "");
  EXPECT_EQ(read_text(folder.path("out")), expected);
}

TEST(Predict, JsonHoldsPredictionsRowsAndClasses) {
  const auto json =
      run_model("predict", identity_model(), "1,a\n-2.5,b\n", {"--json", "--scores"}).json();
  EXPECT_EQ(json["predictions"], (Words{"b", "a"}));
  EXPECT_EQ(json["scores"], (std::vector<double>{1, -2.5}));
  EXPECT_EQ(json["rows"], 2);
  EXPECT_EQ(json["classes"], (Words{"a", "b"}));
}

TEST(Predict, ColumnsAreFoundByNameInAnyOrder) {
  expect_out(run_model("predict", named_model(), "class,z,x\nno,4,1\nno,1,4\n", {"--scores"}),
             "no\t-1.5\nyes\t7.5\n");
}

TEST(Predict, LabelColumnMayBeAbsentOrHoldAnything) {
  expect_out(run_model("predict", named_model(), "z,x\n4,1\n1,4\n"), "no\nyes\n");
  expect_out(run_model("predict", named_model(), "z,x,class\n4,1,perhaps\n1,4,\n"), "no\nyes\n");
  expect_out(run_model("predict", identity_model(), "1\n-1\n"), "b\na\n");
  expect_out(run_model("predict", sparse_model(), "7 1:1\n8 2:1\n"), "1\n-1\n");
}

TEST(Predict, OtherColumnsThanTheModelsAreNamed) {
  expect_refusal(run_model("predict", named_model(), "x,class\n1,no\n"), {"missing: \"z\""});
  const std::string added = "x,z,w,class\n1,2,9,no\n";
  expect_refusal(run_model("predict", named_model(), added),
                 {"new: \"w\"", "--features ignore-new", "standard input:1:1"});
  const Outcome ignored = run_model("predict", named_model(), added, {"--features", "ignore-new"});
  expect_out(ignored, "yes\n");
  EXPECT_NE(ignored.err.find("ignored: \"w\""), std::string::npos) << ignored.err;
  expect_refusal(run_model("predict", identity_model(), "1,2,3,a\n"), {"found 4 columns"});
}

TEST(Predict, FeaturesTheModelDoesNotKnowAreRefusedUnlessIgnored) {
  const std::string rows = "1 1:3 9:100\n1 2:1\n";
  expect_refusal(run_model("predict", sparse_model(), rows),
                 {"standard input:1:7", "feature 9", "2 features", "--features ignore-new"});
  const Outcome ignored = run_model("predict", sparse_model(), rows, {"--features", "ignore-new"});
  expect_out(ignored, "1\n-1\n");
  EXPECT_NE(ignored.err.find("ignored 1 value"), std::string::npos) << ignored.err;
}

TEST(Predict, CategoriesTheModelDoesNotKnowAreRefusedUnlessIgnored) {
  const std::string rows = "colour\nred\ngreen\nblue\n";
  expect_refusal(run_model("predict", colour_model(), rows),
                 {"standard input:3:1", "\"colour\"", "\"green\"", "--features ignore-new"});
  expect_out(run_model("predict", colour_model(), rows, {"--features", "ignore-new", "--scores"}),
             "yes\t0.5\nno\t-0.5\nno\t-1.5\n");
}

TEST(Predict, ScalingOfTheModelIsAppliedToNewRows) {
  Model model = identity_model();
  model.scaling = {ScalingKind::standard, {10}, {4}, {}, {}};
  expect_out(run_model("predict", model, "12,a\n2,a\n", {"--scores"}), "b\t0.5\na\t-2\n");
  model.scaling = {ScalingKind::unit, {}, {}, {}, {}};
  expect_out(run_model("predict", model, "12,a\n-2,a\n", {"--scores"}), "b\t1\na\t-1\n");
  // A shift moves the zeros that sparse rows leave out, too.
  Model sparse = sparse_model();
  sparse.scaling = {ScalingKind::standard, {1, 2}, {1, 1}, {}, {}};
  expect_out(run_model("predict", sparse, "1 1:3\n", {"--scores"}), "1\t4\n");
}

TEST(Predict, MissingValuesAreFilledAsInTraining) {
  Model model = named_model();
  model.schema.missing = MissingPolicy::mean;
  model.schema.columns[1].fill = {3};
  expect_out(run_model("predict", model, "x,z,class\n1,,no\n", {"--scores"}), "no\t-0.5\n");
  expect_refusal(run_model("predict", named_model(), "x,z,class\n1,,no\n"),
                 {"standard input:2:3", "--missing"});
}

// Neither class can be told from ∞ − ∞.
TEST(Predict, ScoresBeyondTheRangeOfNumbersAreRefused) {
  Model model = sparse_model();
  model.planes[0].weights = {10, -10};
  const std::string rows = "1 1:1e308 2:1e308\n-1 1:1e308 2:1e308\n1 1:1\n";
  expect_refusal(run_model("predict", model, rows, {"--scores"}), {"standard input"});
  expect_refusal(run_model("evaluate", model, rows), {"standard input"});
}

TEST(Predict, DataWithoutRowsIsRefused) {
  expect_refusal(run_model("predict", identity_model(), ""), {"standard input", "empty"});
  expect_refusal(run_model("predict", named_model(), "x,z,class\n"), {"found none"});
}

// ---- evaluate ----

// Worked by hand: scores −2, −1, 0.5, 0 of a and 1, 0, −0.5, 3 of b. Of 16
// pairs 12 are in order and one is a tie.
constexpr const char* kHandWorked = "-2,a\n1,b\n-1,a\n0,b\n0.5,a\n-0.5,b\n0,a\n3,b\n";

TEST(Evaluate, MetricsAreThoseWorkedByHand) {
  const auto json = run_model("evaluate", identity_model(), kHandWorked, {"--json"}).json();
  EXPECT_EQ(json["rows"], 8);
  EXPECT_EQ(json["accuracy"], 5.0 / 8);
  EXPECT_EQ(json["classes"], (Words{"a", "b"}));
  EXPECT_EQ(json["confusion"], (nlohmann::json{{2, 2}, {1, 3}}));
  EXPECT_DOUBLE_EQ(json["auc"], 12.5 / 16);
  const auto& a = json["per_class"]["a"];
  EXPECT_DOUBLE_EQ(a["precision"], 2.0 / 3);
  EXPECT_DOUBLE_EQ(a["recall"], 2.0 / 4);
  EXPECT_DOUBLE_EQ(a["f1"], 4.0 / 7);
  EXPECT_EQ(a["support"], 4);
  const auto& b = json["per_class"]["b"];
  EXPECT_DOUBLE_EQ(b["precision"], 3.0 / 5);
  EXPECT_DOUBLE_EQ(b["recall"], 3.0 / 4);
  EXPECT_DOUBLE_EQ(b["f1"], 2.0 / 3);
  EXPECT_EQ(b["support"], 4);
}

TEST(Evaluate, TableForPeopleHoldsTheSameNumbers) {
  const Outcome outcome = run_model("evaluate", identity_model(), kHandWorked);
  EXPECT_EQ(outcome.status, 0);
  for (const char* words : {"accuracy           0.6250", "AUC                0.7812", "predicted b",
                            "0.6667", "0.5714"})
    EXPECT_NE(outcome.out.find(words), std::string::npos) << words << " in " << outcome.out;
}

TEST(Evaluate, OneClassAloneHasNoAucAndAClassNeverCalledHasPrecisionZero) {
  const auto json = run_model("evaluate", identity_model(), "1,a\n2,a\n", {"--json"}).json();
  EXPECT_TRUE(json["auc"].is_null());
  EXPECT_EQ(json["accuracy"], 0.0);
  for (const char* field : {"precision", "recall", "f1"})
    EXPECT_EQ(json["per_class"]["a"][field], 0.0);
  EXPECT_EQ(json["per_class"]["b"]["support"], 0);
}

TEST(Evaluate, ClassesTheModelDoesNotKnowAreRefused) {
  expect_refusal(run_model("evaluate", identity_model(), "1,a\n2,c\n"),
                 {"standard input:2:3", "\"a\", \"b\"", "\"c\"", "--label"});
}

TEST(Evaluate, NumbersThatAreEqualNameOneClass) {
  const auto json =
      run_model("evaluate", sparse_model(), "+1 1:1\n1.0 1:1\n-1 2:1\n", {"--json"}).json();
  EXPECT_EQ(json["accuracy"], 1.0);
}

TEST(Evaluate, LabelColumnIsNeededAndCanBeChosen) {
  expect_refusal(run_model("evaluate", named_model(), "x,z\n1,2\n"),
                 {"the label in column \"class\""});
  expect_refusal(run_model("evaluate", identity_model(), "1\n2\n"), {"a label", "found 1 column"});
  const auto json = run_model("evaluate", named_model(), "truth,z,x\nno,4,1\nyes,1,4\n",
                              {"--label", "truth", "--json"})
                        .json();
  EXPECT_EQ(json["accuracy"], 1.0);
}

TEST(Evaluate, AgreesWithTrainOnTheTrainingData) {
  const Folder folder;
  const std::string data = folder.file(
      "d.csv", run_program({"generate", "flipped", "--rows", "3000", "--seed", "3"}).out);
  const std::string model = folder.path("model");
  for (const char* scale : {"none", "standard", "maxabs", "unit"}) {
    const auto trained = run_program({"train", data, "--scale", scale, "--epochs", "2", "-o", model,
                                      "--json", "--learner", "averaged"})
                             .json();
    const auto evaluated = run_program({"evaluate", model, data, "--json"}).json();
    EXPECT_EQ(evaluated["accuracy"], trained["accuracy"]) << scale;
    EXPECT_GT(evaluated["accuracy"], 0.6) << scale;
  }
}

TEST(Evaluate, AucIsTheShareOfPairsInOrderWithTiesCountedHalf) {
  Random random(11);
  for (std::uint64_t round = 0; round < 300; ++round) {
    std::vector<double> scores[2];
    for (auto& side : scores) {
      side.resize(1 + random.below(20));
      for (double& score : side) score = static_cast<double>(random.below(1 + round % 9)) - 3;
    }
    double in_order = 0;
    for (const double negative : scores[0]) {
      for (const double positive : scores[1])
        in_order += positive > negative ? 1 : positive == negative ? 0.5 : 0;
    }
    const auto pairs = static_cast<double>(scores[0].size() * scores[1].size());
    EXPECT_DOUBLE_EQ(area_under_curve(scores[0], scores[1]), in_order / pairs);
  }
}

}  // namespace
}  // namespace perceptron::core::test
