// Tables with a file each.
#pragma once

#include <string>
#include <vector>

namespace perceptron {

// Reading LIBSVM text, against LIBLINEAR and scikit-learn.
void bench_reading();
// Programs from text to a saved model: time and memory.
void bench_end_to_end();

}  // namespace perceptron
