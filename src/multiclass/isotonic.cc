// Problem    min Σ w·(p − y)² with p nondecreasing in the score, y 1 or 0
// Update     two neighbouring blocks that decrease are merged at their mean
// Theorem    the remaining blocks are the minimum, and keep the mean of all y
// Stop       no block decreases; each row is merged once, so sorting dominates the time
// Reference  Ayer, Brunk, Ewing, Reid and Silverman 1955; Zadrozny and Elkan 2002,
//            "Transforming classifier scores into accurate multiclass probability
//            estimates"

#include <algorithm>
#include <numeric>

#include "base/interruptible_sort.h"
#include "multiclass/calibration.h"
#include "multiclass/scored.h"

namespace perceptron::core {
namespace {

// Σ w and Σ w·y of merged neighbours, up to index `end`.
struct Block {
  double weight;
  double sum;
  std::size_t end;

  double mean() const { return sum / weight; }
};

}  // namespace

std::vector<double> isotonic_regression(std::span<const double> y, std::span<const double> w) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < y.size(); ++i) {
    blocks.push_back({w[i], w[i] * y[i], i + 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back() = {blocks.back().weight + last.weight, blocks.back().sum + last.sum, last.end};
    }
  }
  std::vector<double> values;
  for (const Block& block : blocks) values.resize(block.end, block.mean());
  return values;
}

Isotonic fit_isotonic(const ScoredRows& rows) {
  if (rows.scores.size() != rows.truths.size())
    throw Error(ErrorKind::input, "calibration needs one score per row");
  const double total = require_usable(rows);
  if (total == 0) return {{0}, {0.5}};
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < rows.scores.size(); ++i) {
    if (rows.weight(i) > 0) order.push_back(i);
  }
  interruptible_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return rows.scores[i] < rows.scores[j]; });

  // Rows with the same score are one point.
  std::vector<double> x, y, w;
  for (const std::size_t i : order) {
    if (x.empty() || x.back() != rows.scores[i]) {
      x.push_back(rows.scores[i]);
      y.push_back(0);
      w.push_back(0);
    }
    w.back() += rows.weight(i);
    if (rows.truths[i] > 0) y.back() += rows.weight(i);
  }
  for (std::size_t k = 0; k < x.size(); ++k) y[k] /= w[k];

  const std::vector<double> values = isotonic_regression(y, w);
  // Beyond 2⁵³ rows 1 − 1/(n + 2) would be 1.
  const double least = std::max(1 / (total + 2), std::numeric_limits<double>::epsilon() / 2);
  Isotonic out;
  for (std::size_t k = 0; k < x.size(); ++k) {
    // Within a block the function is constant, so its end points suffice.
    const bool inside =
        k > 0 && k + 1 < x.size() && values[k - 1] == values[k] && values[k] == values[k + 1];
    if (inside) continue;
    out.x.push_back(x[k]);
    out.p.push_back(std::clamp(values[k], least, 1 - least));
  }
  return out;
}

}  // namespace perceptron::core
