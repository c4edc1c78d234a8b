#include "evaluate/separate_folds.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "base/threads.h"
#include "evaluate/fold_data.h"
#include "model/checks.h"
#include "model/train.h"

namespace perceptron::core {
namespace {

// One fold with its own data.
class SeparateFold {
 public:
  SeparateFold(const FoldTraining& training, const Fold& fold, ScalingKind scale)
      : training_(training),
        fold_(fold),
        fold_data_(prepare_fold(training.data, training.sets.training_rows(fold),
                                training.sets.test_rows(fold), scale)) {}

  void train(const Group& members, std::uint64_t threads) {
    note_missing_classes();
    if (fold_data_.classes.size() < 2) {
      for (const std::size_t c : members)
        training_.recorder.record_single_class(c, fold_data_, fold_);
      return;
    }
    Group by_fit;
    std::vector<FoldModel> models;
    for (const std::size_t c : members) {
      if (trains_by_fit(training_.candidates[c].learn)) {
        by_fit.push_back(c);
      } else {
        models.push_back(train_whole_model(c, threads));
      }
    }
    for (const Group& group : group_candidates(training_.candidates, by_fit)) {
      auto trained = training_.train(plan(), group, threads);
      std::move(trained[0].begin(), trained[0].end(), std::back_inserter(models));
    }
    training_.recorder.record(FoldModels(std::move(models), training_.data.features(),
                                         fold_data_.classes, training_.data.classes.size()),
                              fold_data_, fold_);
  }

 private:
  BankPlan plan() const {
    BankPlan plan;
    plan.rows = fold_data_.training.matrix.view();
    plan.weights = fold_data_.training.weights;
    plan.labels = fold_data_.training.labels;
    plan.classes = fold_data_.classes.size();
    plan.class_weights = [this](std::size_t, std::size_t candidate) {
      return weights_of_classes(training_.candidates[candidate].learn.class_weight);
    };
    return plan;
  }

  void note_missing_classes() const {
    const auto& names = training_.data.classes.names();
    const auto& present = fold_data_.classes;
    std::vector<std::string> missing;
    for (std::uint32_t c = 0; c < names.size(); ++c) {
      if (std::find(present.begin(), present.end(), c) == present.end())
        missing.push_back(names[c]);
    }
    if (missing.empty()) return;
    training_.progress.note(
        fmt::format("some training sets have no row of {}, so their models cannot predict it; {} "
                    "or {} spreads classes "
                    "over the folds",
                    in_list(missing), setting("stratify", "true"), setting("split", "shuffle")));
  }

  // The weights of the classes present in the training rows.
  std::vector<double> weights_of_classes(const ClassWeights& wanted) const {
    const Dataset& data = training_.data;
    if (fold_data_.classes.size() == data.classes.size() || wanted.balanced)
      return class_weights(fold_data_.training, wanted);
    const auto all = class_weights(data, wanted);
    std::vector<double> some;
    for (const std::uint32_t c : fold_data_.classes) some.push_back(all[c]);
    return some;
  }

  // Learners that fit() does not train, such as calibrated ones.
  FoldModel train_whole_model(std::size_t c, std::uint64_t threads) {
    TrainOptions options;
    options.learn = training_.candidates[c].learn;
    options.threads = threads;
    // Drops the weights of classes that this fold does not have.
    std::erase_if(options.learn.class_weight.weights, [&](const auto& entry) {
      return !fold_data_.training.classes.find(entry.first) &&
             training_.data.classes.find(entry.first);
    });
    Training trained = perceptron::core::train(fold_data_.training, options, training_.progress);
    FoldModel model{
        c, trained.model.scheme(), {}, trained.model.to_probabilities(), trained.model.support};
    for (PlaneTraining& plane : trained.planes) model.fits.push_back(std::move(plane.fit));
    return model;
  }

  const FoldTraining& training_;
  Fold fold_;
  FoldData fold_data_;
};

}  // namespace

void train_separate_folds(const FoldTraining& training, const std::vector<Fold>& folds,
                          const Group& group, ScalingKind scale) {
  if (group.empty()) return;
  // In parallel as long as there is memory for as many copies of the rows.
  constexpr std::uint64_t kValues = std::uint64_t{1} << 26;
  const std::uint64_t values = training.data.matrix.stored() + 1;
  const std::uint64_t threads = std::max<std::uint64_t>(training.options.threads, 1);
  const std::uint64_t side = std::clamp<std::uint64_t>(
      std::min<std::uint64_t>(kValues / values, folds.size()), 1, threads);
  parallel_for(folds.size(), side, [&](std::uint64_t k) {
    SeparateFold(training, folds[k], scale)
        .train(group, std::max<std::uint64_t>(threads / side, 1));
  });
}

}  // namespace perceptron::core
