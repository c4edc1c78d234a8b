#include "scikit.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "cli/text_table.h"
#include "process.h"

namespace perceptron {
namespace {

SgdRun run(const std::string& python, const SgdProblem& problem) {
  const TemporaryFolder folder;
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
  return {json.at("seconds"), json.at("accuracy"), json.at("objective")};
}

// Debian's package is for Debian's Python, which need not be the first one.
std::optional<std::string> python_with_scikit() {
  for (const std::string python : {"/usr/bin/python3", "python3"}) {
    if (run_process({python, "-c", "import sklearn"}).status == 0) return python;
  }
  return std::nullopt;
}

}  // namespace

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
    return {json.at("seconds"), json.at("accuracy")};
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
        return {json.at("seconds"), json.at("accuracy")};
      };
}

void print_sgd_contest(const std::string& title, const std::vector<SgdProblem>& problems,
                       const SgdSolver& peer, const SgdSolver& ours) {
  TextTable table("<<>>>>>>>");
  table.add(
      {title, "class", "peer", "objective", "accuracy", "ours", "objective", "accuracy", "ratio"});
  for (const SgdProblem& each : problems) {
    std::vector<std::string> cells = {each.name + ", " + each.loss,
                                      each.train->classes.names()[each.positive]};
    std::vector<double> times;
    for (const SgdSolver& solver : {peer, ours}) {
      if (!solver) {
        cells.insert(cells.end(), 3, "–");
        continue;
      }
      const SgdRun result = solver(each);
      times.push_back(result.seconds);
      cells.push_back(fmt::format("{:.1f} ms", 1e3 * result.seconds));
      cells.push_back(fmt::format("{:.5f}", result.objective));
      cells.push_back(fmt::format("{:.2f} %", 100 * result.accuracy));
    }
    cells.push_back(times.size() == 2 ? fmt::format("{:.2f}", times[0] / times[1]) : "–");
    table.add(cells);
  }
  fmt::print("{}\n", table.text(""));
  std::fflush(stdout);
}

}  // namespace perceptron
