// Tables with a file each.
#pragma once

#include <string>
#include <vector>

namespace perceptron::core {

// Reading LIBSVM text, against LIBLINEAR and scikit-learn.
void bench_reading();
// Programs from text to a saved model: time and memory.
void bench_end_to_end();
// Passes and scores over rows beyond the cache, against what memory gives.
void bench_bandwidth();
// How time grows with rows, features, nonzeros, models and threads; also drawn.
void bench_growth();
// What Python costs beside the library.
void bench_python();
// What it compares with, in a process of its own: FILE LAYOUT PASSES.
int fit_once(const std::vector<std::string>& words);
// Instructions of the inner loops, counted by valgrind.
void bench_instructions();
// What valgrind is to count: NAME MODELS FILE.
int do_work(const std::vector<std::string>& words);

}  // namespace perceptron::core
