// The folders of src/ are stages of one line; a later stage may include an
// earlier one, never the reverse.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace perceptron::test {
namespace {

const std::vector<std::string> kStages = {"base",  "data",     "learn", "certify",
                                          "model", "evaluate", "cli"};

TEST(Layers, NoStageIncludesALaterOne) {
  const std::filesystem::path source = std::filesystem::path(PERCEPTRON_SOURCE) / "src";
  const std::string include = "#include \"";
  const auto rank = [](const std::string& stage) {
    return std::find(kStages.begin(), kStages.end(), stage) - kStages.begin();
  };
  int includes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source)) {
    const auto relative = std::filesystem::relative(entry.path(), source);
    if (!entry.is_regular_file() || relative.begin() == --relative.end()) continue;
    if (relative.extension() != ".h" && relative.extension() != ".cc") continue;
    const std::string stage = relative.begin()->string();
    ASSERT_LT(rank(stage), static_cast<std::ptrdiff_t>(kStages.size()))
        << "unknown stage " << stage;
    std::ifstream file(entry.path());
    std::string line;
    while (std::getline(file, line)) {
      const auto slash = line.find('/');
      if (!line.starts_with(include) || slash == std::string::npos) continue;
      ++includes;
      const std::string included = line.substr(include.size(), slash - include.size());
      EXPECT_LE(rank(included), rank(stage)) << relative << ": " << line;
    }
  }
  EXPECT_GT(includes, 100);
}

}  // namespace
}  // namespace perceptron::test
