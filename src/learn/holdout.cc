#include "learn/holdout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/random.h"
#include "kernel/arithmetic.h"
#include "learn/loop.h"

namespace perceptron::core {

Holdout::Holdout(const Examples& examples, double share, std::uint64_t seed) {
  const std::uint64_t n = examples.size();
  const auto held = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(n)));
  if (share == 0) return;
  if (held == 0 || held >= n) {
    throw Error(ErrorKind::usage,
                setting("early-stop") + ": too few rows to hold some out and train on the others");
  }
  rows_.resize(n);
  std::iota(rows_.begin(), rows_.end(), std::uint64_t{0});
  // A separate random stream: the orders of passes use the streams 1, 2, …
  Random random(seed, 0);
  shuffle(rows_, random);
  rows_.resize(held);
  weights_.resize(n);
  for (std::uint64_t i = 0; i < n; ++i) weights_[i] = examples.weight(i);
  for (const std::uint64_t i : rows_) {
    held_.push_back(weights_[i]);
    weights_[i] = 0;
  }
}

double Holdout::accuracy(const Examples& examples, const Targets& targets, std::uint64_t model,
                         std::span<const double> w, double b) const {
  double right = 0;
  double all = 0;
  std::visit(
      [&](const auto& rows) {
        for (std::size_t k = 0; k < rows_.size(); ++k) {
          const std::uint64_t i = rows_[k];
          const double y = targets.sign(examples.labels[i], model);
          if (y == 0) continue;
          const double s = dot(rows[i], w.data()) + b;
          all += held_[k];
          if ((s >= 0) == (y > 0)) right += held_[k];
        }
      },
      examples.rows);
  return all > 0 ? right / all : 0;
}

double Holdout::joint_accuracy(const Examples& examples, const Targets& targets,
                               std::uint64_t first, const Bank& bank) const {
  std::vector<double> scores(rows_.size() * bank.models());
  score(examples.rows, rows_, bank, scores);
  double right = 0;
  double all = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const double* const s = &scores[k * bank.models()];
    const double* const signs = targets.signs(examples.labels[rows_[k]]) + first;
    const auto predicted = std::max_element(s, s + bank.models()) - s;
    if (signs[predicted] == 0) continue;
    all += held_[k];
    if (signs[predicted] > 0) right += held_[k];
  }
  return all > 0 ? right / all : 0;
}

bool BestSeen::consider(double accuracy, std::span<const double> w, double b) {
  const bool improved = accuracy > accuracy_;
  if (improved) {
    accuracy_ = accuracy;
    w_.assign(w.begin(), w.end());
    b_ = b;
  }
  return patience_.proceed(improved);
}

}  // namespace perceptron::core
