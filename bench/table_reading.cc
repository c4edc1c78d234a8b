// Tables from file to matrix, against pandas and scikit-learn.

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"
#include "data/read/reader.h"
#include "process.h"
#include "report.h"
#include "scikit.h"
#include "tables.h"

namespace perceptron::core {
namespace {

struct TableKind {
  std::string name;
  std::uint64_t rows = 0;
  int numbers = 0;
  std::vector<std::uint64_t> categories = {};  // of each column of text
  bool missing = false;                        // one number in twelve
};

const std::vector<TableKind> kKinds = {
    {"numbers", 300'000, 20},
    {"numbers and categories", 300'000, 8, {5, 12, 50, 300}},
    {"numbers, some missing", 300'000, 12, {}, true},
};

double write_table(const TableKind& kind, const std::string& path) {
  Random random(1);
  std::string text;
  for (int j = 0; j < kind.numbers; ++j) text += fmt::format("x{},", j);
  for (std::size_t j = 0; j < kind.categories.size(); ++j) text += fmt::format("c{},", j);
  text += "y\n";
  for (std::uint64_t i = 0; i < kind.rows; ++i) {
    for (int j = 0; j < kind.numbers; ++j) {
      const auto value = static_cast<double>(random.below(8'000'000)) * 1e-6 - 4;
      if (kind.missing && random.below(12) == 0) {
        text += ',';
      } else {
        text += fmt::format("{:.6f},", value);
      }
    }
    for (const std::uint64_t each : kind.categories)
      text += fmt::format("word{},", random.below(each));
    text += random.below(2) == 0 ? "0\n" : "1\n";
  }
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
  return static_cast<double>(text.size());
}

struct PythonTimes {
  std::vector<double> pandas;
  std::vector<double> scikit;
};

void add_turn(const std::string& python, const std::string& path, PythonTimes& times) {
  const ProcessRun process =
      run_process({python, PERCEPTRON_BENCH_SOURCE "/table_reading.py", path});
  if (process.status != 0)
    throw std::runtime_error(fmt::format("table_reading.py ended with status {}", process.status));
  const auto json = nlohmann::json::parse(process.out);
  times.pandas.push_back(json.at("pandas"));
  times.scikit.push_back(json.at("scikit"));
}

}  // namespace

void bench_table_reading() {
  constexpr int kTurns = 7;
  const TemporaryFolder folder("perceptron-bench");
  auto python = python_with_scikit();
  if (python && run_process({*python, "-c", "import pandas"}).status != 0) python.reset();
  if (!python) fmt::print("(no scikit-learn or pandas: left out)\n");
  ResultTable table("<>>>>>>>>",
                    {"reading CSV", "size", "pandas", "scikit-learn", "ours", "two threads",
                     "pandas / ours", "scikit-learn / ours", "pandas / two threads"});
  for (const TableKind& kind : kKinds) {
    const std::string path = folder.path("table.csv");
    const double bytes = write_table(kind, path);
    PythonTimes theirs;
    std::vector<double> ours;
    std::vector<double> two;
    for (int turn = 0; turn < kTurns; ++turn) {
      if (python) add_turn(*python, path, theirs);
      for (const std::uint64_t threads : {1U, 2U}) {
        Reading reading;
        reading.threads = threads;
        (threads == 1 ? ours : two).push_back(seconds([&] { read_dataset(path, reading); }));
      }
    }
    const auto speed = [&](const std::vector<double>& times) {
      return times.empty() ? none() : rate(bytes / spread(times).middle);
    };
    table.add({kind.name, memory(bytes), speed(theirs.pandas), speed(theirs.scikit), speed(ours),
               speed(two), ratio(Duel(theirs.pandas, ours).ratio()),
               ratio(Duel(theirs.scikit, ours).ratio()), ratio(Duel(theirs.pandas, two).ratio())});
  }
  table.print();
}

}  // namespace perceptron::core
