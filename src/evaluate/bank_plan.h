// A bank trains many models in one pass over shared rows. A BankPlan says which trainings
// there are and which rows each of them includes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/listener.h"
#include "data/rows.h"
#include "evaluate/candidate_groups.h"
#include "evaluate/fold_models.h"

namespace perceptron::core {

// Rows are sorted into kinds, for example one kind for each fold. A training includes or excludes
// whole kinds.
struct BankPlan {
  RowsView rows;
  std::span<const double> weights;
  std::vector<std::uint32_t> labels;  // of each row: kind · classes + class
  std::uint64_t classes = 2;
  std::uint32_t kinds = 1;
  std::size_t trainings = 1;
  // Whether a training includes the rows of a kind. Empty: all trainings include all kinds.
  std::function<bool(std::size_t training, std::uint32_t kind)> includes;
  // The weights of the classes in a training of a candidate.
  std::function<std::vector<double>(std::size_t training, std::size_t candidate)> class_weights;
  // The fit that a model of a candidate is warm-started from; null: it starts from zero.
  // Empty: all models do.
  std::function<const Fit*(std::size_t training, std::size_t candidate, std::uint64_t model)> start;
};

enum class Keep { weights, steps };  // of a Fit; see FitRequest

// For each training the models of the candidates in `group`, in its order.
using TrainedModels = std::vector<std::vector<FoldModel>>;
TrainedModels train_plan(const BankPlan& plan, std::span<const Candidate> candidates,
                         const Group& group, std::uint64_t threads, Keep keep, Listener& listener);

}  // namespace perceptron::core
