// The commands in README and docs print what the pages show.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "support.h"

namespace perceptron::core::test {
namespace {

using Lines = std::vector<std::string>;

// "    $ command" and the lines that it prints, some of which the page may leave out.
struct Example {
  std::string place;
  std::string command;
  Lines printed;
};

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Example> examples_in(const std::filesystem::path& page) {
  constexpr std::string_view kPrompt = "    $ ";
  const Lines lines = lines_of(read_text(page.string()));
  std::vector<Example> examples;
  bool open = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (line.starts_with(kPrompt)) {
      Example example{
          page.filename().string() + ":" + std::to_string(i + 1), line.substr(kPrompt.size()), {}};
      while (example.command.ends_with('\\')) {
        example.command.pop_back();
        example.command += lines[++i];
      }
      examples.push_back(example);
      open = true;
    } else if (open && line.starts_with("    ")) {
      examples.back().printed.push_back(line.substr(4));
    } else if (!line.empty()) {
      open = false;
    }
  }
  return examples;
}

// Times differ from run to run: "0.01 s" becomes "T".
std::string without_times(const std::string& line) {
  const auto part_of_number = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  std::string text;
  std::size_t at = 0;
  const std::size_t end = line.find_last_not_of(' ') + 1;
  while (at < end) {
    std::size_t after = at;
    while (after < end && part_of_number(line[after])) ++after;
    const bool word_ends =
        after + 2 >= end || std::isalnum(static_cast<unsigned char>(line[after + 2])) == 0;
    if (after > at && line.compare(after, 2, " s") == 0 && word_ends) {
      text += 'T';
      at = after + 2;
    } else {
      after = std::max(after, at + 1);
      text += line.substr(at, after - at);
      at = after;
    }
  }
  return text;
}

struct Run {
  int status;
  Lines lines;  // of both streams
};

Run run_in(const Folder& folder, const std::string& command) {
  const auto program = std::filesystem::path(PERCEPTRON_PROGRAM).parent_path().string();
  const std::string script = "cd '" + folder.path("") + "' && PATH='" + program +
                             "':\"$PATH\" && { " + command + "; } 2>&1";
  FILE* pipe = popen(script.c_str(), "r");
  if (pipe == nullptr) return {-1, {}};
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    text.append(buffer.data(), n);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, lines_of(text)};
}

void expect_shown(const Example& example, const Run& run) {
  // 1 is an answer too: no plane separates the classes.
  EXPECT_TRUE(run.status == 0 || run.status == 1) << example.place << ": " << example.command;
  auto at = run.lines.begin();
  for (const std::string& line : example.printed) {
    if (line == "…") continue;
    const auto found = std::find_if(at, run.lines.end(), [&](const std::string& each) {
      return without_times(each) == without_times(line);
    });
    EXPECT_NE(found, run.lines.end()) << example.place << " is not printed: " << line;
    if (found != run.lines.end()) at = found + 1;
  }
}

TEST(Docs, ExamplesPrintWhatIsShown) {
  REQUIRE_DATA(training, "iris-train.csv");
  REQUIRE_DATA(test, "iris-test.csv");
  const Folder folder;
  for (const std::string& file : {training, test})
    std::filesystem::copy_file(file, folder.path(std::filesystem::path(file).filename().string()));
  // README makes the files that the other pages use.
  const std::filesystem::path source = PERCEPTRON_SOURCE;
  std::vector<std::filesystem::path> pages;
  for (const auto& entry : std::filesystem::directory_iterator(source / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  std::sort(pages.begin(), pages.end());
  pages.insert(pages.begin(), source / "README.md");
  int examples = 0;
  for (const auto& page : pages) {
    for (const Example& example : examples_in(page)) {
      expect_shown(example, run_in(folder, example.command));
      ++examples;
    }
  }
  EXPECT_GT(examples, 30);
}

}  // namespace
}  // namespace perceptron::core::test
