// Why a model predicts what it does, row by row: the contributions of the features to a score,
// compared with the average row, and the smallest changes that change the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <perceptron/explain.h>
#include "evaluate/average_row.h"
#include "model/model.h"

namespace perceptron::core {

// A row in three forms; all features, zeros too.
struct RowToExplain {
  std::uint64_t number = 0;  // from 1
  std::span<const double> values;
  std::span<const double> scaled;
  std::span<const double> planes;  // the scores of the model's planes
};

class Explainer {
 public:
  // The model must outlive this.
  Explainer(const Model& model, AverageRow average, std::uint64_t most);

  RowExplanation explain(const RowToExplain& row) const;

 private:
  // The change of a feature, in its own units, after which another class is predicted.
  struct Change {
    double by = 0;
    std::uint32_t to = 0;
  };

  double weight(std::uint32_t first, std::uint32_t second, std::size_t feature) const;
  std::uint32_t rival_of(std::uint32_t predicted, std::span<const double> planes) const;
  std::vector<double> explained_weights(std::uint32_t first, std::uint32_t second) const;
  // `each` begins as the weights.
  void add_contributions(const RowToExplain& row, std::vector<double> each, std::uint32_t predicted,
                         RowExplanation& explanation) const;
  std::optional<Change> change_of(std::size_t feature, std::uint32_t predicted,
                                  std::span<const double> planes) const;
  void add_flips(const RowToExplain& row, std::uint32_t predicted,
                 RowExplanation& explanation) const;
  void add_nearest(const RowToExplain& row, std::uint32_t predicted,
                   RowExplanation& explanation) const;

  const Model& model_;
  Scheme scheme_;
  AverageRow average_;
  std::uint64_t most_;
  std::vector<bool> free_;  // features that may take any value by themselves
};

}  // namespace perceptron::core
