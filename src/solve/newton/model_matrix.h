// The matrix (1/n) Σ v·loss″·x·xᵀ of Newton's method with L1 on its working set, with the offset
// last. It may be that of a sample of the rows: it decides only where a step goes, and a line
// search how far. It is kept until the steps made with it have cost as much as the next one will,
// which is made of more rows. In the first steps, in which curvatures change most, it is always
// computed again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "solve/newton/derivatives.h"
#include "solve/newton/working_set.h"

namespace perceptron::core {

// Calls keep(e, factor) for rows that stand for all in a sum over curvatures c: rows with c ≥ τ
// count as they are, and of the others every one that takes the running sum of c/τ past a whole
// number counts τ. They are at most about as many as wanted. True if these are all.
template <class Keep>
bool sample_by_curvature(const PerExample& curvature, double wanted, const Keep& keep) {
  double threshold = 0;  // τ, such that (rows above it) + (sum of the others)/τ = wanted
  for (int round = 0; round < 4; ++round) {
    double large = 0;
    double small = 0;
    double rest = 0;
    for (const double c : curvature) {
      if (c == 0) continue;
      const bool is_small = round == 0 || c < threshold;
      (is_small ? small : large) += 1;
      if (is_small) rest += c;
    }
    if (large + small <= wanted) {
      threshold = 0;
      break;
    }
    threshold = rest / std::max(wanted - large, 1.0);
  }
  double part = 0;
  for (std::size_t e = 0; e < curvature.size(); ++e) {
    const double c = curvature[e];
    if (c == 0) continue;
    if (c >= threshold) {
      keep(e, c);
    } else if ((part += c / threshold) >= 1) {
      part -= 1;
      keep(e, threshold);
    }
  }
  return threshold == 0;
}

// The quadratic model of P on a working set, without the L1 penalty, and the step d that minimises
// it with the penalty. The offset is always the last entry.
struct L1Model {
  std::vector<double> g;  // slope along each feature
  std::vector<double> h;  // curvature
  std::vector<double> d;
  std::vector<double> slopes;  // of the model at d, if it has a matrix
};

class ModelMatrix {
 public:
  ModelMatrix(double rows, bool offset) : rows_(rows), offset_(offset) {}

  // Larger sets do without a matrix.
  static bool serves(std::size_t size) { return size <= 2048; }

  // Computes it for these curvatures, unless it is to be kept.
  template <class Rows>
  void renew(const WorkingSet<Rows>& set, const PerExample& curvature) {
    constexpr double kRows = 4;  // for each feature
    constexpr int kFirst = 6;
    const double length = set.mean_length();
    const double price = 1 + length * length / 2;  // of a row
    if (cells_.empty()) {
      size_ = set.size() + 1;
      wanted_ = std::max(wanted_, kRows * static_cast<double>(size_));
      made_ = 0;
    } else if (made_ >= kFirst) {
      if (spent_ < std::min(2 * wanted_, rows_) * price) return;
      wanted_ = std::min(2 * wanted_, std::numeric_limits<double>::max());
    }
    factors_.assign(curvature.size(), 0);
    exact_ = sample_by_curvature(curvature, wanted_,
                                 [&](std::size_t e, double factor) { factors_[e] = factor; });
    cells_.assign(size_ * size_, 0);
    set.add_squares(factors_, offset_, cells_, size_);
    if (!exact_) raise_diagonal(set, curvature);
    for (std::size_t a = 0; a < size_; ++a) {
      for (std::size_t b = 0; b < a; ++b) cells_[b * size_ + a] = cells_[a * size_ + b];
    }
    ++made_;
    spent_ = 0;
  }

  std::span<const double> line(std::size_t k) const { return {cells_.data() + k * size_, size_}; }

  // Whether it is that of all rows at the weights of the last step.
  bool is_exact() const { return exact_ && spent_ == 0; }
  // Another working set follows.
  void clear() { cells_.clear(); }
  // What a step has cost besides, in additions, and how far it went along its direction. Where that
  // is not far, the matrix is out of date.
  void note_step(double cost, double t) {
    constexpr double kFar = 0.5;
    spent_ = t < kFar ? std::numeric_limits<double>::max() : spent_ + cost;
  }
  // The next one is made of all rows.
  void require_exact() { spent_ = wanted_ = std::numeric_limits<double>::max(); }

 private:
  // To that of all rows where it is lower: the sample may have missed a rare feature, and a step
  // along it would be endless.
  template <class Rows>
  void raise_diagonal(const WorkingSet<Rows>& set, const PerExample& curvature) {
    std::vector<double> diagonal(size_);
    set.add_diagonal(curvature, offset_, diagonal);
    for (std::size_t k = 0; k < size_; ++k)
      cells_[k * size_ + k] = std::max(cells_[k * size_ + k], diagonal[k]);
  }

  double rows_;
  bool offset_;
  std::size_t size_ = 0;
  std::vector<double> cells_;
  std::vector<double> factors_;  // of the rows
  double wanted_ = 0;            // rows
  int made_ = 0;
  double spent_ = 0;  // on steps since it was computed
  bool exact_ = false;
};

}  // namespace perceptron::core
