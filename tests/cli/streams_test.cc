// Standard streams that are closed or full, names with odd characters, and limits of the system.

#include <filesystem>
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
    EXPECT_EQ(outcome.status, 0) << closed << outcome.err;
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

TEST(Streams, NamesOfFilesCannotDisturbATerminal) {
  const Folder folder;
  const std::string odd = folder.path("\x1b[31m\u202e.csv");
  const Outcome missing = run_program({"train", odd});
  EXPECT_EQ(missing.status, 4);
  write_text(odd, kRows);
  const Outcome read = run_program({"train", odd, "-o", odd + ".model"});
  EXPECT_EQ(read.status, 0) << read.err;
  for (const Outcome& outcome : {missing, read}) {
    EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("\u202e"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("\\x1b[31m"), std::string::npos) << outcome.err;
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

TEST(Limits, FilesThatGrowTooLargeAreErrors) {
  const Folder folder;
  const Outcome outcome = run_in_shell(
      "ulimit -f 8", "", {"generate", "ball", "--rows", "10000", "-o", folder.path("ball.csv")});
  EXPECT_EQ(outcome.status, 4);
  EXPECT_NE(outcome.err.find("File too large"), std::string::npos) << outcome.err;
  EXPECT_TRUE(folder.names().empty());
}

TEST(Limits, LongLinesAreRefusedBeforeTheyFillTheMemory) {
  const Folder folder;
  const Words limit = {"--longest-line", "1000000"};
  for (const std::string start : {"1 1:1\n2 1:2 ", "x,y\n1,2\n"}) {
    const std::string data = folder.file("long.txt", start + std::string(1'500'000, ' ') + "2:1\n");
    for (const char* threads : {"1", "3"}) {
      const Outcome outcome = run_program(Words{"train", data, "--threads", threads} + limit);
      EXPECT_EQ(outcome.status, 3) << outcome.err;
      EXPECT_NE(outcome.err.find("--longest-line allows longer lines"), std::string::npos)
          << outcome.err;
    }
  }
  const Outcome endless = run_program(Words{"train", "/dev/zero"} + limit);
  EXPECT_EQ(endless.status, 3) << endless.err;
}

}  // namespace
}  // namespace perceptron::core::test
