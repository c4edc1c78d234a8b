// Measures the models of each fold and collects the results of all candidates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/fold_data.h"
#include "evaluate/fold_models.h"
#include "evaluate/fold_progress.h"
#include "evaluate/folds.h"
#include "evaluate/training_sets.h"

namespace perceptron::core {

// Folds may be recorded from several threads: each writes to its own results.
class FoldRecorder {
 public:
  FoldRecorder(const Dataset& data, const TrainingSets& sets, std::size_t candidates,
               const FoldOptions& options, FoldProgress& progress);

  // Tests models that were trained on rows of the whole data.
  void record(const FoldModels& models, const RowsView& rows, const Fold& fold);
  // Tests models on the data of their own fold.
  void record(const FoldModels& models, const FoldData& data, const Fold& fold);
  // A candidate whose training rows had one class only, which it predicts for every row.
  void record_single_class(std::size_t candidate, const FoldData& data, const Fold& fold);
  // The models of this training were counted already, with another that shares them.
  void count_no_models(std::size_t candidate, const Fold& fold);

  std::vector<FoldResults> take(std::span<const Candidate> candidates);

 private:
  using Correct = FoldModels::Correct;

  void reserve(Predictions& predictions) const;
  bool keeps_predictions(const Fold& fold) const;
  std::vector<Predictions*> destinations(const FoldModels& models, const Fold& fold);
  void store(const FoldModels& models, const Fold& fold, const Correct& training,
             const Correct& test);

  const Dataset& data_;
  const TrainingSets& sets_;
  const FoldOptions& options_;
  FoldProgress& progress_;
  std::vector<FoldResults> results_;
};

}  // namespace perceptron::core
