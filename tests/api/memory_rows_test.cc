// Rows in memory: the same as from a file, and everything about them is checked.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <perceptron/perceptron.h>

namespace perceptron {
namespace {

using Names = std::vector<std::string>;

// The file is read and removed.
Dataset read_rows(const std::string& name, const std::string& text,
                  const ReadSettings& settings = {}) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  Dataset data = read(path, settings);
  std::filesystem::remove(path);
  return data;
}

// Five rows of four features, one of them empty.
struct Rows {
  std::vector<std::uint64_t> starts = {0, 2, 2, 3, 5, 6};
  std::vector<std::uint32_t> indices = {0, 3, 1, 0, 2, 3};
  std::vector<double> values = {1, 2.5, -1, 3, 0.1, 4};
  std::uint64_t features = 4;

  SparseRows sparse() const { return {starts, indices, values, features}; }
  std::vector<double> dense() const {
    std::vector<double> cells((starts.size() - 1) * features);
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      for (std::uint64_t k = starts[i]; k < starts[i + 1]; ++k)
        cells[i * features + indices[k]] = values[k];
    }
    return cells;
  }
};
const Names kLabels = {"b", "a", "a", "b", "b"};
const std::vector<double> kWeights = {1, 0, 2.5, 1, 1};

TEST(MemoryRows, HaveTheFingerprintOfTheSameRowsInAFile) {
  const Rows rows;
  const Dataset file = read_rows("rows.libsvm", "b 1:1 4:2.5\na\na 2:-1\nb 1:3 3:0.1\nb 4:4\n");
  const Dataset sparse(rows.sparse(), kLabels);
  EXPECT_EQ(sparse.fingerprint(), file.fingerprint());
  EXPECT_EQ(sparse.classes(), file.classes());
  EXPECT_EQ(sparse.feature_names(), file.feature_names());
  const std::vector<double> cells = rows.dense();
  EXPECT_EQ(Dataset(DenseRows{cells, 4}, kLabels).fingerprint(), file.fingerprint());
  EXPECT_EQ(Dataset(cells, 4, kLabels).fingerprint(), file.fingerprint());
}

TEST(MemoryRows, MayHaveWeightsAndNames) {
  const Rows rows;
  const RowDetails details{.weights = kWeights, .feature_names = {"p", "q", "r", "s"}};
  const Dataset file = read_rows("rows.csv",
                                 "p,q,r,s,w,label\n1,0,0,2.5,1,b\n0,0,0,0,0,a\n0,-1,0,0,2.5,a\n"
                                 "3,0,0.1,0,1,b\n0,0,0,4,1,b\n",
                                 {.weight = "w"});
  const Dataset sparse(rows.sparse(), kLabels, details);
  EXPECT_EQ(sparse.fingerprint(), file.fingerprint());
  EXPECT_EQ(sparse.feature_names(), file.feature_names());
  const std::vector<double> cells = rows.dense();
  const Dataset dense(DenseRows{cells, 4}, kLabels, details);
  EXPECT_EQ(dense.fingerprint(), file.fingerprint());
  EXPECT_NE(dense.fingerprint(), Dataset(DenseRows{cells, 4}, kLabels).fingerprint());
  // A model of them reads files with these names, in any order.
  const Model model = train(sparse, {.learn = {.learner = Learner::logistic}}).model;
  const std::string path = testing::TempDir() + "names.csv";
  std::ofstream(path) << "s,r,q,p\n2.5,0,0,1\n4,0,0,0\n";
  const Predictions named = predict(model, path);
  std::filesystem::remove(path);
  const std::vector<double> same = {1, 0, 0, 2.5, 0, 0, 0, 4};
  EXPECT_EQ(named.scores, predict(model, DenseRows{same, 4}).scores);
}

TEST(MemoryRows, ZerosThatAreStoredChangeNothing) {
  Rows rows;
  const std::string before = Dataset(rows.sparse(), kLabels).fingerprint();
  rows.starts = {0, 3, 3, 4, 6, 7};
  rows.indices = {0, 2, 3, 1, 0, 2, 3};
  rows.values = {1, 0, 2.5, -1, 3, 0.1, 4};
  EXPECT_EQ(Dataset(rows.sparse(), kLabels).fingerprint(), before);
}

TEST(MemoryRows, ArePredictedWithoutClasses) {
  const Rows rows;
  const Dataset data(rows.sparse(), kLabels);
  for (const Learner learner : {Learner::averaged, Learner::logistic}) {
    const Model model = train(data, {.learn = {.learner = learner}}).model;
    const Predictions labelled = predict(model, data);
    const std::vector<double> cells = rows.dense();
    for (const Predictions& each :
         {predict(model, rows.sparse()), predict(model, DenseRows{cells, 4})}) {
      EXPECT_EQ(each.classes, labelled.classes);
      EXPECT_EQ(each.scores, labelled.scores);
      EXPECT_EQ(each.probabilities, labelled.probabilities);
    }
    EXPECT_TRUE(predict(model, DenseRows{{}, 4}).classes.empty());
    EXPECT_THROW(predict(model, DenseRows{cells, 5}), Error);
  }
}

// ---- What is refused ----

std::string memory_error(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void expect_memory_error(const Rows& rows, const std::string& words) {
  for (const std::string& said :
       {memory_error([&] { Dataset(rows.sparse(), kLabels); }), memory_error([&] {
          const Model model = train(Dataset(Rows().sparse(), kLabels)).model;
          predict(model, rows.sparse());
        })})
    EXPECT_NE(said.find(words), std::string::npos) << said;
}

TEST(MemoryRows, SparseRowsThatAreDamagedAreRefused) {
  const auto with = [](const std::function<void(Rows&)>& change) {
    Rows rows;
    change(rows);
    return rows;
  };
  const auto refused = [&](const std::function<void(Rows&)>& change, const std::string& words) {
    expect_memory_error(with(change), words);
  };
  refused([](Rows& r) { r.indices[3] = 4; }, "row 3 (counted from 0): there is no feature 4");
  refused([](Rows& r) { r.indices[4] = 0; }, "row 3 (counted from 0): expected ascending features");
  refused([](Rows& r) { std::swap(r.indices[0], r.indices[1]); }, "row 0 (counted from 0)");
  refused([](Rows& r) { r.values[2] = std::numeric_limits<double>::infinity(); },
          "row 2, feature 1 (both counted from 0): inf is not a finite number");
  refused([](Rows& r) { r.starts[2] = 1; }, "row 1 (counted from 0) starts at 2");
  refused([](Rows& r) { r.starts[0] = 1; }, "expected starts from 0");
  refused([](Rows& r) { r.starts.back() = 7; }, "expected starts from 0");
  refused([](Rows& r) { r.starts.clear(); }, "expected starts from 0");
  refused([](Rows& r) { r.values.pop_back(); }, "expected an index for each of 5 values, found 6");
  refused([](Rows& r) { r.features = 0; }, "at least one feature");
  refused([](Rows& r) { r.features = std::uint64_t{1} << 40U; }, "at most 4,294,967,295 features");
}

TEST(MemoryRows, DetailsThatDoNotFitAreRefused) {
  const Rows rows;
  const auto refused = [&](const Names& labels, const RowDetails& details,
                           const std::string& words) {
    const std::string said = memory_error([&] { Dataset(rows.sparse(), labels, details); });
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  refused({"a", "b"}, {}, "expected a label for each of 5 rows, found 2");
  refused({"a", "b", "a", "", "a"}, {}, "row 3 (counted from 0): expected the name of a class");
  refused({"a", "b\n", "a", "b", "a"}, {}, "row 1 (counted from 0): expected the name of a class");
  const auto weighted = [&](const std::vector<double>& weights, const std::string& words) {
    refused(kLabels, {.weights = weights}, words);
  };
  weighted({1, 2}, "expected a weight for each of 5 rows, found 2");
  weighted({1, 1, -1, 1, 1}, "row 2 (counted from 0): expected a weight of 0 or more, found -1");
  weighted({1, 1, std::numeric_limits<double>::quiet_NaN(), 1, 1}, "row 2");
  weighted({0, 0, 0, 0, 0}, "sum is finite and above 0");
  weighted({1e308, 1e308, 1, 1, 1}, "sum is finite and above 0");
  const auto named = [&](const Names& names, const std::string& words) {
    refused(kLabels, {.feature_names = names}, words);
  };
  named({"p"}, "expected a name for each of 4 features, found 1");
  named({"p", "q", "p", "s"}, "feature 2 (counted from 0): expected a name of its own");
  named({"p", "q", "label", "s"}, "feature 2");
  named({"p", "", "r", "s"}, "feature 1");
}

TEST(MemoryRows, DenseRowsThatAreNotWholeAreRefused) {
  const std::vector<double> cells = {1, 2, 3};
  EXPECT_EQ(memory_error([&] {
              Dataset(DenseRows{cells, 2}, {"a"});
            }),
            "3 values are not whole rows of 2 features");
  EXPECT_EQ(memory_error([&] {
              Dataset(DenseRows{cells, 0}, {});
            }),
            "expected at least one feature per row, found 0");
}

}  // namespace
}  // namespace perceptron
