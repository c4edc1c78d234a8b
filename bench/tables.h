// Everything that is measured: a function prints one table or more.
#pragma once

#include <string>
#include <vector>

#include "cases.h"

namespace perceptron::core {

// One model by the perceptron, against the same written by hand.
void bench_single_loop(const std::vector<Case>& list);
// Many models as a bank, against one after the other.
void bench_bank(const std::vector<Case>& list);
// From file to answer, against only reading the file.
void bench_exact_margin();
// The margin perceptron's updates: a guess given up by proof or by the limit.
void bench_margin_search();
// A certified gap of 1 % on sparse text: plain coordinate ascent over all rows
// against ours.
void bench_sparse_margin(const std::vector<Case>& list);
// Solvers to the objective that LIBLINEAR reaches.
void bench_solvers(const std::vector<Case>& list);
// Programs from a file to a model, against liblinear-train.
void bench_programs(const std::vector<Case>& list);
// Every class against the rest: as a bank against LIBLINEAR, and against one by one.
void bench_classes(const std::vector<Case>& list);
// All classes with the averaged perceptron, against scikit-learn's plain one.
void bench_many_perceptrons(const std::vector<Case>& list);
// Prediction of all classes against reading the same text without a model's work.
void bench_prediction(const std::vector<Case>& list);
// Stochastic gradient descent, against that of scikit-learn.
void bench_sgd(const std::vector<Case>& list);
// Hundreds of models over one reading of the rows.
void bench_tuning(const std::vector<Case>& list);
// Reading LIBSVM text, against LIBLINEAR and scikit-learn.
void bench_reading();
// The same for CSV tables, against pandas and scikit-learn's ColumnTransformer.
void bench_table_reading();
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
