// Feature maps on the command line: they belong to the model, the certificate and every command.

#include <fmt/format.h>

#include <cmath>

#include "support.h"

namespace perceptron::core::test {
namespace {

constexpr const char* kXor = "x1,x2,class\n0,0,no\n0,1,yes\n1,0,yes\n1,1,no\n";

// Points inside and outside a circle, on a grid.
std::string circles() {
  std::string text = "x1,x2,class\n";
  for (int i = -6; i <= 6; ++i) {
    for (int k = -6; k <= 6; ++k) {
      const int square = i * i + k * k;
      if (square <= 9 || square >= 16)
        text += fmt::format("{},{},{}\n", i, k, square <= 9 ? "in" : "out");
    }
  }
  return text;
}

// The picture of a record, wherever it is.
nlohmann::json find_picture(const nlohmann::json& record) {
  if (!record.is_structured()) return {};
  if (record.is_object() && record.contains("picture")) return record["picture"];
  for (const auto& each : record) {
    if (auto found = find_picture(each); !found.is_null()) return found;
  }
  return {};
}

// By hand: as x² = x here, the weights are a, a of x1 and x1², the same of x2 by symmetry, and −c
// of x1·x2. The scores are 0 and 4a − c of one class, 2a and 2a of the other: the margin is min(2a,
// c − 2a)/2 / √(4a² + c²), which is largest for c = 4a.
TEST(FeatureMapCommand, ProvesThatProductsSeparateXor) {
  const Folder folder;
  const std::string data = folder.file("xor.csv", kXor);
  const std::string proof = folder.path("proof.json");
  const Outcome plain = run_program({"margin", data, "-o", proof});
  EXPECT_EQ(plain.status, 1);
  EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
  const Outcome mapped = run_program({"margin", data, "--polynomial", "2", "-o", proof, "--json"});
  ASSERT_EQ(mapped.status, 0) << mapped.err;
  EXPECT_EQ(mapped.json()["separable"], true);
  EXPECT_EQ(mapped.json()["features"], 5);
  EXPECT_NEAR(mapped.json()["margin"]["lower"].get<double>(), 1 / std::sqrt(20.0), 1e-12);
  const Outcome check = run_program({"verify", proof, data});
  EXPECT_EQ(check.status, 0) << check.out;
  EXPECT_NE(check.out.find("Read with --polynomial 2."), std::string::npos) << check.out;
  // Another map is other data.
  EXPECT_EQ(run_program({"verify", proof, data, "--polynomial", "3"}).status, 1);
}

TEST(FeatureMapCommand, AModelMapsTheRowsThatItPredicts) {
  const Folder folder;
  const std::string data = folder.file("circles.csv", circles());
  const std::string model = folder.path("circles.model");
  for (const Words& map :
       {Words{"--polynomial", "2"}, Words{"--interact", "x1*x1", "--interact", "x2*x2"},
        Words{"--fourier", "60", "--gamma", "0.1"}}) {
    const Outcome trained =
        run_program(Words{"train", data, "--learner", "max-margin", "-o", model, "--json"} + map);
    ASSERT_EQ(trained.status, 0) << trained.err;
    EXPECT_EQ(trained.json()["accuracy"], 1.0);
    const Outcome evaluated = run_program({"evaluate", model, data, "--json"});
    ASSERT_EQ(evaluated.status, 0) << evaluated.err;
    EXPECT_EQ(evaluated.json()["accuracy"], 1.0);
    EXPECT_EQ(evaluated.json()["trained_on"], true);
    // The certificate inside the model states the map.
    EXPECT_EQ(run_program({"verify", model, data}).status, 0);
    EXPECT_EQ(run_program({"margin", data, "--model", model}).status, 0);
    const Outcome predicted = run_program({"predict", model, "-"}, "x1,x2\n0,1\n6,0\n");
    EXPECT_EQ(predicted.out, "in\nout\n");
    EXPECT_EQ(run_program({"inspect", model}).status, 0);
  }
}

TEST(FeatureMapCommand, RowsAreStreamedWithTheirMap) {
  const Folder folder;
  const std::string data = folder.file("circles.csv", circles());
  const std::string cache = folder.path("circles.cache");
  ASSERT_EQ(run_program({"convert", data, "-o", cache}).status, 0);
  const Words options = {"--polynomial", "2", "--learner", "perceptron", "--json", "--weights"};
  const Words in_order = options + Words{"--order", "file"};
  const auto models = [&](const Words& words) {
    const Outcome outcome = run_program(Words{"train"} + words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.json()["models"];
  };
  const auto expected = models(Words{data} + in_order);
  EXPECT_EQ(expected[0]["weights"].size(), 5U);
  EXPECT_EQ(models(Words{cache} + in_order), expected);
  EXPECT_EQ(models(Words{data, "--memory", "256M"} + in_order), expected);
  EXPECT_EQ(models(Words{cache, "--memory", "256M"} + in_order), expected);
  EXPECT_EQ(models(Words{data, "--memory", "256M"} + options),
            models(Words{cache, "--memory", "256M"} + options));
  EXPECT_EQ(models(Words{data, "--cache"} + in_order), expected);
  EXPECT_EQ(models(Words{data, "--cache"} + in_order), expected);
}

TEST(FeatureMapCommand, TrainingResumesWithTheMapOfTheModel) {
  const Folder folder;
  const std::string data = folder.file("circles.csv", circles());
  const std::string model = folder.path("circles.model");
  const Words train = {"train", data, "-o", model, "--learner", "perceptron"};
  ASSERT_EQ(run_program(train + Words{"--polynomial", "2", "--epochs", "3"}).status, 0);
  const Outcome resumed = run_program(train + Words{"--start", model, "--json", "--epochs", "200"});
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(resumed.json()["features"], 5);
  const Outcome other = run_program(train + Words{"--start", model, "--polynomial", "3"});
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(other.err,
            "perceptron: error: the model has its own feature map; leave out --polynomial, or "
            "train a model with it\n");
  EXPECT_EQ(run_program(train + Words{"--start", model, "--features", "add-new"}).status, 2);
}

TEST(FeatureMapCommand, CrossValidationAndTuningTakeMaps) {
  const Folder folder;
  const std::string data = folder.file("circles.csv", circles());
  const Outcome plain = run_program({"validate", data, "--json"});
  const Outcome mapped = run_program({"validate", data, "--polynomial", "2", "--json"});
  ASSERT_EQ(mapped.status, 0) << mapped.err;
  EXPECT_LT(plain.json()["accuracy"], 0.85);
  EXPECT_GT(mapped.json()["accuracy"], 0.97);
  EXPECT_EQ(run_program({"tune", data, "--polynomial", "2", "--grid", "l2=1e-3:1:3", "--learner",
                         "hinge", "--quiet"})
                .status,
            0);
}

// The table of docs/feature-maps.md.
TEST(FeatureMapCommand, CarsAreClassifiedAsTheDocumentsSay) {
  REQUIRE_DATA(cars, "auto-mpg.tsv");
  const Words validate = {"validate", cars, "--label", "mpg",      "--ignore", "car_name",
                          "--folds",  "10", "--scale", "standard", "--json",   "--quiet"};
  struct Shown {
    Words map;
    double averaged;
    double hinge;
  };
  for (const Shown& shown :
       {Shown{{"--polynomial", "1"}, 0.8977, 0.9132}, Shown{{"--polynomial", "2"}, 0.9029, 0.9029},
        Shown{{"--polynomial", "3"}, 0.9004, 0.9233},
        Shown{{"--polynomial", "2", "--column", "cylinders=category"}, 0.9079, 0.9133}}) {
    const auto accuracy = [&](const Words& learner) {
      return run_program(validate + shown.map + learner).json()["accuracy"].get<double>();
    };
    EXPECT_NEAR(accuracy({"--learner", "averaged"}), shown.averaged, 6e-5);
    EXPECT_NEAR(accuracy({"--learner", "hinge", "--l2", "1e-3"}), shown.hinge, 6e-5);
  }
}

// The digits of docs/feature-maps.md.
TEST(FeatureMapCommand, DigitsAreClassifiedAsTheDocumentsSay) {
  REQUIRE_DATA(digits, "mnist.test.libsvm.gz");
  const Dataset data = read_dataset(digits, {});
  std::string table = "digit";
  for (int i = 0; i < 56; ++i) table += fmt::format(",{}{}", i < 28 ? "row" : "column", i % 28);
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          std::vector<double> sums(56);
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            // Pixels are numbered from 1, and features from 0.
            sums[row.feature(k) / 28] += static_cast<double>(row.value(k));
            sums[28 + row.feature(k) % 28] += static_cast<double>(row.value(k));
          }
          table += '\n' + data.classes.names()[data.labels[i]];
          for (const double sum : sums) table += fmt::format(",{:.4f}", sum / 28);
        }
      },
      data.matrix.view());
  const Folder folder;
  const auto accuracy = [&](const Words& words) {
    return run_program(words + Words{"--json", "--quiet"}).json()["accuracy"].get<double>();
  };
  EXPECT_NEAR(accuracy({"validate", folder.file("means.csv", table + '\n'), "--label", "digit"}),
              0.797, 6e-4);
  EXPECT_NEAR(accuracy({"validate", digits}), 0.908, 6e-4);
}

// Two features before a map are drawn, with the class of every place.
TEST(FeatureMapCommand, RecordsHaveThePictureBeforeTheMap) {
  const Folder folder;
  const std::string data = folder.file("circles.csv", circles());
  const std::string record = folder.path("record.json");
  for (const Words& command :
       {Words{"train", data, "--learner", "max-margin"}, Words{"margin", data}}) {
    for (const Words& map : {Words{"--polynomial", "2"}, Words{"--fourier", "60"}}) {
      ASSERT_EQ(run_program(command + map + Words{"--record", record}).status, 0);
      const auto picture = find_picture(nlohmann::json::parse(read_text(record)));
      EXPECT_EQ(picture["kind"], "mapped");
      EXPECT_EQ(picture["axes"], (nlohmann::json{"x1", "x2"}));
      EXPECT_EQ(picture["points"]["x"][0], -6);
      const auto& regions = picture["regions"];
      const std::uint64_t side = regions["side"];
      EXPECT_EQ(regions["class"][side / 2 * side + side / 2], 0);  // the centre is "in"
      EXPECT_EQ(regions["class"][0], 1);
    }
  }
}

TEST(FeatureMapCommand, CosinesAndAScalingOfAColumnExcludeEachOther) {
  const Folder folder;
  const std::string data = folder.file("xor.csv", kXor);
  const Outcome outcome = run_program(
      {"train", data, "--fourier", "9", "--gamma", "1", "--column", "1=number:standard"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("--fourier puts cosines in the place of the columns"),
            std::string::npos)
      << outcome.err;
}

TEST(FeatureMapCommand, ACacheKeepsTheColumnsOfItsFile) {
  const Folder folder;
  const std::string data = folder.file("xor.csv", kXor);
  const Outcome outcome =
      run_program({"convert", data, "--polynomial", "2", "-o", folder.path("cache")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "perceptron: error: a cache has the columns of its file; give the settings of a "
            "feature map where the cache is read\n");
  const Outcome exact = run_program(
      {"convert", data, "--polynomial", "2", "--exact", "-o", folder.path("exact.txt")});
  EXPECT_EQ(exact.status, 0) << exact.err;
}

}  // namespace
}  // namespace perceptron::core::test
