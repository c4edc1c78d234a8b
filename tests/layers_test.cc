// The folders of src/ are stages of one line; a later stage may include an
// earlier one, never the reverse. And who checks a certificate includes nothing
// of those who make it.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support.h"

namespace perceptron::core::test {
namespace {

const std::vector<std::string> kStages = {"base",     "data",    "kernel",     "learn",
                                          "solve",    "certify", "multiclass", "model",
                                          "evaluate", "report",  "api",        "cli"};

const std::filesystem::path kSource = std::filesystem::path(PERCEPTRON_SOURCE) / "src";

// The files of the project that this one includes.
std::vector<std::string> includes_of(const std::filesystem::path& path) {
  const std::string include = "#include \"";
  std::vector<std::string> names;
  std::istringstream text(read_text(path.string()));
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with(include))
      names.push_back(line.substr(include.size(), line.rfind('"') - include.size()));
  }
  return names;
}

TEST(Layers, NoStageIncludesALaterOne) {
  const auto rank = [](const std::string& stage) {
    return std::find(kStages.begin(), kStages.end(), stage) - kStages.begin();
  };
  int includes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSource)) {
    const auto relative = std::filesystem::relative(entry.path(), kSource);
    if (!entry.is_regular_file() || relative.begin() == --relative.end()) continue;
    if (relative.extension() != ".h" && relative.extension() != ".cc") continue;
    const std::string stage = relative.begin()->string();
    ASSERT_LT(rank(stage), static_cast<std::ptrdiff_t>(kStages.size()))
        << "unknown stage " << stage;
    for (const std::string& included : includes_of(entry.path())) {
      const auto slash = included.find('/');
      if (slash == std::string::npos) continue;
      ++includes;
      EXPECT_LE(rank(included.substr(0, slash)), rank(stage)) << relative << ": " << included;
    }
  }
  EXPECT_GT(includes, 100);
}

// Every file of src/ that compiling `file` reads.
std::set<std::string> all_includes(const std::string& file) {
  std::set<std::string> seen;
  std::vector<std::string> open = {file};
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!seen.insert(name).second) continue;
    for (const std::string& included : includes_of(kSource / name)) {
      open.push_back(included);
      // What a header declares, the file beside it defines.
      const std::string beside = included.substr(0, included.rfind('.')) + ".cc";
      if (std::filesystem::exists(kSource / beside)) open.push_back(beside);
    }
  }
  return seen;
}

// Who checks must not share code with who is checked.
TEST(Certificate, IsCheckedByCodeThatKnowsNothingOfLearning) {
  const std::set<std::string> searching = {
      "joint_ascent",        "class_cycles", "joint_hull",
      "joint_margin",        "kesler",       "widest_joint_margin",
      "hard_margin_ascent",  "claims",       "contradiction",
      "exact_hull",          "feasible",     "hull",
      "exact_linear_system", "margin",       "optimality",
      "widest_margin",       "signed_rows",  "contact",
      "separation",          "common_face",  "lifted_rows",
      "rational_span",       "answers",      "minimisers",
      "offset_search",       "region",       "row_removal",
      "removal_by_gap"};
  for (const std::string file :
       {"certify/verify.cc", "certify/verify_plane.cc", "certify/verify_optimality.cc",
        "certify/verify_joint.cc", "certify/verify_joint_margin.cc", "certify/verify_separation.cc",
        "certify/verify_answers.cc", "certify/certificate.cc"}) {
    const auto names = all_includes(file);
    EXPECT_GT(names.size(), 5U);
    for (const std::string& name : names) {
      EXPECT_FALSE(name.starts_with("learn/") || name.starts_with("solve/") ||
                   name.starts_with("kernel/") || name.starts_with("model/") ||
                   name.starts_with("cli/"))
          << file << " includes " << name;
      const std::string stem = std::filesystem::path(name).stem().string();
      EXPECT_FALSE(name.starts_with("certify/") && searching.contains(stem))
          << file << " includes " << name;
    }
  }
}

// Short enough to be read and believed.
TEST(Certificate, IsCheckedByFilesOfLessThan300Lines) {
  for (const char* file :
       {"certify/verify.cc", "certify/verify_plane.cc", "certify/verify_optimality.cc",
        "certify/verify_joint.cc", "certify/verify_joint_margin.cc", "certify/verify_separation.cc",
        "certify/optimality_check.cc", "certify/verify_answers.cc"}) {
    const std::string text = read_text((kSource / file).string());
    EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 300) << file;
  }
}

}  // namespace
}  // namespace perceptron::core::test
