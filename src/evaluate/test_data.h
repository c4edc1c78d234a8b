// Where the rows of a cross-validation come from: a training file followed by a test file, or a
// generator that draws fresh rows for every block.
#pragma once

#include <string>

#include "data/dataset.h"
#include "data/generate.h"
#include "data/read/reader.h"
#include "evaluate/cross_validation.h"

namespace perceptron::core {

// Reads test data as a model of the training data would read it: same columns, same classes.
// `reading` is how the training data was read; `labels` is the file with the classes of an
// .npy matrix, or empty.
Dataset read_test_data(const std::string& path, const std::string& labels, const Dataset& training,
                       Reading reading);

// Draws the rows of all blocks with a generator of this kind; settings.rows is not used. Throws if
// there is not enough memory.
Dataset generate_blocks(GeneratorKind kind, GenerateSettings settings,
                        const ConsecutiveRows& blocks);

}  // namespace perceptron::core
