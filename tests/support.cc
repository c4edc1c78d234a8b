#include "support.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

void nlohmann::PrintTo(const json& value, std::ostream* out) { *out << value; }
void nlohmann::PrintTo(const ordered_json& value, std::ostream* out) { *out << value; }

namespace perceptron::core::test {

Folder::Folder() {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "perceptron-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name, std::string_view content) const {
  write_text(path(name), content);
  return path(name);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_text(const std::string& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  if (!file) throw std::runtime_error("cannot write " + path);
}

std::string shared_data(const std::string& name) {
  const auto path = std::filesystem::path(PERCEPTRON_DATA) / name;
  return std::filesystem::exists(path) ? path.string() : std::string();
}

nlohmann::json Outcome::json() const { return nlohmann::json::parse(out); }

Outcome run_words(const Words& words, std::string_view input) {
  const Folder folder;
  const std::string in = folder.file("in", input);
  const std::string out = folder.path("out");
  const std::string err = folder.path("err");
  const pid_t child = fork();
  if (child == 0) {
    const auto redirect = [](const std::string& path, int flags, int as) {
      const int file = open(path.c_str(), flags, 0600);
      if (file < 0 || dup2(file, as) < 0) _exit(127);
      close(file);
    };
    redirect(in, O_RDONLY, STDIN_FILENO);
    redirect(out, O_WRONLY | O_CREAT, STDOUT_FILENO);
    redirect(err, O_WRONLY | O_CREAT, STDERR_FILENO);
    Words copies = words;
    std::vector<char*> argv;
    for (std::string& word : copies) argv.push_back(word.data());
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_text(out),
          read_text(err)};
}

Outcome run_program(const Words& arguments, std::string_view input) {
  return run_words(Words{PERCEPTRON_PROGRAM} + arguments, input);
}

Grid grid(const Matrix& matrix) {
  Grid rows(matrix.rows(), std::vector<double>(matrix.features()));
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          for (std::uint64_t k = 0; k < view[i].size; ++k) {
            rows[i][view[i].feature(k)] = view[i].value(k);
          }
        }
      },
      matrix.view());
  return rows;
}

Dataset ForModel::read(std::string_view content) {
  const Folder folder;
  return read_dataset(folder.file("data.txt", content),
                      {options, labels, &trained.schema, &trained.classes, &notes});
}

std::string ForModel::failure(std::string_view content) {
  try {
    read(content);
  } catch (const Error& error) {
    const std::string text = in_options(error.message());
    return text.substr(text.find("data.txt"));
  }
  return "";
}

Dataset read_string(std::string_view content, const ReadSettings& options,
                    const std::string& name) {
  const Folder folder;
  Reading reading;
  reading.options = options;
  return read_dataset(folder.file(name, content), reading);
}

Failure read_failure(std::string_view content, const ReadSettings& options,
                     const std::string& name) {
  const Folder folder;
  const std::string path = folder.file(name, content);
  Reading reading;
  reading.options = options;
  try {
    read_dataset(path, reading);
  } catch (const Error& error) {
    std::string text = in_options(error.message());
    const auto at = text.find(path);
    if (at != std::string::npos) text.erase(at, path.size() - name.size());
    return {error.kind(), text};
  }
  return {};
}

}  // namespace perceptron::core::test
