// Other programs, from start to end, and the files that they read.
#pragma once

#include <string>
#include <vector>

#include "base/temporary.h"
#include "contest.h"

namespace perceptron::core {

struct ProcessRun {
  int status = 0;      // 127: there is no such program
  double seconds = 0;  // by the clock on the wall
  double processor_seconds = 0;
  double peak = 0;  // bytes resident at most, this process's own at the fork included
  std::string out;
};

// Runs a program, in one thread where the environment has a say in that. What it
// prints to standard error is dropped.
ProcessRun run_process(const std::vector<std::string>& words);

// The same from a small process in between, so that the peak is the program's own.
ProcessRun run_apart(const std::vector<std::string>& words);
// What that process does: runs the program and prints what it took.
int run_and_tell(const std::vector<std::string>& words);

// Writes the rows as LIBSVM text, by the names of their classes.
void write_libsvm(const Dataset& data, const std::string& path);
// The same, +1 for the positive class and -1 for the rest.
void write_libsvm(const Dataset& data, std::uint32_t positive, const std::string& path);

// The words that make a program solve the problem of file `data` and write its
// model to file `model`.
using Command = std::function<std::vector<std::string>(
    const BinaryProblem& problem, const std::string& data, const std::string& model)>;

// Empty where liblinear-train is not there.
Command liblinear_train();

// Runs both in turns, from file to model, and prints a line for each problem.
// Either may be empty.
void print_process_contest(const std::string& title, const std::vector<BinaryProblem>& problems,
                           const Command& peer, const Command& ours);

}  // namespace perceptron::core
