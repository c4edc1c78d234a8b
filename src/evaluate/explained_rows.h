// Explains rows of a file or in memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <perceptron/explain.h>
#include "base/listener.h"
#include "data/dataset.h"
#include "data/options.h"
#include "evaluate/explanation.h"

namespace perceptron::core {

// Explains the rows of blocks, one after the other: see(block), then next() for each of its rows.
class BlockExplainer {
 public:
  BlockExplainer(const Model& model, AverageRow average, std::uint64_t most);

  void see(const Matrix& rows);
  RowExplanation next(std::span<const double> planes);

 private:
  const Model& model_;
  Explainer explainer_;
  Matrix rows_;
  Matrix scaled_;
  std::uint64_t at_ = 0;     // the next row of the block
  std::uint64_t count_ = 0;  // rows explained
  std::vector<double> values_;
  std::vector<double> scaled_values_;
};

// The average row of a file; reads it.
AverageRow average_of_file(const Model& model, const std::string& path, const ReadSettings& reading,
                           std::uint64_t threads, Listener& listener);

// Keeps the rows that are explained, and reads the file once.
Explanations explain(const Model& model, const std::string& path, const ExplainSettings& settings,
                     const ReadSettings& reading, std::uint64_t threads, Listener& listener);
// Rows in memory, with the features of the model.
Explanations explain(const Model& model, const Dataset& data, const ExplainSettings& settings);

}  // namespace perceptron::core
