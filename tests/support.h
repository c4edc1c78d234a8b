// What several tests need: files that go away, real data, the program itself.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/listener.h"
#include "cli/spelling.h"
#include "data/read/reader.h"

// Printed by one function instead of by what each test file would instantiate of the library.
namespace nlohmann {
void PrintTo(const json& value, std::ostream* out);
void PrintTo(const ordered_json& value, std::ostream* out);
}  // namespace nlohmann

namespace perceptron::core::test {

// A folder for one test, gone with it.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  // Writes a file and returns its path.
  std::string file(const std::string& name, std::string_view content) const;
  std::vector<std::string> names() const;  // of the files in it, sorted

 private:
  std::filesystem::path path_;
};

std::string read_text(const std::string& path);
void write_text(const std::string& path, std::string_view content);

// The path of a file of real data; empty where it is not there.
std::string shared_data(const std::string& name);
// Leaves the test, by name, where the data is not there.
#define REQUIRE_DATA(variable, name)                                        \
  const std::string variable = ::perceptron::core::test::shared_data(name); \
  if (variable.empty()) GTEST_SKIP() << "no " << (name)

// Keeps what it is told.
class Notes : public Listener {
 public:
  void note(const Message& sentence) override { sentences.push_back(in_options(sentence)); }
  std::vector<std::string> sentences;
};

// A command line, or a piece of one.
using Words = std::vector<std::string>;

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// What happened when the program ran.
struct Outcome {
  int status = 0;
  std::string out;
  std::string err;

  nlohmann::json json() const;  // what it printed
};

// Runs any program, looked for as a shell does; status 127 if there is none.
Outcome run_words(const Words& words, std::string_view input = "");
// Runs the program with these arguments and this standard input.
Outcome run_program(const Words& arguments, std::string_view input = "");

using Names = std::vector<std::string>;
using Labels = std::vector<std::uint32_t>;
using Grid = std::vector<std::vector<double>>;

// The rows of a matrix, zeros included.
Grid grid(const Matrix& matrix);

// The ways of reading a text, of which the first, row by row, is the one to go by.
struct Way {
  std::size_t chunk_bytes;
  std::uint64_t threads;

  void of(Reading& reading) const {
    reading.chunk_bytes = chunk_bytes;
    reading.threads = threads;
  }
};
inline constexpr Way kWays[] = {{0, 1}, {Reading::kChunkBytes, 1}, {1, 1}, {24, 3}, {150, 2}};

// The usual options but for one.
template <class Value>
ReadSettings with(Value ReadSettings::*field, std::type_identity_t<Value> value) {
  ReadSettings options;
  options.*field = std::move(value);
  return options;
}

// Files read as for a model that was trained on `trained`.
struct ForModel {
  Dataset trained;  // its schema and classes count
  ReadSettings options;
  LabelUse labels = LabelUse::match;
  Notes notes;

  explicit ForModel(Dataset training_data) : trained(std::move(training_data)) {}
  Dataset read(std::string_view content);
  // The error that reading ends in, from the file's name on; empty if it does not.
  std::string failure(std::string_view content);
};

// Of the features.
inline Names names(const Dataset& data) { return data.schema.feature_names(); }

// Reads a text as a file called `name`, without writing one by hand.
Dataset read_string(std::string_view content, const ReadSettings& options = {},
                    const std::string& name = "data.txt");

// The error that reading this text ends in, without the folder's name.
struct Failure {
  std::optional<ErrorKind> code;
  std::string text;
};
Failure read_failure(std::string_view content, const ReadSettings& options = {},
                     const std::string& name = "data.txt");

}  // namespace perceptron::core::test
