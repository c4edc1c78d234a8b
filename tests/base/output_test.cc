// Files appear whole or not at all, whatever happens to the program.

#include "base/output.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>

#include "base/temporary.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

namespace fs = std::filesystem;

constexpr auto kPatience = std::chrono::seconds(10);

void write_output(const std::string& path, std::string_view text) {
  Output output(path);
  output.write(text);
  output.finish();
}

// The error that writing to `path` ends in.
Failure write_failure(const std::string& path) {
  try {
    write_output(path, "new");
  } catch (const Error& error) {
    return {error.kind(), in_options(error.message())};
  }
  return {};
}

mode_t mode_of(const std::string& path) {
  struct stat status = {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 07777U;
}

// The program while it runs, with a pipe as its standard input.
class Running {
 public:
  explicit Running(Words arguments, const std::string& out = "/dev/null") {
    int ends[2] = {};
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    input_ = ends[1];
    arguments.insert(arguments.begin(), PERCEPTRON_PROGRAM);
    const std::string err = folder_.file("err", "");
    child_ = fork();
    if (child_ == 0) {
      dup2(ends[0], STDIN_FILENO);
      dup2(open(out.c_str(), O_WRONLY), STDOUT_FILENO);
      dup2(open(err.c_str(), O_WRONLY), STDERR_FILENO);
      std::vector<char*> argv;
      for (std::string& word : arguments) argv.push_back(word.data());
      argv.push_back(nullptr);
      execv(argv[0], argv.data());
      _exit(127);
    }
    close(ends[0]);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    close(input_);
  }

  std::string errors() const { return read_text(folder_.path("err")); }
  void send(int signal) const { kill(child_, signal); }
  void give(std::string_view text) const {
    EXPECT_EQ(::write(input_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  // Whether all input was taken and the program sleeps until more comes.
  bool waits_for_input() const {
    int unread = 0;
    ioctl(input_, FIONREAD, &unread);
    const std::string stat = read_text("/proc/" + std::to_string(child_) + "/stat");
    return unread == 0 && stat.find(") S ") != std::string::npos;
  }
  // Whether it has written so much into a file of the folder, which need not have a name.
  bool has_written(const Folder& folder, std::uintmax_t size) const {
    std::error_code gone;
    for (const auto& file :
         fs::directory_iterator("/proc/" + std::to_string(child_) + "/fd", gone)) {
      struct stat status = {};
      if (fs::read_symlink(file.path(), gone).string().starts_with(folder.path("")) &&
          stat(file.path().c_str(), &status) == 0 &&
          static_cast<std::uintmax_t>(status.st_size) >= size)
        return true;
    }
    return false;
  }
  // The exit status; −1 where it does not end.
  int status() {
    int status = 0;
    const bool ended = until([&] { return waitpid(child_, &status, WNOHANG) == child_; });
    if (!ended) return -1;
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  static bool until(const std::function<bool()>& holds) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!holds()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }

 private:
  Folder folder_;
  pid_t child_ = 0;
  int input_ = -1;
};

// ---- The class ----

TEST(Output, FileAppearsWhenFinishedAndNotBefore) {
  const Folder folder;
  const std::string long_text(1'000'000, 'x');
  {
    Output output(folder.path("new"));
    output.write("a");
    output.write(long_text);
    EXPECT_FALSE(fs::exists(folder.path("new")));
    output.finish();
    EXPECT_EQ(read_text(folder.path("new")), 'a' + long_text);
  }
  EXPECT_EQ(folder.names(), Words{"new"});
}

TEST(Output, WithoutFinishTheOldFileStaysAndNothingElse) {
  const Folder folder;
  folder.file("old", "before");
  {
    Output output(folder.path("old"));
    output.write(std::string(1'000'000, 'x'));
    output.flush();
  }
  EXPECT_EQ(read_text(folder.path("old")), "before");
  EXPECT_EQ(folder.names(), Words{"old"});
}

TEST(Output, KeepsTheModeOfAnOldFileAndGivesANewOneTheUsualMode) {
  const Folder folder;
  const std::string old = folder.file("old", "before");
  ASSERT_EQ(chmod(old.c_str(), 0751), 0);
  write_output(old, "after");
  EXPECT_EQ(mode_of(old), 0751U);
  const mode_t mask = umask(0);
  umask(mask);
  write_output(folder.path("new"), "");
  EXPECT_EQ(mode_of(folder.path("new")), 0666U & ~mask);
}

TEST(Output, FollowsLinksToTheirFileAndLeavesThemInPlace) {
  const Folder folder;
  fs::create_directory(folder.path("real"));
  folder.file("real/file", "before");
  fs::create_symlink("real/file", folder.path("one"));
  fs::create_symlink("one", folder.path("two"));
  write_output(folder.path("two"), "after");
  EXPECT_EQ(read_text(folder.path("real/file")), "after");
  EXPECT_TRUE(fs::is_symlink(folder.path("one")));
  EXPECT_TRUE(fs::is_symlink(folder.path("two")));
  EXPECT_EQ(folder.names(), (Words{"one", "real", "two"}));
}

TEST(Output, FollowsALinkWhoseFileIsNotThereYet) {
  const Folder folder;
  fs::create_symlink("later", folder.path("link"));
  write_output(folder.path("link"), "now");
  EXPECT_TRUE(fs::is_symlink(folder.path("link")));
  EXPECT_EQ(folder.names(), (Words{"later", "link"}));
}

TEST(Output, RefusesLinksThatLeadInACircle) {
  const Folder folder;
  fs::create_symlink("b", folder.path("a"));
  fs::create_symlink("a", folder.path("b"));
  EXPECT_EQ(write_failure(folder.path("a")).code, ErrorKind::io);
  EXPECT_TRUE(fs::is_symlink(folder.path("a")));
}

TEST(Output, RefusesFoldersAndFilesInFoldersThatAreNotThere) {
  const Folder folder;
  const Failure is_folder = write_failure(folder.path(""));
  EXPECT_EQ(is_folder.code, ErrorKind::io);
  EXPECT_NE(is_folder.text.find("it is a folder"), std::string::npos) << is_folder.text;
  const Failure no_folder = write_failure(folder.path("none/file"));
  EXPECT_EQ(no_folder.code, ErrorKind::io);
  EXPECT_NE(no_folder.text.find("none/file: No such file"), std::string::npos) << no_folder.text;
  EXPECT_EQ(folder.names(), Words{});
}

TEST(Output, WritesNamesAsLongAsTheSystemAllows) {
  const Folder folder;
  const std::string name(255, 'n');
  EXPECT_EQ(write_failure(folder.path(name)).text, "");
  EXPECT_EQ(folder.names(), Words{name});
}

TEST(Output, WritesDevicesAndPipesDirectly) {
  const Folder folder;
  write_output("/dev/null", "gone");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(write_failure("/dev/full").code, ErrorKind::io);
  const std::string path = folder.path("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  write_output(path, "through");
  std::string got(100, '\0');
  const ssize_t size = ::read(reader, got.data(), got.size());
  close(reader);
  EXPECT_EQ(got.substr(0, static_cast<std::size_t>(size)), "through");
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST(Output, WritesFilesWithoutANameInPlace) {
  const Folder folder;
  const int file = open(folder.path("").c_str(), O_TMPFILE | O_RDWR, 0600);
  if (file < 0) GTEST_SKIP() << "no files without a name here";
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  write_output(path, "a longer text");
  write_output(path, "text");
  EXPECT_EQ(read_text(path), "text");
  EXPECT_EQ(Output(path).folder() + "/", folder.path(""));
  close(file);
  EXPECT_EQ(folder.names(), Words{});
}

TEST(TemporaryFile, HasNoNameAndCanBeOpenedAgain) {
  const Folder folder;
  const char* const usual = std::getenv("TMPDIR");
  const std::string before = usual != nullptr ? usual : "";
  setenv("TMPDIR", folder.path("").c_str(), 1);
  const TemporaryFile file("name");
  before.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before.c_str(), 1);
  if (!file.path().starts_with("/proc/")) GTEST_SKIP() << "no files without a name here";
  EXPECT_TRUE(fs::equivalent(file.folder(), folder.path("")));
  write_output(file.path(), "kept");
  EXPECT_EQ(read_text(file.path()), "kept");
  EXPECT_EQ(read_text(file.path()), "kept");
  EXPECT_EQ(folder.names(), Words{});
}

// ---- The program ----

TEST(OutputOfProgram, FailedCommandsLeaveTheOldFileAsItWas) {
  const Folder folder;
  const std::string model = folder.path("model");
  const std::string data = folder.file("data.csv", "x,y\n1,a\n2,b\n");
  ASSERT_EQ(run_program({"train", data, "-o", model}).status, 0);
  std::string long_rows = "x,y\n";
  for (int i = 0; i < 200'000; ++i) long_rows += "1,a\n";
  const std::string bad = folder.file("bad.csv", long_rows + "oops,a\n");
  const std::string out = folder.file("out", "before");
  const Words names = folder.names();
  for (const Words& arguments :
       {Words{"train", bad, "-o", out}, Words{"predict", model, bad, "-o", out}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.err.find("bad.csv:200002:1:"), std::string::npos) << outcome.err;
    EXPECT_EQ(read_text(out), "before");
    EXPECT_EQ(folder.names(), names);
  }
}

TEST(OutputOfProgram, FullDisksAndMissingFoldersAreStatusFour) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "x,y\n1,a\n2,b\n");
  const std::string model = folder.path("model");
  ASSERT_EQ(run_program({"train", data, "-o", model}).status, 0);
  for (const std::string& target : {std::string("/dev/full"), folder.path("none/out")}) {
    for (Words arguments :
         {Words{"train", data}, Words{"predict", model, data}, Words{"generate", "xor"}}) {
      arguments.insert(arguments.end(), {"-o", target});
      const Outcome outcome = run_program(arguments);
      EXPECT_EQ(outcome.status, 4) << arguments[0];
      EXPECT_NE(outcome.err.find("perceptron: error: cannot write " + target), std::string::npos)
          << outcome.err;
    }
  }
}

TEST(OutputOfProgram, StandardOutputThatIsFullIsStatusFour) {
  const Folder folder;
  const std::string data = folder.file("data.csv", "x,y\n1,a\n2,b\n");
  for (const Words& arguments :
       {Words{"train", data, "-o", "-"}, Words{"train", data, "--json"}, Words{"inspect", data},
        Words{"generate", "xor"}, Words{"demo"}, Words{"--help"}, Words{"--version"}}) {
    Running program(arguments, "/dev/full");
    EXPECT_EQ(program.status(), 4) << testing::PrintToString(arguments);
  }
}

TEST(OutputOfProgram, DashIsStandardOutputAndDevNullStaysADevice) {
  const Outcome implied = run_program({"generate", "xor", "--rows", "9"});
  EXPECT_EQ(run_program({"generate", "xor", "--rows", "9", "-o", "-"}).out, implied.out);
  EXPECT_FALSE(implied.out.empty());
  EXPECT_EQ(run_program({"generate", "xor", "--rows", "9", "-o", "/dev/null"}).status, 0);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

// ---- Interruption ----

class Interruption : public testing::TestWithParam<int> {
 protected:
  // Sends the signal once `ready`; then the old file must be all there is.
  void expect_clean_end(Running& program, const std::function<bool()>& ready) {
    ASSERT_TRUE(Running::until(ready)) << program.errors();
    program.send(GetParam());
    EXPECT_EQ(program.status(), 130);
    EXPECT_NE(program.errors().find("perceptron: error: interrupted"), std::string::npos);
    EXPECT_EQ(read_text(out_), "before");
    EXPECT_EQ(folder_.names(), names_);
  }

  Folder folder_;
  std::string data_ = folder_.file("data.csv", "x,y\n0,a\n0,b\n1,a\n");
  std::string out_ = folder_.file("out", "before");
  Words names_ = folder_.names();
};

TEST_P(Interruption, WhileGeneratingKeepsTheOldFile) {
  Running program({"generate", "ball", "--rows", "1000000000", "-o", out_});
  expect_clean_end(program, [&] { return program.has_written(folder_, 1'000'000); });
}

TEST_P(Interruption, WhileTrainingKeepsTheOldFile) {
  Running program({"train", data_, "--epochs", "1000000000", "--verbose", "-o", out_});
  expect_clean_end(program, [&] { return program.errors().find("training") != std::string::npos; });
}

TEST_P(Interruption, WhileWaitingForInputKeepsTheOldFile) {
  Running program({"train", "-", "-o", out_});
  program.give("x,y\n0,a\n1,b\n");
  expect_clean_end(program, [&] { return program.waits_for_input(); });
}

INSTANTIATE_TEST_SUITE_P(BySignal, Interruption, testing::Values(SIGINT, SIGTERM),
                         [](const auto& test) { return test.param == SIGINT ? "Int" : "Term"; });

TEST(Kill, LeavesTheOldFileAndNothingBesideIt) {
  const Folder folder;
  const std::string out = folder.file("out", "before");
  Running program({"convert", "-", "-o", out});
  program.give("1 1:1\n0 2:1\n");
  ASSERT_TRUE(Running::until([&] { return program.waits_for_input(); }));
  program.send(SIGKILL);
  program.status();
  EXPECT_EQ(read_text(out), "before");
  const int nameless = open(folder.path("").c_str(), O_TMPFILE | O_RDWR, 0600);
  if (nameless < 0) GTEST_SKIP() << "no files without a name here";
  close(nameless);
  EXPECT_EQ(folder.names(), Words{"out"});
}

class InterruptionOfWideRows : public Interruption {};

TEST_P(InterruptionOfWideRows, IsSoon) {
  Running program(
      {"generate", "gaussians", "--dimensions", "100000", "--rows", "1000000", "-o", out_});
  expect_clean_end(program, [&] { return program.has_written(folder_, 10'000'000); });
}

INSTANTIATE_TEST_SUITE_P(Once, InterruptionOfWideRows, testing::Values(SIGINT));

}  // namespace
}  // namespace perceptron::core::test
