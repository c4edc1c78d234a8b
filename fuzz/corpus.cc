// Runs a target over files without libFuzzer, for the tests: corpus TARGET FOLDER...

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "targets.h"

namespace {

using namespace perceptron::core;

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string bytes_of(const std::string& path) {
  std::string bytes(std::filesystem::file_size(path), '\0');
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr || std::fread(bytes.data(), 1, bytes.size(), file) != bytes.size())
    throw std::runtime_error("cannot read " + path);
  std::fclose(file);
  return bytes;
}

int run_all(const fuzz::NamedTarget& named, const std::string& folder) {
  const auto paths = files_in(folder);
  for (const std::string& path : paths) {
    // Standard error is not buffered: if the target aborts, the last line names the input.
    std::fputs(fmt::format("{}\n", path).c_str(), stderr);
    fuzz::run(named.target, bytes_of(path));
  }
  std::fputs(fmt::format("{}: {} inputs, no finding\n", named.name, paths.size()).c_str(), stdout);
  return paths.empty() ? 1 : 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments, arguments + count);
  for (const fuzz::NamedTarget& named : fuzz::kTargets) {
    if (words.size() == 3 && words[1] == named.name) return run_all(named, words[2]);
  }
  std::fputs("usage: corpus_runner TARGET FOLDER\n", stderr);
  return 2;
}
