#include "evaluate/shared_folds.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "base/memory.h"
#include "base/threads.h"
#include "learn/learners.h"
#include "model/checks.h"

namespace perceptron::core {
namespace {

class SharedFolds {
 public:
  SharedFolds(const FoldTraining& training, const RowsView& rows, const Group& group)
      : training_(training),
        data_(training.data),
        candidates_(training.candidates),
        threads_(training.options.threads),
        rows_(rows),
        group_(group) {}

  void train(std::vector<Fold> folds) const {
    if (std::all_of(group_.begin(), group_.end(), [&](std::size_t c) {
          return ignores_rows_without_updates(candidates_[c].learn);
        }))
      folds = record_folds_without_updates(std::move(folds));
    const std::uint64_t width = folds_at_once();
    for (std::size_t first = 0; first < folds.size(); first += width) {
      const std::span<const Fold> some =
          std::span(folds).subspan(first, std::min<std::size_t>(width, folds.size() - first));
      auto trained = training_.train(plan_of(some), group_, threads_);
      parallel_for(some.size(), threads_, [&](std::uint64_t k) {
        training_.recorder.record(models_of(std::move(trained[k])), rows_, some[k]);
      });
    }
  }

 private:
  FoldModels models_of(std::vector<FoldModel> models) const {
    const std::uint64_t count = data_.classes.size();
    std::vector<std::uint32_t> classes(count);
    std::iota(classes.begin(), classes.end(), 0U);
    return {std::move(models), data_.features(), std::move(classes), count};
  }

  // As many folds as keep the bank and its table of targets in cache.
  std::uint64_t folds_at_once() const {
    constexpr std::uint64_t kCache = std::uint64_t{1} << 20;   // bytes of a bank, per thread
    constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;  // bytes of weights in all
    constexpr std::uint64_t kTable = std::uint64_t{1} << 22;   // entries
    std::uint64_t models = 0;
    for (const std::size_t c : group_)
      models += Scheme(multiclass_of(candidates_[c].learn), data_.classes.size()).models();
    const std::uint64_t bytes = saturating_product(models, 8 * (data_.features() + 1));
    // The solvers of losses choose the size of their banks themselves.
    const bool loops = !traits_of(candidates_[group_[0]].learn).loss;
    std::uint64_t width = (loops ? threads_ * kCache : kMemory / 4) / bytes;
    if (loops) width = std::max(width, (16 * threads_ + models - 1) / models);
    width = std::min(width, kMemory / bytes);
    const std::uint64_t labels = data_.classes.size() * training_.sets.levels();
    while (width > 1 && (width + 1) * labels * width * models > kTable) width /= 2;
    return std::max<std::uint64_t>(width, 1);
  }

  // If no row of a fold causes an update in the training on all rows, that training gives the
  // model without the fold too. Records such folds and returns the others. This makes
  // leave-one-out fast, where most rows cause no update.
  std::vector<Fold> record_folds_without_updates(std::vector<Fold> folds) const {
    constexpr std::size_t kWorthIt = 8;
    if (folds.size() < kWorthIt) return folds;
    BankPlan plan = plan_of({});
    plan.trainings = 1;
    plan.includes = {};
    plan.class_weights = [&](std::size_t, std::size_t candidate) {
      return class_weights(data_, candidates_[candidate].learn.class_weight);
    };
    auto trained = std::move(
        train_plan(plan, candidates_, group_, threads_, Keep::steps, training_.progress)[0]);
    const auto updated = rows_with_updates(trained);
    if (!updated) return folds;
    const FoldModels models = models_of(std::move(trained));
    std::vector<Fold> others;
    std::vector<Fold> without;
    for (const Fold& fold : folds) {
      const auto& test_rows = training_.sets.test_rows(fold);
      const bool none =
          fold.level + 1 == training_.sets.levels() &&
          std::none_of(test_rows.begin(), test_rows.end(), [&](auto i) { return (*updated)[i]; });
      (none ? without : others).push_back(fold);
    }
    parallel_for(without.size(), threads_, [&](std::uint64_t k) {
      training_.recorder.record(models, rows_, without[k]);
      // All of these folds share the models, so only the first counts them.
      for (const std::size_t c : group_) {
        if (k > 0) training_.recorder.count_no_models(c, without[k]);
      }
    });
    return others;
  }

  // Which rows caused an update of some model; none if a training did not record that.
  std::optional<std::vector<char>> rows_with_updates(const std::vector<FoldModel>& models) const {
    std::vector<char> updated(data_.rows());
    for (const FoldModel& model : models) {
      for (const Fit& fit : model.fits) {
        if (fit.alpha.empty() && fit.updates > 0) return std::nullopt;
        for (std::uint64_t i = 0; i < fit.alpha.size(); ++i)
          if (fit.alpha[i] != 0) updated[i] = 1;
      }
    }
    return updated;
  }

  // The rows that one of these folds holds out are a kind of their own, at each level.
  BankPlan plan_of(std::span<const Fold> folds) const {
    BankPlan plan;
    plan.rows = rows_;
    plan.weights = data_.weights;
    plan.classes = data_.classes.size();
    plan.trainings = folds.size();
    std::map<std::uint32_t, std::uint32_t> kind_of_fold;
    for (const Fold& fold : folds)
      kind_of_fold.emplace(fold.number, static_cast<std::uint32_t>(kind_of_fold.size() + 1));
    const TrainingSets& sets = training_.sets;
    const std::uint32_t levels = sets.levels();
    plan.kinds = (static_cast<std::uint32_t>(kind_of_fold.size()) + 1) * levels;
    std::vector<std::uint32_t> kind(sets.folds());
    for (const auto& [fold, number] : kind_of_fold) kind[fold] = number;
    for (std::uint64_t i = 0; i < data_.rows(); ++i) {
      const std::uint32_t fold = sets.fold_of(i);
      const std::uint32_t number =
          (fold == Split::kNoFold ? 0 : kind[fold]) * levels + sets.level_of(i);
      plan.labels.push_back(number * static_cast<std::uint32_t>(plan.classes) + data_.labels[i]);
    }
    plan.includes = [folds, levels, kind](std::size_t t, std::uint32_t number) {
      return number / levels != kind[folds[t].number] && number % levels <= folds[t].level;
    };
    plan.class_weights = [this, folds](std::size_t t, std::size_t candidate) {
      const auto& wanted = candidates_[candidate].learn.class_weight;
      return wanted.empty()
                 ? std::vector<double>(data_.classes.size(), 1)
                 : class_weights(data_.classes, training_.sets.class_totals(folds[t]), wanted);
    };
    return plan;
  }

  const FoldTraining& training_;
  const Dataset& data_;
  std::span<const Candidate> candidates_;
  std::uint64_t threads_;
  const RowsView& rows_;
  const Group& group_;
};

}  // namespace

void train_shared_folds(const FoldTraining& training, const RowsView& rows, std::vector<Fold> folds,
                        const Group& group) {
  SharedFolds(training, rows, group).train(std::move(folds));
}

}  // namespace perceptron::core
