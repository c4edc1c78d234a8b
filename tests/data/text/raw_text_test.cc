// Raw text for a model of texts, one text a line, and tables for it.

#include <fmt/format.h>
#include <algorithm>
#include <sstream>

#include "model/file.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// A model that tells spam from ham, of rows in this notation.
std::string train_messages(const Folder& folder, const std::string& name, const std::string& rows) {
  const std::string model = folder.path("m.model");
  const Outcome trained = run_program({"train", folder.file(name, rows), "-o", model});
  EXPECT_EQ(trained.status, 0) << trained.err;
  return model;
}

constexpr const char* kRows =
    "text,label\nfree money now free,spam\ncall me now,ham\nare you free,spam\n"
    "see you soon my friend,ham\n";
constexpr const char* kTabRows =
    "spam\tfree money now free\nham\tcall me now\nspam\tare you free\n"
    "ham\tsee you soon my friend\n";

// The second field of each line is no class, so that the comma is one of the text.
TEST(RawText, OfAModelOfACommaSeparatedTableMayHoldCommas) {
  const Folder folder;
  const std::string model = train_messages(folder, "m.csv", kRows);
  const Words predict = {"predict", model, "-"};
  EXPECT_EQ(run_program(predict, "money, FREE\nsee you, call me\n").out, "spam\nham\n");
  EXPECT_EQ(run_program(predict, "see you\nfree, free, free\ncall \"me\", friend\n").out,
            "ham\nspam\nham\n");
  const Outcome late = run_program(predict, "see you\n\"call me, friend\nfree, free, free\n");
  EXPECT_EQ(late.out, "ham\nham\nspam\n") << late.err;
}

TEST(RawText, IsNotWhatHasTheLabelsOrTheHeaderOfTheTrainingData) {
  const Folder folder;
  const std::string model = train_messages(folder, "m.csv", kRows);
  const Words predict = {"predict", model, "-"};
  EXPECT_EQ(run_program(predict, kRows).out, "spam\nham\nspam\nham\n");
  EXPECT_EQ(run_program(predict, "call ham,spam\n\"free, ham\",?\n").out, "ham\nspam\n");
  EXPECT_EQ(run_program(predict, "label,text\nham,free money\n").out, "spam\n");
  EXPECT_EQ(run_program(predict, "text\nfree money\n").out, "spam\n");
  EXPECT_EQ(run_program(predict, "\"free, money\"\n\"call, me\"\n").out, "spam\nham\n");
  // Settings say that these are fields.
  EXPECT_EQ(run_program(predict + Words{"--delimiter", "comma"}, "free money,friend me\n").out,
            "spam\n");
}

TEST(RawText, GivesAPredictionForBlankLines) {
  const Folder folder;
  for (const char* name : {"m.csv", "m.tsv"}) {
    const bool tabs = std::string(name) == "m.tsv";
    const std::string model = train_messages(folder, name, tabs ? kTabRows : kRows);
    const std::string raw = "free money\n\n  \nsee you, my friend\r\n\r\n";
    const Outcome outcome = run_program({"predict", model, "-", "--join"}, raw);
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 5) << outcome.out;
    EXPECT_TRUE(outcome.out.starts_with("free money\tspam\n\t")) << outcome.out;
    Words classes;
    std::istringstream lines(run_program({"predict", model, "-"}, raw).out);
    for (std::string line; std::getline(lines, line);) classes.push_back(line);
    ASSERT_EQ(classes.size(), 5U);
    EXPECT_EQ(classes[0], "spam");
    EXPECT_EQ(classes[3], "ham");
    // In tables a blank line is none of the rows.
    const std::string table = tabs ? "spam\tfree money\n\nham\tcall me\n"
                                   : "text,label\nfree money,spam\n\ncall me,ham\n";
    EXPECT_EQ(run_program({"predict", model, "-"}, table).out, "spam\nham\n");
  }
}

TEST(RawText, MayBeAnotherTableWhichIsNoted) {
  const Folder folder;
  const std::string model = train_messages(folder, "m.tsv", kTabRows);
  const Outcome outcome = run_program({"predict", model, "-"}, kRows);
  EXPECT_NE(outcome.err.find("if this is a table separated by commas, use --delimiter comma, and "
                             "--header yes if its first line names the columns"),
            std::string::npos)
      << outcome.err;
  const Outcome table = run_program(
      {"predict", model, "-", "--delimiter", "comma", "--header", "yes", "--label", "label"},
      kRows);
  EXPECT_EQ(table.out, "spam\nham\nspam\nham\n") << table.err;
}

// In chunks and by single rows.
TEST(RawText, IsReadAlikeByBothParsers) {
  std::string raw;
  for (int i = 0; i < 500; ++i) raw += i % 7 == 0 ? "\n" : fmt::format("free, w{} call\n", i % 5);
  const Folder folder;
  const Model model = load_model(train_messages(folder, "m.csv", kRows));
  const std::string path = folder.file("raw.txt", raw);
  const Classes classes(Names{"ham", "spam"});
  std::string fingerprint;
  for (const Way& way : kWays) {
    Reading reading;
    reading.labels = LabelUse::ignore;
    reading.classes = &classes;
    reading.schema = &model.schema;
    way.of(reading);
    const auto reader = open_reader(path, reading);
    Dataset rows = reader->start();
    while (reader->next_rows(rows)) {
    }
    EXPECT_EQ(rows.rows(), 500U);
    if (fingerprint.empty()) fingerprint = rows.fingerprint();
    EXPECT_EQ(rows.fingerprint(), fingerprint);
  }
}

}  // namespace
}  // namespace perceptron::core::test
