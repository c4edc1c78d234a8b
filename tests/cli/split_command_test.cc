// split: a file of training rows and one of test rows, as they are written.

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "data/read/reader.h"
#include "evaluate/split.h"
#include "packing.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// A command in a folder of its own, and the two files that it made.
struct SplitRun {
  Folder folder;
  Outcome outcome;
  std::string training;
  std::string test;

  SplitRun(std::string_view data, const Words& options, const std::string& name = "data.csv") {
    outcome = run_program(Words{"split", folder.file(name, data)} + options +
                          Words{"-o", folder.path("train"), folder.path("test")});
    if (outcome.status != 0) return;
    training = read_text(folder.path("train"));
    test = read_text(folder.path("test"));
  }
};

Words split_lines(const std::string& text) {
  Words lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Rows with a number each, in classes and groups.
std::string numbered_rows(int count) {
  std::string text = "row,group,class\n";
  for (int i = 0; i < count; ++i)
    text +=
        std::to_string(i) + ",g" + std::to_string(i / 3) + "," + (i % 4 == 0 ? "a" : "b") + "\n";
  return text;
}

// The rows that a validation with these settings tests on.
std::vector<std::uint64_t> held_out(const std::string& data, SplitSettings settings,
                                    const ReadSettings& options = {}) {
  const Split split = split_rows(read_string(data, options), settings);
  return split.test_rows(0);
}

std::vector<std::uint64_t> rows_in(const std::string& text) {
  std::vector<std::uint64_t> rows;
  const Words lines = split_lines(text);
  for (std::size_t i = 1; i < lines.size(); ++i) rows.push_back(std::stoull(lines[i]));
  return rows;
}

TEST(SplitCommand, TestsOnTheRowsThatValidateHoldsOut) {
  const std::string data = numbered_rows(120);
  SplitSettings settings;
  settings.holdout = 0.2;
  settings.seed = 7;
  const SplitRun plain(data, {"--test", "0.2", "--seed", "7"});
  EXPECT_EQ(rows_in(plain.test), held_out(data, settings));

  settings.stratify = true;
  const SplitRun stratified(data, {"--test", "0.2", "--seed", "7", "--stratify"});
  EXPECT_EQ(rows_in(stratified.test), held_out(data, settings));

  settings.stratify = false;
  ReadSettings grouped;
  grouped.group = "group";
  const SplitRun groups(data, {"--test", "0.2", "--seed", "7", "--group", "group"});
  EXPECT_EQ(rows_in(groups.test), held_out(data, settings, grouped));

  settings.order = SplitOrder::file;
  const SplitRun last(data, {"--test", "0.2", "--split", "file"});
  EXPECT_EQ(rows_in(last.test), held_out(data, settings));
  EXPECT_EQ(rows_in(last.test).front(), 96U);
}

TEST(SplitCommand, TrainingOnOneFileAndTestingOnTheOtherIsTheHoldout) {
  const Folder folder;
  const std::string data = folder.path("clouds.csv");
  ASSERT_EQ(run_program({"generate", "gaussians", "--rows", "300", "-o", data}).status, 0);
  const std::string train = folder.path("train.csv");
  const std::string test = folder.path("test.csv");
  ASSERT_EQ(run_program({"split", data, "--test", "0.3", "--seed", "5", "-o", train, test}).status,
            0);
  const Words settings = {"--learner", "averaged", "--epochs", "5",   "--seed",
                          "5",         "--json",   "--order",  "file"};
  const auto whole = run_program(Words{"validate", data, "--holdout", "0.3"} + settings).json();
  const auto parts = run_program(Words{"validate", train, "--test", test} + settings).json();
  EXPECT_EQ(whole["accuracy"], parts["accuracy"]);
}

TEST(SplitCommand, KeepsEveryByteOfTheRowsInOrder) {
  const SplitRun run(
      "\xef\xbb\xbf\"x\",note,class\r\n1, \"a\r\n\"\"b\"\" \" ,p\r\n\r\n 2,,q\r\n3,?,p\r\n4,d,q",
      {"--test", "0.5", "--split", "file"});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_EQ(run.training, "\xef\xbb\xbf\"x\",note,class\r\n1, \"a\r\n\"\"b\"\" \" ,p\r\n 2,,q\r\n");
  EXPECT_EQ(run.test, "\xef\xbb\xbf\"x\",note,class\r\n3,?,p\r\n4,d,q\r\n");
}

TEST(SplitCommand, WritesLibsvmAndPointsInTheirFormat) {
  const SplitRun libsvm("+1 1:1 # one\n# none\n-1 2:1\n+1\n-1 1:3",
                        {"--test", "0.5", "--split", "file"}, "rows.svm");
  EXPECT_EQ(libsvm.training, "+1 1:1 # one\n-1 2:1\n");
  EXPECT_EQ(libsvm.test, "+1\n-1 1:3\n");
  const SplitRun points("2,4,9\n1,1,a\n2,2,b\n3,3,a\n4,4,b", {"--test", "0.25", "--split", "file"});
  EXPECT_EQ(points.training, "2,3,9\n1,1,a\n2,2,b\n3,3,a\n");
  EXPECT_EQ(points.test, "2,1,9\n4,4,b\n");
  EXPECT_EQ(read_string(points.training).rows(), 3U);
}

TEST(SplitCommand, CountsTheRowsOfEachClass) {
  const SplitRun run(numbered_rows(40), {"--test", "0.2", "--stratify", "--json"});
  const auto json = run.outcome.json();
  const auto& files = json["files"];
  EXPECT_EQ(files["training"]["rows"], 32);
  EXPECT_EQ(files["test"]["rows"], 8);
  EXPECT_EQ(files["training"]["classes"], (nlohmann::json{{"a", 8}, {"b", 24}}));
  EXPECT_EQ(files["test"]["classes"], (nlohmann::json{{"a", 2}, {"b", 6}}));
}

TEST(SplitCommand, ReadsStandardInputAndCompressedFiles) {
  const std::string data = numbered_rows(60);
  const SplitRun plain(data, {"--test", "0.2"});
  const SplitRun packed(gzip(data), {"--test", "0.2"}, "data.csv.gz");
  EXPECT_EQ(packed.test, plain.test);
  EXPECT_EQ(packed.training, plain.training);
  const Folder folder;
  const Outcome piped = run_program(
      {"split", "-", "--test", "0.2", "-o", folder.path("a"), folder.path("b")}, gzip(data));
  EXPECT_EQ(piped.status, 0) << piped.err;
  EXPECT_EQ(read_text(folder.path("a")), plain.training);
  EXPECT_EQ(read_text(folder.path("b")), plain.test);
}

TEST(SplitCommand, LeavesOldFilesAsTheyAreWhenItFails) {
  const Folder folder;
  const std::string train = folder.file("train", "old");
  const std::string test = folder.file("test", "old");
  const std::string bad = folder.file("bad.csv", "x,y\n1,a\n2\n");
  const Outcome outcome = run_program({"split", bad, "--test", "0.5", "-o", train, test});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("bad.csv:3:1"), std::string::npos) << outcome.err;
  EXPECT_EQ(read_text(train), "old");
  EXPECT_EQ(read_text(test), "old");
}

TEST(SplitCommand, RefusesWhatItCannotWrite) {
  const Folder folder;
  const std::string data = folder.file("data.csv", numbered_rows(10));
  const auto refused = [&](const Words& files, const Words& words) {
    const Outcome outcome = run_program(Words{"split", data, "--test", "0.2", "-o"} + files);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    for (const std::string& word : words)
      EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
  };
  refused({folder.path("a.gz"), folder.path("b")}, {"leave out .gz"});
  refused({folder.path("a"), "-"}, {"writes two files"});
  refused({folder.path("a"), folder.path("a")}, {"one file twice"});
  refused({folder.path("a"), data}, {"overwrite the input"});
  EXPECT_EQ(folder.names(), Words{"data.csv"});

  ASSERT_EQ(run_program({"convert", data, "-o", folder.path("cache")}).status, 0);
  const Outcome cache = run_program(
      {"split", folder.path("cache"), "--test", "0.2", "-o", folder.path("a"), folder.path("b")});
  EXPECT_EQ(cache.status, 2);
  EXPECT_NE(cache.err.find("is a cache"), std::string::npos) << cache.err;

  const Outcome none =
      run_program({"split", data, "--test", "0.01", "-o", folder.path("a"), folder.path("b")});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("--test 0.01: of 10 rows"), std::string::npos) << none.err;
}

}  // namespace
}  // namespace perceptron::core::test
