// scikit-learn's averaged stochastic gradient descent, run by bench/sgd.py.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.h"

namespace perceptron::core {

// One class against the rest, with an offset:
// (1/n) Σ loss(yᵢ(w·xᵢ + b)) + (alpha/2)‖w‖², a fixed number of passes.
struct SgdProblem {
  std::string name;
  const Dataset* train = nullptr;
  const Dataset* test = nullptr;  // read with the schema and classes of `train`
  std::uint32_t positive = 0;
  std::string loss = "hinge";  // hinge, squared_hinge, perceptron, log_loss
  double alpha = 1e-4;
  int passes = 5;
};

struct SgdRun {
  std::vector<double> seconds;  // of learning alone, in each turn
  double accuracy = 0;          // on the rows of `test`
  double objective = 0;         // on those of `train`
};

using SgdSolver = std::function<SgdRun(const SgdProblem&)>;

// Debian's package is for Debian's Python, which need not be the first one.
std::optional<std::string> python_with_scikit();

// Empty where Python finds no scikit-learn.
SgdSolver scikit_sgd();

// Its Perceptron on a file of many classes, run by bench/perceptron.py: the
// processor time of each of a few fits, and the accuracy on the test file.
struct PerceptronRun {
  std::vector<double> seconds;
  double accuracy = 0;
};
using PerceptronPeer = std::function<PerceptronRun(const std::string& train,
                                                   const std::string& test, std::uint64_t passes)>;
PerceptronPeer scikit_perceptron();

// Its GridSearchCV over LinearSVC, run by bench/grid.py: the processor time of one
// fold, and the accuracy of what it chose on the test file.
using GridPeer =
    std::function<PerceptronRun(const std::string& train, const std::string& test,
                                const std::string& folds, const std::vector<double>& l2)>;
GridPeer scikit_grid();

// Its load_svmlight_file on a file, run by bench/reading.py: the seconds on the wall,
// without those that Python takes to start.
using ReadingPeer = std::function<double(const std::string& path)>;
ReadingPeer scikit_reading();

// Prints a line for each problem. Either may be empty.
void print_sgd_contest(const std::string& title, const std::vector<SgdProblem>& problems,
                       const SgdSolver& peer, const SgdSolver& ours);

}  // namespace perceptron::core
