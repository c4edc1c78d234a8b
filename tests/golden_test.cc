// What must not change: the exit status of the program and every byte that it
// writes, over learners, solvers, kinds of data, schemes and commands.
//
// golden/hashes.txt has a case a line: the commands as one would type them after
// the program's name, then what came of them. To add a case, add a line with its
// commands and record. To record, run the tests Golden.* in one process with
// PERCEPTRON_RECORD_GOLDEN=tests/golden/hashes.txt in the environment; with a filter
// only the sections of those tests are recorded.

#include "golden.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/json.h"
#include "base/version.h"
#include "cli/program.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::path(PERCEPTRON_SOURCE) / "tests" / "golden";

// Real data that cases name; they are left out where it is not there.
const std::set<std::string> kShared = {
    "a9a.test.libsvm.gz", "auto-mpg.tsv",   "auto_shuffle.txt", "binary_classification.csv",
    "hw02_data1.csv",     "hw02_data2.csv", "ionosphere.csv",   "iris-test.csv",
    "iris-train.csv",     "letter.csv",     "margin-2d.csv",    "oil-spill.csv",
    "titanic.csv"};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string hash_of(std::string_view bytes) {
  Hash hash;
  hash.add(bytes);
  return hash.hex();
}

// ---- Running commands ----

// Standard output or error goes into a file as long as this lives.
class Redirect {
 public:
  Redirect(int stream, const std::string& path) : stream_(stream), before_(dup(stream)) {
    std::fflush(nullptr);
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    dup2(file, stream_);
    close(file);
  }
  Redirect(const Redirect&) = delete;
  Redirect& operator=(const Redirect&) = delete;
  ~Redirect() {
    std::fflush(nullptr);
    dup2(before_, stream_);
    close(before_);
  }

 private:
  int stream_;
  int before_;
};

// Blanks times, which differ from run to run, and strings of several words: these are
// for people, and may be put better.
void blank(Json& json) {
  if (json.is_string() && json.get<std::string>().find(' ') != std::string::npos) json = "";
  if (json.is_object()) {
    for (const char* time : {"seconds", "read_seconds"}) {
      if (json.contains(time)) json[time] = nullptr;
    }
  }
  if (json.is_structured()) {
    for (Json& part : json) blank(part);
  }
}

std::string blanked(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return text;
  blank(json);
  return json.dump();
}

struct Printed {
  int status = 0;
  std::string out;
  std::string err;
};

// Runs one command in this process, in the current folder; what it prints goes through
// files in `streams`.
Printed run_command(const std::string& command, const Folder& streams) {
  std::vector<std::string> words = words_of(command);
  const bool json = std::find(words.begin(), words.end(), "--json") != words.end();
  words.insert(words.begin(), "perceptron");
  words.emplace_back("--quiet");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  Printed printed;
  {
    const Redirect out(STDOUT_FILENO, streams.path("out"));
    const Redirect err(STDERR_FILENO, streams.path("err"));
    printed.status = Program().run(static_cast<int>(argv.size()), argv.data());
  }
  printed.out = read_text(streams.path("out"));
  printed.err = read_text(streams.path("err"));
  if (json) printed.out = blanked(printed.out);
  return printed;
}

// The program syncs every file that it writes; in memory that takes no time.
class InMemory {
 public:
  InMemory() : changed_(std::getenv("TMPDIR") == nullptr && access("/dev/shm", W_OK) == 0) {
    if (changed_) setenv("TMPDIR", "/dev/shm", 1);
  }
  InMemory(const InMemory&) = delete;
  InMemory& operator=(const InMemory&) = delete;
  ~InMemory() {
    if (changed_) unsetenv("TMPDIR");
  }

 private:
  bool changed_;
};

// A folder with data, in which this process works as long as it lives.
class Workspace {
 public:
  Workspace() {
    for (const auto& entry : fs::directory_iterator(kGolden)) {
      if (entry.path().filename() != "hashes.txt")
        fs::copy_file(entry.path(), folder_.path(entry.path().filename().string()));
    }
    for (const std::string& name : kShared) {
      if (!shared_data(name).empty()) fs::copy_file(shared_data(name), folder_.path(name));
    }
    fs::current_path(folder_.path("."));
    keep_files();
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() { fs::current_path(before_); }

  // The data that a case names and that is not there.
  std::string missing(const GoldenCase& one) const {
    for (const std::string& word : words_of(one.commands)) {
      if (kShared.contains(word) && !data_.contains(word)) return word;
    }
    return "";
  }

  // Exit statuses, and a hash of each file that was written and of each standard output.
  std::string run(const GoldenCase& one) {
    std::string statuses;
    std::string outputs;
    std::string command;
    errors_.clear();
    for (const std::string& word : words_of(one.commands + " ;")) {
      if (word != ";") {
        command += word + " ";
        continue;
      }
      const Printed printed = run_command(command, streams_);
      statuses += (statuses.empty() ? "" : " ") + std::to_string(printed.status);
      if (!printed.out.empty()) outputs += " out:" + hash_of(printed.out);
      errors_ += printed.err;
      command.clear();
    }
    return statuses + hash_files(one) + outputs;
  }
  // What the last case wrote to standard error.
  const std::string& errors() const { return errors_; }

  // The files that there are now are data of all later cases.
  void keep_files() {
    constexpr time_t kTime = 1'700'000'000;
    for (const std::string& name : folder_.names()) {
      data_.insert(name);
      // A cache keeps the time of the file that it was made of.
      const timespec times[] = {{kTime, 0}, {kTime, 0}};
      utimensat(AT_FDCWD, name.c_str(), times, 0);
    }
  }
  void remove_files() const {
    for (const std::string& name : folder_.names()) {
      if (!data_.contains(name)) fs::remove(name);
    }
  }

 private:
  std::string hash_files(const GoldenCase& one) const {
    std::string hashes;
    for (const std::string& name : folder_.names()) {
      if (data_.contains(name)) continue;
      const std::string bytes = read_text(name);
      const bool record = (one.commands + " ").find("--record " + name + " ") != std::string::npos;
      hashes += " " + name + ":" + hash_of(record ? blanked(bytes) : bytes);
    }
    return hashes;
  }

  fs::path before_ = fs::current_path();
  InMemory in_memory_;
  Folder folder_;
  Folder streams_;
  std::set<std::string> data_;
  std::string errors_;
};

// ---- The tests ----

// Where to record; empty where cases are compared.
std::string record_path() {
  const char* path = std::getenv("PERCEPTRON_RECORD_GOLDEN");
  return path == nullptr ? "" : fs::absolute(path).string();
}

// Compares every case of some sections with its record, or records it.
class Comparison {
 public:
  Comparison() : recording_(record_path()), file_(source()) {
    if (file_.value("version") != kVersionText)
      note_ = "the version has changed, which models and certificates contain: record anew\n";
  }

  void run(const std::vector<std::string>& sections) {
    // Where the data differs, so does everything.
    for (const GoldenCase& one : file_.section("inputs")) {
      check(one);
      workspace_.keep_files();
    }
    ASSERT_FALSE(::testing::Test::HasFailure());
    for (const std::string& section : sections) {
      const std::vector<GoldenCase> cases = file_.section(section);
      ASSERT_FALSE(cases.empty()) << section;
      for (const GoldenCase& one : cases) {
        check(one);
        workspace_.remove_files();
      }
    }
    for (const auto& [what, cases] : left_out_)
      std::cout << "left out " << cases << " cases: " << what << '\n';
    if (recording_.empty()) return;
    file_.set_value("version", std::string(kVersionText));
    file_.save(recording_);
    GTEST_SKIP() << "recorded to " << recording_ << ", nothing was compared";
  }

 private:
  std::string source() const {
    return !recording_.empty() && fs::exists(recording_) ? recording_
                                                         : (kGolden / "hashes.txt").string();
  }

  // Why a case cannot be compared here, or nothing.
  std::string obstacle(const GoldenCase& one) const {
    const std::string name = workspace_.missing(one);
    return name.empty() ? "" : "no " + name;
  }

  void check(const GoldenCase& one) {
    if (const std::string what = obstacle(one); !what.empty()) {
      ++left_out_[what];
      return;
    }
    const std::string result = workspace_.run(one);
    file_.set_result(one, result);
    if (recording_.empty()) {
      EXPECT_EQ(result, one.result) << one.commands << '\n' << note_ << workspace_.errors();
    }
  }

  std::string recording_;
  GoldenFile file_;
  std::string note_;
  Workspace workspace_;
  std::map<std::string, int> left_out_;
};

TEST(Golden, Data) { Comparison().run({"data"}); }
TEST(Golden, Perceptrons) { Comparison().run({"perceptrons"}); }
TEST(Golden, Losses) { Comparison().run({"losses"}); }
TEST(Golden, Margins) { Comparison().run({"margins"}); }
TEST(Golden, Classes) { Comparison().run({"classes"}); }
TEST(Golden, Trials) { Comparison().run({"trials"}); }

// The same record holds for every instruction set that this processor has.
TEST(Golden, EveryInstructionSetWritesTheSame) {
  if (!record_path().empty()) GTEST_SKIP() << "compares with what the other tests record";
  const std::int64_t supported = hwy::SupportedTargets();
  for (const std::int64_t target : {HWY_AVX3, HWY_AVX2, HWY_EMU128}) {
    if ((supported & target) == 0) continue;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    Comparison().run({"perceptrons", "losses", "classes"});
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace
}  // namespace perceptron::core::test
