// The figures of docs/regularisation.md: iris, one class against the rest, over
// coefficients of a penalty. Data and expected figures are the lecture notes'.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>

#include "evaluate/cross_validation.h"
#include "learn/order.h"
#include "model/fit.h"
#include "multiclass/scheme.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

const Words kCoefficients = {"0.01", "0.1", "1", "10", "100"};

LearnSettings document_settings() {
  LearnSettings settings;
  settings.learner = Learner::perceptron;
  settings.order = VisitOrder::file;
  settings.epochs = 20;
  return settings;
}

// The reference gives weights, offsets and 66.67 %. A penalty too small to
// change a number goes another way through the code to the same place.
TEST(OneVsRest, IrisHasTheReferencesWeightsAndAccuracy) {
  REQUIRE_DATA(path, "iris-train.csv");
  REQUIRE_DATA(test_path, "iris-test.csv");
  const std::vector<std::vector<double>> weights = {
      {1.3, 4.1, -5.2, -2.2}, {8.3, -8.4, -12.2, -14.3}, {-17.8, -5.1, 26.7, 21.2}};
  const std::vector<double> offsets = {1, -2, -1};
  const Dataset data = read_dataset(path, {});
  const Dataset test = read_dataset(test_path, {});
  const Targets targets = Scheme(Multiclass::one_vs_rest, 3).targets();
  Listener silent;
  for (const char* l2 : {"0", "1e-300"}) {
    LearnSettings settings = document_settings();
    settings.l2 = std::stod(l2);
    const auto fits = fit({data.matrix.view(), data.labels}, targets, settings, 1, silent);
    ASSERT_EQ(fits.size(), 3U);
    for (std::size_t m = 0; m < 3; ++m) {
      for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(fits[m].weights[j], weights[m][j], 1e-9);
      EXPECT_EQ(fits[m].offset, offsets[m]);
    }
    Dataset both = data;
    both.append(test);
    const Candidate candidate{settings};
    const auto validation = cross_validate(both, candidate, TestSet{data.rows()}, {}, silent);
    EXPECT_EQ(validation.accuracy, 20.0 / 30);
    EXPECT_NEAR(*validation.largest_weight, 26.7, 1e-9);
  }
}

// The document's own rule, w ← w + yx − 2Lw at a mistake: its weights.
std::vector<double> document_rule(const Dataset& data, std::uint32_t positive, double l,
                                  bool shuffled) {
  std::vector<double> w(data.features());
  double b = 0;
  const auto rows = grid(data.matrix);
  Order order(shuffled, 1, data.rows());
  for (std::uint64_t epoch = 1; epoch <= 20; ++epoch) {
    for (const std::uint64_t i : order.of_pass(epoch)) {
      const double y = data.labels[i] == positive ? 1 : -1;
      double s = b;
      for (std::size_t j = 0; j < w.size(); ++j) s += w[j] * rows[i][j];
      if (y * s > 0) continue;
      for (std::size_t j = 0; j < w.size(); ++j) w[j] = w[j] + y * rows[i][j] - 2 * l * w[j];
      b += y;
    }
  }
  return w;
}

// What docs/regularisation.md says of it: from L = 10 on a shuffled run ends
// without numbers; in file order it makes too few mistakes to get that far.
TEST(Regularisation, DocumentsRuleOverflowsWhereOursDoesNot) {
  REQUIRE_DATA(path, "iris-train.csv");
  const Dataset data = read_dataset(path, {});
  for (const double l : {0.01, 0.1, 1.0, 10.0, 100.0}) {
    for (std::uint32_t c = 0; c < 3; ++c) {
      const double shuffled = document_rule(data, c, l, true)[0];
      EXPECT_EQ(std::isnan(shuffled), l >= 10) << shuffled;
      const double largest = std::abs(document_rule(data, c, l, false)[0]);
      EXPECT_TRUE(std::isfinite(largest));
      EXPECT_EQ(largest > 1e49, l >= 10) << largest;
    }
  }
}

std::string percent(const Json& accuracy) {
  char text[16];
  std::snprintf(text, sizeof text, "%.2f %%", 100 * accuracy.get<double>());
  return text;
}

// Accuracies for the five coefficients, as the commands of the document get them.
std::map<std::string, Words> columns_of_the_document(const std::string& data,
                                                     const std::string& test) {
  const std::string l1 = "l1=0.01,0.1,1,10,100";
  const std::string l2 = "l2=0.02,0.2,2,20,200";
  std::map<std::string, Words> columns;
  for (const std::string order : {"file", "shuffle"}) {
    const auto column = [&](const std::string& name, const Words& grids, std::size_t stride) {
      Words words = {"--learner", "perceptron", "--epochs", "20", "--order", order};
      if (order == "shuffle") words = words + Words{"--seed", "1"};
      for (const std::string& each : grids) words = words + Words{"--grid", each};
      const Json json =
          run_program(Words{"tune", data, "--test", test, "--json", "-q"} + words).json();
      for (std::size_t i = 0; i < 5; ++i)
        columns[name + ' ' + order].push_back(percent(json["grid"][i * stride]["accuracy"]));
    };
    column("L2", {l2}, 1);
    column("L1", {l1}, 1);
    column("both", {l1, l2}, 6);  // the diagonal of the two
  }
  return columns;
}

std::string the_page() {
  return read_text(std::string(PERCEPTRON_SOURCE) + "/docs/regularisation.md");
}

TEST(Regularisation, TableOfThePageIsWhatTunePrints) {
  REQUIRE_DATA(data, "iris-train.csv");
  REQUIRE_DATA(test, "iris-test.csv");
  auto columns = columns_of_the_document(data, test);
  const std::string page = the_page();
  const Words documents = {"70.00 %", "66.67 %", "30.00 %", "33.33 %", "33.33 %"};
  for (std::size_t i = 0; i < 5; ++i) {
    std::string row = "| " + kCoefficients[i] + " | " + documents[i] + " |";
    for (const char* order : {"file", "shuffle"}) {
      for (const char* penalty : {"L2 ", "L1 ", "both "})
        row += ' ' + columns[std::string(penalty) + order][i] + " |";
    }
    EXPECT_NE(page.find(row + '\n'), std::string::npos) << row;
  }
}

TEST(Regularisation, LogisticRunOfThePageIsWhatTunePrints) {
  REQUIRE_DATA(data, "iris-train.csv");
  REQUIRE_DATA(test, "iris-test.csv");
  const Outcome outcome = run_program({"tune", data, "--test", test, "--learner", "logistic",
                                       "--tolerance", "1e-13", "--grid", "l2=1e-4:1:5", "-q"});
  std::string indented;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) indented += "    " + line + '\n';
  EXPECT_EQ(std::count(indented.begin(), indented.end(), '\n'), 6);
  EXPECT_NE(the_page().find(indented), std::string::npos) << indented;
}

}  // namespace
}  // namespace perceptron::core::test
