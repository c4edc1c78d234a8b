#include "model/calibrate.h"

#include <algorithm>

#include "base/interrupt.h"
#include "multiclass/folds.h"
#include "multiclass/probabilities.h"

namespace perceptron {

Calibration calibrate(const std::string& kind, const Examples& examples, const Scheme& scheme,
                      const Targets& targets, std::uint64_t seed, const FitModels& fit) {
  constexpr std::uint64_t kFolds = 5;
  const auto folds = static_cast<std::uint32_t>(std::min(kFolds, examples.size()));
  const auto fold_of_row = stratified_folds(examples.labels, folds, seed);
  const auto labels = labels_of_folds(examples.labels, fold_of_row, folds);
  Examples parts = examples;
  parts.labels = labels;
  auto fits = fit(parts, leave_out_each(targets, folds));
  const std::uint64_t models = scheme.models();
  std::vector<double> scores(examples.size() * models);
  for (std::uint32_t part = 0; part < folds; ++part) {
    check_interrupt();
    Bank bank(examples.features(), models);
    for (std::uint64_t m = 0; m < models; ++m) {
      Fit& one = fits[part * models + m];
      bank.put(m, one.weights, one.offset);
      one = {};  // no longer needed, and there may be many
    }
    for (std::uint64_t i = 0; i < examples.size(); ++i) {
      if (fold_of_row[i] == part)
        score(examples.rows, i, i + 1, bank, {scores.data() + i * models, models});
    }
  }
  return fit_calibration(kind, scheme, targets, scores, examples.labels, examples.weights);
}

}  // namespace perceptron
