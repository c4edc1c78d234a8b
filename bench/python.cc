// What Python costs: fit() of an estimator against the call of the library beneath it;
// and what a bank saves: trials against scikit-learn's loop over its own estimator and
// over ours.

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/json.h"
#include "clock.h"
#include "data/read/reader.h"
#include "model/train.h"
#include "process.h"
#include "report.h"
#include "scikit.h"
#include "tables.h"

namespace perceptron::core {
namespace {

constexpr int kTurns = 9;
const std::string kPasses = "10";

nlohmann::json told_by(const std::vector<std::string>& words) {
  const ProcessRun process = run_process(words);
  if (process.status != 0)
    throw std::runtime_error(fmt::format("{} ended with status {}", words[1], process.status));
  return nlohmann::json::parse(process.out);
}

nlohmann::json run_python(const std::vector<std::string>& words) {
  std::vector<std::string> all = {*python_with_scikit(), PERCEPTRON_BENCH_SOURCE "/python_fit.py",
                                  PERCEPTRON_BENCH_REPORTS "/python"};
  all.insert(all.end(), words.begin(), words.end());
  return told_by(all);
}

Matrix in_layout(const Matrix& matrix, const std::string& layout) {
  if (layout == "csr") return matrix.as(Matrix::Layout::sparse);
  if (layout == "float64") return matrix.as(Matrix::Layout::dense);
  Matrix single(Matrix::Layout::sparse, matrix.features());
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k)
            single.push(row.feature(k), static_cast<float>(row.value(k)));
          single.end_row();
        }
      },
      matrix.view());
  return single.as(Matrix::Layout::dense);
}

}  // namespace

int fit_once(const std::vector<std::string>& words) {
  Dataset data = read_dataset(words.at(0), {});
  data.matrix = in_layout(data.matrix, words.at(1));
  TrainOptions options;
  options.learn.learner = Learner::perceptron;
  options.learn.epochs = std::stoul(words.at(2));
  Listener silent;
  const double took = seconds([&] { train(data, options, silent); });
  fmt::print("{}\n", json_text({{"seconds", took}}));
  return 0;
}

void bench_python() {
  const std::string path = data_path("mnist.train.libsvm.gz");
  const std::string tuned = data_path("a9a.train.libsvm.gz");
  if (!std::filesystem::exists(path) || !std::filesystem::exists(tuned) ||
      !std::filesystem::exists(PERCEPTRON_BENCH_REPORTS "/python/perceptron") ||
      !python_with_scikit()) {
    fmt::print("(no data, no Python module or no scikit-learn: left out)\n");
    return;
  }
  ResultTable table("<<>>>>", {"fit from Python", "rows", "C++ call", "Python fit",
                               "times the C++ call", "more memory, share of the rows"});
  for (const std::string layout : {"csr", "float32", "float64"}) {
    std::vector<double> ours;
    std::vector<double> theirs;
    double growth = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
      const auto direct = told_by({"/proc/self/exe", "--fit", path, layout, kPasses});
      ours.push_back(direct.at("seconds"));
      const auto told = run_python({"fit", path, layout, kPasses});
      theirs.push_back(told.at("seconds"));
      growth = std::max(growth, told.at("growth").get<double>());
    }
    table.add({"mnist, 10 classes", layout, duration(spread(ours).middle),
               duration(spread(theirs).middle), ratio(Duel(theirs, ours).ratio()),
               percent(growth)});
  }
  table.print();

  ResultTable search("<>>>>>", {"trials from Python, one thread", "scikit-learn", "its loop, ours",
                                "bank", "scikit-learn/bank", "loop/bank"});
  const std::vector<std::array<std::string, 3>> trials = {
      {"a9a, 10 folds, perceptron", "folds", tuned},
      {"mnist, 10 folds, 10 classes, perceptron", "folds", path},
      {"a9a, 8 alphas × 5 folds, logistic", "tune", tuned}};
  for (const auto& [name, work, file] : trials) {
    std::map<std::string, std::vector<double>> times;
    for (int turn = 0; turn < 3; ++turn) {
      const auto told = run_python({work, file});
      for (const auto& [way, seconds] : told.items()) times[way].push_back(seconds);
    }
    search.add({name, duration(spread(times["theirs"]).middle),
                duration(spread(times["loop"]).middle), duration(spread(times["bank"]).middle),
                ratio(Duel(times["theirs"], times["bank"]).ratio()),
                ratio(Duel(times["loop"], times["bank"]).ratio())});
  }
  search.print();
}

}  // namespace perceptron::core
