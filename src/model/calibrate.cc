#include "model/calibrate.h"

#include <algorithm>

#include "base/interrupt.h"
#include "base/memory.h"
#include "multiclass/folds.h"
#include "multiclass/probabilities.h"

namespace perceptron::core {

namespace {

// Scores of the rows of fold `part` by the models that were not trained on them.
void score_part(const Examples& examples, std::span<Fit> fits,
                std::span<const std::uint32_t> fold_of_row, std::uint32_t part,
                std::vector<double>& scores) {
  check_interrupt();
  const std::uint64_t models = fits.size();
  Bank bank(examples.features(), models);
  for (std::uint64_t m = 0; m < models; ++m) {
    bank.put(m, fits[m].weights, fits[m].offset);
    fits[m] = {};  // no longer needed, and there may be many
  }
  constexpr std::uint64_t kBlock = 256;
  std::vector<std::uint64_t> rows;
  std::vector<double> some(kBlock * models);
  for (std::uint64_t i = 0; i < examples.size(); ++i) {
    if (fold_of_row[i] == part) rows.push_back(i);
    if (rows.size() < kBlock && i + 1 < examples.size()) continue;
    score(examples.rows, rows, bank, some);
    for (std::size_t k = 0; k < rows.size(); ++k)
      std::copy_n(some.begin() + static_cast<std::ptrdiff_t>(k * models), models,
                  scores.begin() + static_cast<std::ptrdiff_t>(rows[k] * models));
    rows.clear();
  }
}

}  // namespace

Calibration calibrate(CalibrationKind kind, const Examples& examples, const Scheme& scheme,
                      const Targets& targets, std::uint64_t seed, const FitModels& fit) {
  const auto folds = static_cast<std::uint32_t>(std::min(kCalibrationFolds, examples.size()));
  const auto fold_of_row = stratified_folds(examples.labels, folds, seed);
  const auto labels = labels_of_folds(examples.labels, fold_of_row, folds);
  Examples parts = examples;
  parts.labels = labels;
  const std::uint64_t models = scheme.models();
  std::vector<double> scores(examples.size() * models);
  // All folds together, as long as their table is small.
  constexpr std::uint64_t kLargeTable = 1U << 20U;
  const std::uint64_t table =
      saturating_product(targets.classes() * folds, targets.models() * folds);
  const std::uint32_t together = table <= kLargeTable ? folds : 1;
  for (std::uint32_t first = 0; first < folds; first += together) {
    auto fits = fit(parts, leave_out(targets, folds, first, together));
    for (std::uint32_t k = 0; k < together; ++k)
      score_part(examples, std::span(fits).subspan(k * models, models), fold_of_row, first + k,
                 scores);
  }
  return fit_calibration(kind, scheme, targets, scores, examples.labels, examples.weights);
}

}  // namespace perceptron::core
