// A model at work: scores for rows as they come from a file.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "data/reader.h"
#include "learn/bank.h"
#include "model/model.h"

namespace perceptron {

class Scorer {
 public:
  explicit Scorer(const Model& model);

  // Scores of the rows of `block`, whose values are scaled in place as the
  // training data was.
  std::span<const double> score(Matrix& block);

 private:
  Scaling scaling_;
  Bank bank_;
  std::vector<double> scores_;
};

// The class a score stands for: the second one where it is 0 or more.
inline std::uint32_t class_of(double score) { return score >= 0 ? 1 : 0; }

// Reads `path` as the model's training data was read and hands over scores and
// labels (none with LabelUse::ignore) block by block, in constant memory.
// Returns the number of rows.
std::uint64_t score_file(
    const Model& model, const std::string& path, const DataOptions& options, LabelUse labels,
    Listener& listener,
    const std::function<void(std::span<const double>, std::span<const std::uint32_t>)>& use);

}  // namespace perceptron
