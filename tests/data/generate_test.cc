// Generated data: the same bytes for ever, and what each kind promises.

#include "data/generate.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "base/hash.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

std::string generate(Words options) {
  options.insert(options.begin(), "generate");
  const Outcome outcome = run_program(options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.out;
}

std::vector<TextRow> rows_of(GeneratorKind kind, const GenerateSettings& settings) {
  const auto generator = make_generator(kind, settings);
  std::vector<TextRow> rows(settings.rows);
  for (TextRow& row : rows) generator->next(row);
  return rows;
}

double value(const TextRow& row, std::size_t feature) { return row.values.at(feature).second; }

double length(const TextRow& row) {
  double square = 0;
  for (const auto& [feature, x] : row.values) square += x * x;
  return std::sqrt(square);
}

double share(const std::vector<TextRow>& rows, const std::function<bool(const TextRow&)>& holds) {
  return static_cast<double>(std::count_if(rows.begin(), rows.end(), holds)) /
         static_cast<double>(rows.size());
}

// ---- Bytes ----

TEST(Generate, SameSeedGivesTheSameBytesAndAnotherSeedOthers) {
  for (const auto& [each, name] : enum_names(GeneratorKind{})) {
    const std::string kind = name;
    const std::string first = generate({kind, "--rows", "20", "--seed", "5"});
    EXPECT_EQ(generate({kind, "--rows", "20", "--seed", "5"}), first) << kind;
    EXPECT_NE(generate({kind, "--rows", "20", "--seed", "6"}), first) << kind;
    EXPECT_TRUE(generate({kind, "--rows", "21", "--seed", "5"}).starts_with(first)) << kind;
  }
}

// The bytes that version 0.1.0 wrote. Whoever changes them breaks every figure
// that names a seed.
TEST(Generate, BytesOfEachKindAreWhatTheyAlwaysWere) {
  const std::vector<std::pair<Words, const char*>> golden = {
      {{"ball"}, "6a14bcade1b9eccbbc1c1cb4e1d57a7a"},
      {{"ball", "--dimensions", "20", "--margin", "3", "--format", "points"},
       "0c766af531687561c6f1598a7a1f967b"},
      {{"ball", "--dimensions", "1", "--margin", "0"}, "f6363483e70809e4222b47f68afcb020"},
      {{"flipped"}, "856d419988ff08eef8f33f024ea83487"},
      {{"gaussians", "--dimensions", "5", "--classes", "3"}, "573f9d8eee18515aa3d7ec7c82b73cd4"},
      {{"xor", "--format", "libsvm"}, "711ff8065eec194f3bb150fc56bcd608"},
      {{"text"}, "d479154c679d8e4870bdb0dec1fc501b"},
      {{"text", "--classes", "4", "--exponent", "0.7", "--features", "500"},
       "9ba927f27819184eb3e25f25791ef206"},
  };
  for (const auto& [options, expected] : golden) {
    Hash hash;
    hash.add(generate(options));
    EXPECT_EQ(hash.hex(), expected) << testing::PrintToString(options);
  }
}

// ---- Ball ----

TEST(Generate, BallPointsStayInTheBallAndKeepTheMargin) {
  const double almost = std::nextafter(10.0, 0);
  const std::vector<std::pair<std::uint64_t, double>> cases = {
      {1, 0},      {1, 5},   {1, almost}, {2, 0},       {2, 9.99},
      {2, almost}, {100, 0}, {100, 1},    {100, 9.999}, {100, almost}};
  for (const auto& [dimensions, margin] : cases) {
    SCOPED_TRACE(testing::Message() << "d " << dimensions << " margin " << margin);
    GenerateSettings settings;
    settings.rows = 300;
    settings.dimensions = dimensions;
    settings.margin = margin;
    const auto plane = make_generator(GeneratorKind::ball, settings)->plane();
    EXPECT_NEAR(std::inner_product(plane.begin(), plane.end(), plane.begin(), 0.0), 1, 1e-14);
    const auto rows = rows_of(GeneratorKind::ball, settings);
    for (const TextRow& row : rows) {
      ASSERT_EQ(row.values.size(), dimensions);
      EXPECT_LE(length(row), 10 * (1 + 1e-14));
      double along = 0;
      for (const auto& [feature, x] : row.values) along += x * plane[feature];
      EXPECT_GE(row.label == "1" ? along : -along, margin - 1e-13);
    }
    EXPECT_NEAR(share(rows, [](const TextRow& row) { return row.label == "1"; }), 0.5, 0.15);
  }
}

TEST(Generate, BallPointsAreUniform) {
  GenerateSettings settings;
  settings.rows = 20'000;
  settings.margin = 0;
  for (const std::uint64_t dimensions : {1U, 2U, 3U}) {
    settings.dimensions = dimensions;
    const auto rows = rows_of(GeneratorKind::ball, settings);
    const double inner = share(rows, [](const TextRow& row) { return length(row) < 5; });
    EXPECT_NEAR(inner, std::pow(0.5, static_cast<double>(dimensions)), 0.015) << dimensions;
  }
  // In three dimensions the distance t from the plane has density ∝ 1 − t².
  const double m = 0.4;
  settings.margin = 10 * m;
  const auto plane = make_generator(GeneratorKind::ball, settings)->plane();
  double mean = 0;
  for (const TextRow& row : rows_of(GeneratorKind::ball, settings)) {
    double along = 0;
    for (const auto& [feature, x] : row.values) along += x * plane[feature];
    mean += std::abs(along) / 10 / static_cast<double>(settings.rows);
  }
  const double first = (1 - m * m) / 2 - (1 - m * m * m * m) / 4;
  const double whole = (1 - m) - (1 - m * m * m) / 3;
  EXPECT_NEAR(mean, first / whole, 0.005);
}

TEST(Generate, BallWithATinyMarginTakesNoLongerThanOneWithout) {
  GenerateSettings settings;
  settings.rows = 100;
  settings.margin = 1e-9;
  const auto in_time = [&] {
    alarm(5);
    generate_dataset(GeneratorKind::ball, settings);
    _exit(0);
  };
  EXPECT_EXIT(in_time(), testing::ExitedWithCode(0), "");
}

TEST(Generate, BallRefusesAMarginThatLeavesNoRoom) {
  for (const char* margin : {"10", "11"}) {
    const Outcome outcome = run_program({"generate", "ball", "--margin", margin});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("--margin"), std::string::npos) << outcome.err;
  }
}

// ---- The other kinds ----

TEST(Generate, FlippedFlipsTheShareItWasAskedFor) {
  GenerateSettings settings;
  settings.rows = 20'000;
  for (const double flip : {0.0, 0.25, 1.0}) {
    settings.flip = flip;
    const auto rows = rows_of(GeneratorKind::flipped, settings);
    const auto wrong = [](const TextRow& row) {
      return (3 * value(row, 0) + 4 * value(row, 1) > 0) != (row.label == "1");
    };
    // Four standard deviations of a binomial share.
    EXPECT_NEAR(share(rows, wrong), flip, 4 * std::sqrt(flip * (1 - flip) / 20'000));
    for (const TextRow& row : rows)
      ASSERT_TRUE(std::abs(value(row, 0)) <= 5 && std::abs(value(row, 1)) <= 5);
  }
}

TEST(Generate, XorWithoutNoiseIsFourCornersLabelledByEqualSigns) {
  GenerateSettings settings;
  settings.noise = 0;
  settings.rows = 4000;
  std::map<std::pair<double, double>, std::uint64_t> corners;
  for (const TextRow& row : rows_of(GeneratorKind::exclusive_or, settings)) {
    ++corners[{value(row, 0), value(row, 1)}];
    EXPECT_EQ(row.label, value(row, 0) == value(row, 1) ? "1" : "-1");
  }
  ASSERT_EQ(corners.size(), 4U);
  for (const auto& [corner, count] : corners) {
    EXPECT_EQ(std::abs(corner.first), 1);
    EXPECT_EQ(std::abs(corner.second), 1);
    EXPECT_NEAR(static_cast<double>(count), 1000, 120);
  }
}

TEST(Generate, GaussiansAreEvenCloudsAtTheirDistance) {
  GenerateSettings settings;
  settings.classes = 4;
  settings.dimensions = 3;
  settings.distance = 7;
  settings.rows = 8000;
  std::map<std::string, std::vector<TextRow>> clouds;
  for (const TextRow& row : rows_of(GeneratorKind::gaussians, settings))
    clouds[row.label].push_back(row);
  ASSERT_EQ(clouds.size(), 4U);
  for (const auto& [label, rows] : clouds) {
    EXPECT_NEAR(static_cast<double>(rows.size()), 2000, 160) << label;
    TextRow centre{{{0, 0}, {1, 0}, {2, 0}}, label};
    for (const TextRow& row : rows) {
      for (std::size_t j = 0; j < 3; ++j)
        centre.values[j].second += value(row, j) / static_cast<double>(rows.size());
    }
    EXPECT_NEAR(length(centre), 7, 0.15) << label;
    double square = 0;
    for (const TextRow& row : rows) square += std::pow(value(row, 0) - value(centre, 0), 2);
    EXPECT_NEAR(square / static_cast<double>(rows.size()), 1, 0.15) << label;
  }
}

TEST(Generate, TextRowsAreCountsOfKnownWordsInOrder) {
  GenerateSettings settings;
  settings.classes = 3;
  settings.features = 200;
  settings.words = 30;
  double words = 0;
  std::map<std::string, std::uint64_t> classes;
  for (const TextRow& row : rows_of(GeneratorKind::text, settings)) {
    ++classes[row.label];
    ASSERT_FALSE(row.values.empty());
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      const auto [feature, count] = row.values[k];
      ASSERT_LT(feature, 200U);
      ASSERT_TRUE(k == 0 || row.values[k - 1].first < feature);
      ASSERT_TRUE(count >= 1 && count == std::floor(count));
      words += count;
    }
  }
  EXPECT_NEAR(words / 1000, 30, 2.5);
  ASSERT_EQ(classes.size(), 3U);
  for (const auto& [label, count] : classes)
    EXPECT_NEAR(static_cast<double>(count), 1000.0 / 3, 70) << label;
}

// ---- Options and files ----

TEST(Generate, OptionsOfOtherKindsAreWrongUsage) {
  for (const GeneratorTraits& kind : generators()) {
    for (const auto& option : generate_options()) {
      const std::string name(option.name);
      const bool fits =
          name == "rows" || name == "seed" ||
          std::find(kind.settings.begin(), kind.settings.end(), name) != kind.settings.end();
      const std::string number = name == "flip" || name == "topic" ? "1" : "2";
      const Outcome outcome = run_program(
          {"generate", std::string(name_of(kind.kind)), "--" + name, number, "-o", "/dev/null"});
      EXPECT_EQ(outcome.status, fits ? 0 : 2)
          << name_of(kind.kind) << ' ' << name << ": " << outcome.err;
      if (!fits) {
        const std::string start = "perceptron: error: --" + name + " is not used by ";
        EXPECT_TRUE(outcome.err.starts_with(start)) << outcome.err;
      }
    }
  }
}

TEST(Generate, FormatsThatCannotHoldAKindAreWrongUsage) {
  for (const Words& options :
       {Words{"text", "--format", "csv"}, Words{"text", "--format", "points"},
        Words{"xor", "--format", "points"}}) {
    const Outcome outcome = run_program({"generate", options[0], options[1], options[2]});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("--format"), std::string::npos) << outcome.err;
  }
}

TEST(Generate, FilesReadBackAsTheDatasetItself) {
  const std::vector<Words> files = {
      {"ball", "csv"},       {"ball", "libsvm"},     {"ball", "points"}, {"flipped", "csv"},
      {"flipped", "libsvm"}, {"gaussians", "csv"},   {"xor", "csv"},     {"xor", "libsvm"},
      {"text", "libsvm"},    {"gaussians", "libsvm"}};
  for (const Words& file : files) {
    GenerateSettings settings;
    settings.rows = 200;
    const std::string text = generate({file[0], "--rows", "200", "--format", file[1]});
    ReadSettings options;
    // The last words of a text need not occur in it.
    if (file[0] == "text") options.features.count = settings.features;
    const Dataset read = read_string(text, options);
    const Dataset made = generate_dataset(by_name(file[0]), settings);
    EXPECT_EQ(read.fingerprint(), made.fingerprint()) << file[0] << ' ' << file[1];
    EXPECT_EQ(read.classes.names(), made.classes.names());
    EXPECT_EQ(read.labels, made.labels);
  }
}

}  // namespace
}  // namespace perceptron::core::test
