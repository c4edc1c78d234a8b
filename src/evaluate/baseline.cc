#include "evaluate/baseline.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/elementary.h"
#include "evaluate/statistics.h"

namespace perceptron::core {
namespace {

double least_cost(std::span<const std::uint64_t> rows, std::uint64_t all, const CostMatrix& costs) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t answer = 0; answer < rows.size(); ++answer) {
    double cost = 0;
    for (std::uint32_t truth = 0; truth < rows.size(); ++truth)
      cost += costs(truth, answer) * ratio(rows[truth], all);
    least = std::min(least, cost);
  }
  return least;
}

}  // namespace

Baseline baseline_of(std::span<const std::uint64_t> rows, const CostMatrix* costs) {
  Baseline base;
  const auto most = std::max_element(rows.begin(), rows.end());
  const std::uint64_t all = std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
  const auto present = static_cast<double>(
      std::count_if(rows.begin(), rows.end(), [](std::uint64_t each) { return each > 0; }));
  base.predicted = static_cast<std::uint32_t>(most - rows.begin());
  base.accuracy = ratio(*most, all);
  base.balanced_accuracy = 1 / present;
  // The class that is always predicted has a recall of 1, and the accuracy as its precision.
  const double f1 = ratio(2 * *most, *most + all);
  base.macro_f1 = f1 / present;
  base.weighted_f1 = f1 * base.accuracy;
  base.average_precision = 1 / present;
  if (rows.size() == 2) {
    base.f1 = base.predicted == 1 ? f1 : 0;
    base.average_precision = ratio(rows[1], all);
  }
  for (const std::uint64_t each : rows) {
    if (each == 0) continue;
    const double share = ratio(each, all);
    base.log_loss -= share * portable_log(share);
    base.brier += share * (1 - share);
  }
  if (rows.size() == 2) base.brier /= 2;
  if (costs != nullptr) base.cost = least_cost(rows, all, *costs);
  return base;
}

}  // namespace perceptron::core
