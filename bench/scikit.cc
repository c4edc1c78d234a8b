#include "scikit.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "process.h"
#include "report.h"

namespace perceptron::core {
namespace {

SgdRun run(const std::string& python, const SgdProblem& problem) {
  const TemporaryFolder folder("perceptron-bench");
  const std::string train = folder.path("train");
  const std::string test = folder.path("test");
  write_libsvm(*problem.train, problem.positive, train);
  write_libsvm(*problem.test, problem.positive, test);
  const ProcessRun process = run_process(
      {python, PERCEPTRON_BENCH_SOURCE "/sgd.py", train, "--test", test, "--loss", problem.loss,
       "--alpha", fmt::format("{}", problem.alpha), "--passes", std::to_string(problem.passes)});
  if (process.status != 0)
    throw std::runtime_error(fmt::format("sgd.py ended with status {}", process.status));
  const auto json = nlohmann::json::parse(process.out);
  return {json.at("seconds").get<std::vector<double>>(), json.at("accuracy"), json.at("objective")};
}

}  // namespace

std::optional<std::string> python_with_scikit() {
  for (const std::string python : {"/usr/bin/python3", "python3"}) {
    if (run_process({python, "-c", "import sklearn"}).status == 0) return python;
  }
  return std::nullopt;
}

SgdSolver scikit_sgd() {
  const auto python = python_with_scikit();
  if (!python) return {};
  return [python = *python](const SgdProblem& problem) { return run(python, problem); };
}

PerceptronPeer scikit_perceptron() {
  const auto python = python_with_scikit();
  if (!python) return {};
  return [python = *python](const std::string& train, const std::string& test,
                            std::uint64_t passes) -> PerceptronRun {
    const ProcessRun process = run_process({python, PERCEPTRON_BENCH_SOURCE "/perceptron.py", train,
                                            test, "--passes", std::to_string(passes)});
    if (process.status != 0)
      throw std::runtime_error(fmt::format("perceptron.py ended with status {}", process.status));
    const auto json = nlohmann::json::parse(process.out);
    return {json.at("seconds").get<std::vector<double>>(), json.at("accuracy")};
  };
}

GridPeer scikit_grid() {
  const auto python = python_with_scikit();
  if (!python) return {};
  return
      [python = *python](const std::string& train, const std::string& test,
                         const std::string& folds, const std::vector<double>& l2) -> PerceptronRun {
        std::vector<std::string> words = {
            python, PERCEPTRON_BENCH_SOURCE "/grid.py", train, test, folds, "--l2"};
        for (const double each : l2) words.push_back(fmt::format("{}", each));
        const ProcessRun process = run_process(words);
        if (process.status != 0)
          throw std::runtime_error(fmt::format("grid.py ended with status {}", process.status));
        const auto json = nlohmann::json::parse(process.out);
        return {json.at("seconds").get<std::vector<double>>(), json.at("accuracy")};
      };
}

ReadingPeer scikit_reading() {
  const auto python = python_with_scikit();
  if (!python) return {};
  return [python = *python](const std::string& path) {
    const ProcessRun process = run_process({python, PERCEPTRON_BENCH_SOURCE "/reading.py", path});
    if (process.status != 0)
      throw std::runtime_error(fmt::format("reading.py ended with status {}", process.status));
    return nlohmann::json::parse(process.out).at("seconds").get<double>();
  };
}

void print_sgd_contest(const std::string& title, const std::vector<SgdProblem>& problems,
                       const SgdSolver& peer, const SgdSolver& ours) {
  ResultTable table("<<>>>>>>>", {title, "class", "peer", "objective", "accuracy", "ours",
                                  "objective", "accuracy", "ratio"});
  for (const SgdProblem& each : problems) {
    std::vector<Cell> cells = {each.name + ", " + each.loss,
                               each.train->classes.names()[each.positive]};
    const SgdRun theirs = peer ? peer(each) : SgdRun();
    const SgdRun mine = ours ? ours(each) : SgdRun();
    for (const SgdRun& run : {theirs, mine}) {
      if (run.seconds.empty()) {
        cells.insert(cells.end(), 3, none());
        continue;
      }
      cells.push_back(duration(spread(run.seconds).middle));
      cells.push_back(figure(run.objective, fmt::format("{:.5f}", run.objective)));
      cells.push_back(percent(run.accuracy));
    }
    cells.push_back(ratio(Duel(theirs.seconds, mine.seconds).ratio()));
    table.add(cells);
  }
  table.print();
}

}  // namespace perceptron::core
