#include "evaluate/fold_models.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/interrupt.h"
#include "learn/loop.h"

namespace perceptron::core {
namespace {

std::uint64_t columns_of(const std::vector<FoldModel>& models) {
  std::uint64_t columns = 0;
  for (const FoldModel& model : models) columns += model.fits.size();
  return columns;
}

bool all_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

FoldModels::FoldModels(std::vector<FoldModel> models, std::uint64_t features,
                       std::vector<std::uint32_t> classes, std::uint64_t all_classes)
    : models_(std::move(models)),
      bank_(features, columns_of(models_)),
      classes_(std::move(classes)),
      all_classes_(all_classes) {
  std::uint64_t column = 0;
  for (const FoldModel& model : models_) {
    first_.push_back(column);
    for (const Fit& fit : model.fits) bank_.put(column++, fit.weights, fit.offset);
  }
}

FoldResult FoldModels::describe(std::size_t m) const {
  FoldResult result;
  const FoldModel& model = models_[m];
  result.models = model.fits.size();
  for (const Fit& fit : model.fits) {
    result.converged = result.converged && fit.converged;
    result.finite_weights =
        result.finite_weights && std::isfinite(fit.offset) && all_finite(fit.weights);
    for (const double w : fit.weights)
      result.largest_weight = std::max(result.largest_weight, std::abs(w));
    if (result.mistakes.size() < fit.mistakes.size()) result.mistakes.resize(fit.mistakes.size());
    for (std::size_t pass = 0; pass < fit.mistakes.size(); ++pass)
      result.mistakes[pass] += fit.mistakes[pass];
  }
  return result;
}

FoldModels::Correct FoldModels::count_correct(const RowsView& rows,
                                              std::span<const std::uint64_t> which,
                                              Labels labels) const {
  const std::vector<Predictions*> none(models_.size(), nullptr);
  return predict(rows, which, labels, which, none);
}

FoldModels::Correct FoldModels::predict(const RowsView& rows, std::span<const std::uint64_t> which,
                                        Labels labels, std::span<const std::uint64_t> places,
                                        std::span<Predictions* const> to) const {
  constexpr std::uint64_t kScores = 1U << 16U;
  const std::uint64_t columns = bank_.models();
  const std::uint64_t block = std::clamp<std::uint64_t>(kScores / columns, 1, 1024);
  std::vector<double> scores(std::min<std::uint64_t>(block, which.size()) * columns);
  Correct correct(models_.size(), 0);
  std::vector<std::optional<Probabilities>> probabilities(models_.size());
  for (std::size_t m = 0; m < models_.size(); ++m) {
    if (to[m] != nullptr && models_[m].calibration)
      probabilities[m].emplace(models_[m].scheme, *models_[m].calibration);
  }
  for (std::uint64_t begin = 0; begin < which.size(); begin += block) {
    check_interrupt();
    const auto some = which.subspan(begin, std::min<std::uint64_t>(block, which.size() - begin));
    score(rows, some, bank_, scores);
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const FoldModel& model = models_[m];
      if (model.support) score_with_rows(model, rows, some, first_[m], scores);
      for (std::size_t k = 0; k < some.size(); ++k) {
        const std::span<const double> row(scores.data() + k * columns + first_[m],
                                          model.fits.size());
        if (!all_finite(row)) {
          correct[m].reset();
          continue;
        }
        const std::uint32_t predicted = classes_[model.scheme.decide(row)];
        if (correct[m] && predicted == labels[some[k]]) ++*correct[m];
        if (to[m] == nullptr) continue;
        const std::uint64_t place = places[begin + k];
        to[m]->classes[place] = predicted;
        store(model, row, place, probabilities[m] ? &*probabilities[m] : nullptr, *to[m]);
      }
    }
  }
  return correct;
}

void FoldModels::score_with_rows(const FoldModel& model, const RowsView& rows,
                                 std::span<const std::uint64_t> which, std::uint64_t first,
                                 std::span<double> scores) const {
  const std::uint64_t planes = model.fits.size();
  std::vector<double> own(which.size() * planes);
  model.support->score(rows, which, own);
  for (std::size_t k = 0; k < which.size(); ++k)
    std::copy_n(own.begin() + static_cast<std::ptrdiff_t>(k * planes), planes,
                scores.begin() + static_cast<std::ptrdiff_t>(k * bank_.models() + first));
}

void FoldModels::store(const FoldModel& model, std::span<const double> scores, std::uint64_t place,
                       Probabilities* probabilities, Predictions& to) const {
  const std::uint64_t known = model.scheme.classes();
  std::vector<double> each(known);
  const auto spread = [&](std::vector<double>& list, double otherwise) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(place * all_classes_);
    std::fill_n(begin, all_classes_, otherwise);
    for (std::uint64_t c = 0; c < known; ++c) begin[classes_[c]] = each[c];
  };
  if (all_classes_ == 2) {
    to.scores[place] = scores[0];
  } else {
    model.scheme.ranking_scores(scores, each);
    // A class without training rows ranks last.
    spread(to.scores, -std::numeric_limits<double>::infinity());
  }
  if (probabilities == nullptr || to.probabilities.empty()) return;
  probabilities->make(scores, each);
  spread(to.probabilities, 0);
}

}  // namespace perceptron::core
