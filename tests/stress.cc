// The stress suite in full, for `make stress`: every loss with every penalty on large data of every
// family and on the files of a folder, at the default settings. Prints a table; the status is 1 if
// a run ends above its tolerance.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "data/read/reader.h"
#include "families.h"
#include "model/train.h"

namespace perceptron::core::test {
namespace {

class Table {
 public:
  Table() { print("data", "loss", "penalty", "solver", "converged", "passes", "seconds", "gap"); }

  void add(const std::string& data, std::string_view loss, const std::string& penalty,
           std::string_view solver, bool converged, double passes, double seconds, double gap) {
    if (!converged) ++missed_;
    print(data, loss, penalty, solver, converged ? "yes" : "NO", fmt::format("{:.0f}", passes),
          fmt::format("{:.2f}", seconds), fmt::format("{:.1e}", gap));
  }
  int missed() const { return missed_; }

 private:
  static void print(std::string_view data, std::string_view loss, std::string_view penalty,
                    std::string_view solver, std::string_view converged, std::string_view passes,
                    std::string_view seconds, std::string_view gap) {
    fmt::print("{:<30} {:<13} {:<17} {:<8} {:<9} {:>6} {:>8} {:>8}\n", data, loss, penalty, solver,
               converged, passes, seconds, gap);
    std::fflush(stdout);
  }
  int missed_ = 0;
};

class Timer {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

const std::vector<std::pair<Learner, Loss>> kStressed = {
    {Learner::hinge, Loss::hinge},
    {Learner::squared_hinge, Loss::squared_hinge},
    {Learner::logistic, Loss::logistic}};

void stress_families(Table& table) {
  constexpr std::uint64_t kTimes = 10;
  for (const Family& family : families()) {
    Random random(1);
    Task task = family.make(random, kTimes);
    for (const auto& [learner, loss] : kStressed) {
      for (const Penalty& penalty : stress_penalties()) {
        task.problem.loss = loss;
        task.problem.l1 = penalty.l1;
        task.problem.l2 = penalty.l2;
        const Timer timer;
        const Solution solution = run(task, "auto", SolverSettings());
        table.add(family.name, perceptron::core::name_of(loss), penalty.name,
                  name_of(solution.solver), solution.reached, solution.passes, timer.seconds(),
                  relative_gap(solution.primal, solution.dual));
      }
    }
  }
}

// Files that need settings have them here; those without a label that can be read are left out.
ReadSettings reading_of(const std::string& name) {
  ReadSettings reading;
  if (name == "titanic.csv") {
    reading.label = "Survived";
    reading.missing = MissingPolicy::mean;
  }
  return reading;
}

void stress_file(const std::filesystem::path& path, Table& table) {
  Listener silent;
  Reading reading;
  reading.options = reading_of(path.filename().string());
  const Dataset data = read_dataset(path.string(), reading);
  for (const auto& [learner, loss] : kStressed) {
    for (const Penalty& penalty : {Penalty{"l2 1e-4", 0, 1e-4}, Penalty{"l1 1e-4", 1e-4, 0},
                                   Penalty{"l1 1e-4, l2 1e-4", 1e-4, 1e-4}}) {
      Dataset copy = data;
      TrainOptions options;
      options.learn.learner = learner;
      options.learn.l1 = penalty.l1;
      options.learn.l2 = penalty.l2;
      const Timer timer;
      const Training training = train(copy, options, silent);
      double gap = 0;
      double passes = 0;
      for (const PlaneTraining& plane : training.planes) {
        gap = std::max(gap, relative_gap(plane.optimality->upper, plane.optimality->lower));
        passes = std::max(passes, plane.fit.optimisation->passes);
      }
      table.add(path.filename().string(), perceptron::core::name_of(loss), penalty.name,
                name_of(training.planes[0].fit.optimisation->solver), training.converged, passes,
                timer.seconds(), gap);
    }
  }
}

void stress_files(const std::string& folder, Table& table) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename() != "README.md") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    try {
      stress_file(path, table);
    } catch (const Error& error) {
      fmt::print("{:<30} left out: {}\n", path.filename().string(), error.what());
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test

int main(int count, char** arguments) {
  using namespace perceptron::core::test;
  Table table;
  stress_families(table);
  for (int k = 1; k < count; ++k) stress_files(arguments[k], table);
  fmt::print("{} of the runs did not converge.\n", table.missed());
  return table.missed() == 0 ? 0 : 1;
}
