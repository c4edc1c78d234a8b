// The models that were trained for one fold, one for each candidate, and their predictions.
// All of them score a row at once, as one bank.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "data/rows.h"
#include "evaluate/fold_results.h"
#include "learn/support_planes.h"
#include "model/fit.h"
#include "multiclass/probabilities.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

// One candidate's model for one fold: a Fit for each plane of its multiclass scheme.
struct FoldModel {
  std::size_t candidate;
  Scheme scheme;
  std::vector<Fit> fits;
  std::optional<Calibration> calibration = {};  // from scores to probabilities, if it has any
  std::shared_ptr<const SupportPlanes> support = nullptr;  // what scores instead, see Model
};

class FoldModels {
 public:
  // `classes` gives, for each class that the models know, its number in the whole data, which
  // has `all_classes`.
  FoldModels(std::vector<FoldModel> models, std::uint64_t features,
             std::vector<std::uint32_t> classes, std::uint64_t all_classes);

  std::size_t size() const { return models_.size(); }
  const FoldModel& operator[](std::size_t m) const { return models_[m]; }

  // How the training of a model went: the part of a FoldResult that needs no rows.
  FoldResult describe(std::size_t m) const;

  // For each model, the number of rows it classifies correctly; none if a score is not finite.
  using Correct = std::vector<std::optional<std::uint64_t>>;
  using Labels = std::span<const std::uint32_t>;  // class numbers of the whole data
  Correct count_correct(const RowsView& rows, std::span<const std::uint64_t> which,
                        Labels labels) const;

  // The same, and stores the predictions: that of row which[k] at places[k]. The pointer of a
  // model whose predictions are not wanted is null.
  Correct predict(const RowsView& rows, std::span<const std::uint64_t> which, Labels labels,
                  std::span<const std::uint64_t> places, std::span<Predictions* const> to) const;

 private:
  // Replaces the scores of its columns, the first of which is `first`.
  void score_with_rows(const FoldModel& model, const RowsView& rows,
                       std::span<const std::uint64_t> which, std::uint64_t first,
                       std::span<double> scores) const;
  void store(const FoldModel& model, std::span<const double> scores, std::uint64_t place,
             Probabilities* probabilities, Predictions& to) const;

  std::vector<FoldModel> models_;
  std::vector<std::uint64_t> first_;  // the first column of each model in the bank
  Bank bank_;
  std::vector<std::uint32_t> classes_;
  std::uint64_t all_classes_;
};

}  // namespace perceptron::core
