// Standard streams that are closed or full, names with odd characters, and limits of the system.

#include <filesystem>
#include <regex>
#include <string>

#include "support.h"

namespace perceptron::core::test {
namespace {

constexpr const char* kRows = "x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,7,yes\n";

// Runs the program after a command of the shell, such as "ulimit -f 8", with redirections, such as
// "2>&-".
Outcome run_in_shell(const std::string& before, const std::string& redirections,
                     const Words& arguments) {
  const std::string script = before + "; exec \"$0\" \"$@\" " + redirections;
  return run_words(Words{"sh", "-c", script, PERCEPTRON_PROGRAM} + arguments);
}
Outcome run_with(const std::string& redirections, const Words& arguments) {
  return run_in_shell(":", redirections, arguments);
}

// Text with every number of seconds replaced.
std::string without_times(const std::string& text) {
  static const std::regex times(R"re([0-9.e+-]+ s\b|"(read|fit|(read_)?seconds)": *[0-9.e+-]+)re");
  return std::regex_replace(text, times, "");
}

std::string model_of(const Folder& folder, const std::string& data) {
  const Outcome outcome = run_program({"train", data, "-o", folder.path("expected.model")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return read_text(folder.path("expected.model"));
}

TEST(Streams, ThatAreClosedAreNotReplacedByOutputFiles) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", kRows);
  const std::string expected = model_of(folder, data);
  for (const std::string closed : {"2>&-", "0<&-", "0<&- 2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"}) {
    const Outcome outcome = run_with(closed, {"train", data, "-o", folder.path("m.model")});
    // The model is saved although its summary cannot be printed.
    const bool prints = closed.find("1>&-") == std::string::npos;
    EXPECT_EQ(outcome.status, prints ? 0 : 4) << closed << outcome.err;
    EXPECT_EQ(read_text(folder.path("m.model")), expected) << closed;
    std::filesystem::remove(folder.path("m.model"));
  }
}

TEST(Streams, ThatAreClosedAreReportedIfTheyAreNeeded) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", kRows);
  const std::string page = folder.path("page.html");
  const Outcome output = run_with("1>&-", {"train", data, "--json", "--record", page});
  EXPECT_EQ(output.status, 4);
  EXPECT_NE(output.err.find("cannot write standard output"), std::string::npos) << output.err;
  if (std::filesystem::exists(page)) {
    EXPECT_EQ(nlohmann::json::parse(read_text(page)).count("command"), 1U);
  }
  const Outcome input = run_with("0<&-", {"train", "-", "--format", "csv"});
  EXPECT_EQ(input.status, 4);
  EXPECT_NE(input.err.find("cannot read standard input"), std::string::npos) << input.err;
}

TEST(Streams, MessagesMayBeLostButNotResults) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", kRows);
  const std::string expected = model_of(folder, data);
  const Outcome outcome = run_with("2>/dev/full", {"train", data, "-o", folder.path("m.model")});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(read_text(folder.path("m.model")), expected);
  EXPECT_EQ(run_with("2>/dev/full", {"train", folder.path("none.csv")}).status, 4);
  EXPECT_EQ(run_with("2>/dev/full", {}).status, 2);
}

// Files for every command, and command lines that use them.
class EveryCommand : public testing::Test {
 protected:
  void SetUp() override {
    for (const Words& words :
         {Words{"train", data_, "-o", model_}, Words{"margin", data_, "-o", proof_}})
      ASSERT_EQ(run_program(words).status, 0);
  }

  Folder folder_;
  std::string data_ = folder_.file("rows.csv", kRows);
  std::string model_ = folder_.path("model");
  std::string proof_ = folder_.path("proof");
  std::string out_ = folder_.path("out");
  std::vector<Words> commands_ = {
      {"train", data_, "-o", out_},
      {"train", data_, "--json"},
      {"predict", model_, data_},
      {"predict", model_, data_, "-o", out_},
      {"evaluate", model_, data_},
      {"validate", data_, "--folds", "2"},
      {"tune", data_, "--folds", "2", "--grid", "epochs=1,2", "-o", out_},
      {"margin", data_},
      {"verify", proof_, data_},
      {"inspect", data_},
      {"generate", "xor", "--rows", "9"},
      {"generate", "xor", "--rows", "9", "-o", out_},
      {"convert", data_, "-o", out_},
      {"demo"},
      {"help", "train"},
      {"--version"},
      {"pages", "bash"},
  };
};

TEST_F(EveryCommand, DoesItsWorkWithoutInputAndMessages) {
  for (const Words& words : commands_) {
    const Outcome expected = run_program(words);
    ASSERT_EQ(expected.status, 0) << words[0] << expected.err;
    const std::string result = std::filesystem::exists(out_) ? read_text(out_) : "";
    for (const std::string stream : {"2>&-", "2>/dev/full", "0<&-"}) {
      std::filesystem::remove(out_);
      const Outcome outcome = run_with(stream, words);
      EXPECT_EQ(outcome.status, 0) << words[0] << stream << outcome.err;
      EXPECT_EQ(without_times(outcome.out), without_times(expected.out)) << words[0] << stream;
      EXPECT_EQ(std::filesystem::exists(out_) ? read_text(out_) : "", result) << words[0] << stream;
    }
    std::filesystem::remove(out_);
  }
}

TEST_F(EveryCommand, FailsIfItsResultCannotBeWritten) {
  for (const Words& words : commands_) {
    const bool prints = !run_program(words).out.empty();
    for (const std::string stream : {"1>&-", ">/dev/full", "0<&- 1>&-"}) {
      const Outcome outcome = run_with(stream, words);
      EXPECT_EQ(outcome.status, prints ? 4 : 0) << words[0] << stream << outcome.err;
      EXPECT_EQ(outcome.err.find("error: cannot write standard output") != std::string::npos,
                prints)
          << words[0] << stream << outcome.err;
    }
  }
}

TEST_F(EveryCommand, ThatFailsHasItsStatusWithoutMessages) {
  for (const std::string stream : {"2>&-", "2>/dev/full", "1>&- 2>&-"}) {
    EXPECT_EQ(run_with(stream, {"train", folder_.path("none")}).status, 4) << stream;
    EXPECT_EQ(run_with(stream, {"verify", model_, data_, "--unknown"}).status, 2) << stream;
    EXPECT_EQ(run_with(stream, {"predict", data_, data_}).status, 3) << stream;
  }
}

TEST(Streams, NamesOfFilesCannotDisturbATerminal) {
  const Folder folder;
  const std::string odd = folder.path("\x1b[31m\u202e.csv");
  const Outcome missing = run_program({"train", odd});
  EXPECT_EQ(missing.status, 4);
  write_text(odd, kRows);
  const Outcome read = run_program({"train", odd, "-o", odd + ".model"});
  EXPECT_EQ(read.status, 0) << read.err;
  for (const Outcome& outcome : {missing, read}) {
    const std::string text = outcome.out + outcome.err;
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
    EXPECT_EQ(text.find("\u202e"), std::string::npos) << text;
    EXPECT_NE(text.find("\\x1b[31m"), std::string::npos) << text;
  }
}

TEST(Streams, ControlCharactersInClassesAreRefused) {
  const Folder folder;
  for (const std::string name : {"\x1b[2J", "\u009b2J", "\u202eab"}) {
    const std::string data = folder.file("rows.libsvm", "yes 1:1\n" + name + " 1:2\n");
    const Outcome outcome = run_program({"train", data});
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_NE(outcome.err.find("control character"), std::string::npos) << outcome.err;
  }
}

TEST(Streams, FilesThatGrowTooLargeAreErrors) {
  const Folder folder;
  const Outcome outcome = run_in_shell(
      "ulimit -f 8", "", {"generate", "ball", "--rows", "10000", "-o", folder.path("ball.csv")});
  EXPECT_EQ(outcome.status, 4);
  EXPECT_NE(outcome.err.find("File too large"), std::string::npos) << outcome.err;
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace perceptron::core::test
