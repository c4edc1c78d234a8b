// predict --join, --id and the formats of what predict prints.

#include <algorithm>

#include "model/file.h"
#include "packing.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// Score 2·x − z + ½, from columns with names.
Model join_model() {
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

// The same without names of columns.
Model nameless_model() {
  Model model = join_model();
  model.schema = Schema::numbered_table(2);
  return model;
}

// Score x₁ − x₂ of numbered features.
Model numbered_model() {
  Model model;
  model.planes.resize(1);
  model.classes = {"-1", "1"};
  model.schema.features = 2;
  model.planes[0].weights = {1, -1};
  return model;
}

Outcome join(const Model& model, std::string_view data, const Words& options = {"--join"}) {
  const Folder folder;
  save_model(model, folder.path("model"));
  return run_program(Words{"predict", folder.path("model"), "-"} + options, data);
}

void expect_joined(const Outcome& outcome, const std::string& out) {
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, out);
}

void expect_wrong_usage(const Outcome& outcome, const Words& words) {
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  for (const std::string& word : words)
    EXPECT_NE(outcome.err.find(word), std::string::npos) << "no " << word << " in " << outcome.err;
}

TEST(PredictJoin, AppendsThePredictionToTheHeaderAndToEachRow) {
  expect_joined(join(join_model(), "x,z,class\n1,1,yes\n-1,1,no\n"),
                "x,z,class,prediction\n1,1,yes,yes\n-1,1,no,no\n");
}

TEST(PredictJoin, KeepsRowsAsTheyAreWritten) {
  expect_joined(
      join(join_model(), "\"x\"; z ;class;note\n 1;+1.0;yes;\"a;\"\"b\"\"\"\n-1e0;1;no;\n",
           {"--join", "--features", "ignore-new"}),
      "\"x\"; z ;class;note;prediction\n 1;+1.0;yes;\"a;\"\"b\"\"\";yes\n-1e0;1;no;;no\n");
}

TEST(PredictJoin, KeepsLineEndsByteOrderMarkAndALastLineWithoutEnd) {
  expect_joined(join(join_model(), "\xef\xbb\xbfx,z,class\r\n1,1,yes\r\n-1,1,no"),
                "\xef\xbb\xbfx,z,class,prediction\r\n1,1,yes,yes\r\n-1,1,no,no\n");
}

TEST(PredictJoin, SkipsBlankLinesAndKeepsLineEndsInQuotes) {
  expect_joined(join(join_model(), "x,z,class,note\n\n1,1,yes,\"two\r\nlines\"\n  \n-1,1,no,b\n\n",
                     {"--join", "--features", "ignore-new"}),
                "x,z,class,note,prediction\n1,1,yes,\"two\r\nlines\",yes\n-1,1,no,b,no\n");
}

TEST(PredictJoin, AppendsScoresAndProbabilitiesUnderTheirNames) {
  Model model = join_model();
  model.origin.learner = "logistic";
  expect_joined(
      join(model, "x\tz\n0.25\t1\n", {"--join", "--scores", "--probabilities"}),
      "x\tz\tprediction\tscore\tprobability no\tprobability yes\n0.25\t1\tyes\t0\t0.5\t0.5\n");
}

TEST(PredictJoin, ChoosesANameThatTheFileDoesNotHave) {
  expect_joined(join(join_model(), "x,z,prediction,prediction 2\n1,1,a,b\n",
                     {"--join", "--features", "ignore-new"}),
                "x,z,prediction,prediction 2,prediction 3\n1,1,a,b,yes\n");
}

TEST(PredictJoin, QuotesAClassThatContainsTheDelimiter) {
  Model model = join_model();
  model.classes = {"no", "yes, \"really\""};
  expect_joined(join(model, "x,z\n1,1\n"), "x,z,prediction\n1,1,\"yes, \"\"really\"\"\"\n");
}

TEST(PredictJoin, WritesNoHeaderWhereTheFileHasNone) {
  expect_joined(join(nameless_model(), "1;1;a\n-1;1;a\n"), "1;1;a;yes\n-1;1;a;no\n");
  expect_joined(join(nameless_model(), "1;1;a\n", {"--join", "--titles"}),
                "x1;x2;x3;prediction\n1;1;a;yes\n");
}

TEST(PredictJoin, WritesThePredictionBeforeALineOfLibsvm) {
  expect_joined(
      join(numbered_model(), "# a comment\n7 1:1\t2:0.5 # kept\r\n\n8 2:1", {"--join", "--scores"}),
      "1\t0.5\t7 1:1\t2:0.5 # kept\n-1\t-1\t8 2:1\n");
  expect_joined(join(numbered_model(), "7 1:1\n", {"--join", "--titles"}),
                "prediction\trow\n1\t7 1:1\n");
  expect_joined(join(numbered_model(), "7 1:1 # a, b\n", {"--join", "--output", "csv"}),
                "1,\"7 1:1 # a, b\"\n");
}

TEST(PredictJoin, WritesPointsAsRowsOfATable) {
  expect_joined(join(nameless_model(), "2,3,9\n1,1,a\n-1,1,a\n0.25,1,a"),
                "1,1,a,yes\n-1,1,a,no\n0.25,1,a,yes\n");
}

// ---- --id ----

TEST(PredictId, PutsOneColumnBeforeThePrediction) {
  const std::string data = "key,x,z\n\"a\tb\",1,1\n c ,-1,1\n";
  expect_joined(join(join_model(), data, {"--id", "key", "--features", "ignore-new"}),
                "\"a\tb\"\tyes\nc\tno\n");
  expect_joined(
      join(join_model(), data, {"--id", "1", "--scores", "--titles", "--features", "ignore-new"}),
      "key\tprediction\tscore\n\"a\tb\"\tyes\t1.5\nc\tno\t-2.5\n");
  expect_joined(
      join(join_model(), data, {"--id", "key", "--output", "csv", "--features", "ignore-new"}),
      "a\tb,yes\nc,no\n");
}

TEST(PredictId, NamesTheColumnsThatThereAre) {
  expect_wrong_usage(join(join_model(), "x,z\n1,1\n", {"--id", "key"}),
                     {"--id", "no column \"key\"", "\"x\", \"z\""});
  expect_wrong_usage(join(numbered_model(), "7 1:1\n", {"--id", "1"}), {"--id", "--join"});
}

// ---- --output ----

TEST(PredictOutput, IsCsvOrTsvWithTheNamesIfAskedFor) {
  const std::string data = "x,z\n1,1\n";
  expect_joined(join(join_model(), data, {"--output", "csv", "--scores"}), "yes,1.5\n");
  expect_joined(join(join_model(), data, {"--output", "csv", "--scores", "--titles"}),
                "prediction,score\nyes,1.5\n");
  expect_joined(join(join_model(), data, {"--output", "tsv", "--scores"}), "yes\t1.5\n");
  expect_joined(join(join_model(), data, {"--scores", "--titles"}), "class\tscore\nyes\t1.5\n");
}

TEST(PredictOutput, MayBeAnotherFormatThanThatOfTheRows) {
  expect_joined(join(join_model(), "x;z;class\n1;1;\"a,\"\"b\"\n", {"--join", "--output", "csv"}),
                "x,z,class,prediction\n1,1,\"a,\"\"b\",yes\n");
  expect_joined(join(join_model(), "x,z,class\n1,1,a b\n", {"--join", "--output", "tsv"}),
                "x\tz\tclass\tprediction\n1\t1\ta b\tyes\n");
}

TEST(PredictOutput, IsAnObjectForEachRowAsJsonLines) {
  expect_joined(join(join_model(), "x,z\n1,1\n-1,1\n", {"--output", "jsonl", "--scores"}),
                "{\"prediction\":\"yes\",\"score\":1.5}\n{\"prediction\":\"no\",\"score\":-2.5}\n");
  expect_joined(join(join_model(), "x,z,zip\n1,-0.5e1,007\n1.50,1,\"a \"\"b\"\"\"\n",
                     {"--join", "--output", "jsonl", "--features", "ignore-new"}),
                "{\"x\":1,\"z\":-0.5e1,\"zip\":\"007\",\"prediction\":\"yes\"}\n"
                "{\"x\":1.50,\"z\":1,\"zip\":\"a \\\"b\\\"\",\"prediction\":\"yes\"}\n");
  expect_joined(join(numbered_model(), "7 1:1\n", {"--join", "--output", "jsonl"}),
                "{\"prediction\":\"1\",\"row\":\"7 1:1\"}\n");
}

TEST(PredictOutput, IsAFileUnlessItIsAFormat) {
  const Folder folder;
  save_model(join_model(), folder.path("model"));
  const std::string data = folder.file("rows.csv", "x,z\n1,1\n");
  const Words command = {"predict", folder.path("model"), data};
  expect_joined(run_program(command + Words{"-o", folder.path("out"), "--output", "jsonl"}), "");
  EXPECT_EQ(read_text(folder.path("out")), "{\"prediction\":\"yes\"}\n");
  expect_wrong_usage(run_program(command + Words{"-o", "csv", "--output", "tsv"}), {"two formats"});
  expect_wrong_usage(run_program(command + Words{"-o", "a", "-o", "b"}), {"two files"});
  expect_wrong_usage(run_program(command + Words{"--output", "json"}), {"jsonl", "--json"});
}

// ---- What does not go together ----

TEST(PredictJoin, RefusesWhatHasNoText) {
  const Folder folder;
  save_model(nameless_model(), folder.path("model"));
  const std::string data = folder.file("rows.csv", "1,1,yes\n-1,1,no\n");
  ASSERT_EQ(run_program({"convert", data, "-o", folder.path("rows.cache")}).status, 0);
  for (const Words& option : {Words{"--join"}, Words{"--id", "1"}}) {
    const Words predict = Words{"predict", folder.path("model")} + option;
    expect_wrong_usage(run_program(predict + Words{folder.path("rows.cache")}),
                       {"rows.cache", "is a cache", "use the file"});
    expect_wrong_usage(run_program(predict + Words{data, "--cache"}), {"leave out --cache"});
    expect_wrong_usage(run_program(predict + Words{data, "--json"}), {"--output jsonl"});
  }
  expect_wrong_usage(run_program({"predict", folder.path("model"), data, "--join", "--id", "1"}),
                     {"--join", "leave out --id"});
  expect_wrong_usage(
      run_program({"predict", folder.path("model"), data, "--titles", "--output", "jsonl"}),
      {"--titles"});
}

TEST(PredictJoin, GivesTheSameBytesForAnyThreadsFromPipeFileAndGzip) {
  std::string data = "x,z,note\n";
  std::string expected = "x,z,note,prediction\n";
  for (int i = 0; i < 20000; ++i) {
    const int x = i * 37 % 101 - 50;
    const std::string note = i % 7 == 0 ? "\"a\n" + std::to_string(i) + "\"" : std::to_string(i);
    const std::string row = std::to_string(x) + ",1," + note;
    data += row + "\n" + (i % 50 == 0 ? "\n" : "");
    expected += row + (2 * x - 1 + 0.5 >= 0 ? ",yes\n" : ",no\n");
  }
  const Words options = {"--join", "--features", "ignore-new"};
  for (const char* threads : {"1", "3"}) {
    const Words all = options + Words{"--threads", threads};
    expect_joined(join(join_model(), data, all), expected);
    expect_joined(join(join_model(), gzip(data), all), expected);
  }
}

}  // namespace
}  // namespace perceptron::core::test
