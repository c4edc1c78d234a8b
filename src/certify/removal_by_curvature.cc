#include "certify/removal_by_curvature.h"

#include <algorithm>
#include <cmath>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "certify/region.h"
#include "solve/losses/losses.h"

namespace perceptron::core {
namespace {

// More features would make the products of matrices slower than training again.
constexpr std::size_t kLargestInverse = 1000;
// A bound on the relative error of a curvature or slope computed at a rounded margin.
constexpr double kSlack = 1e-10;

// A row with the feature of the offset, its features scaled.
struct ScaledRow {
  std::vector<std::size_t> features;
  std::vector<double> values;
};

class Curvature {
 public:
  Curvature(const Problem& problem, std::span<const double> row_weights, std::span<const double> w,
            double b)
      : problem_(problem),
        row_weights_(row_weights),
        w_(w),
        b_(problem.offset == OffsetKind::none ? 0 : b),
        size_(w.size() + (problem.offset == OffsetKind::none ? 0 : 1)) {}

  std::vector<Interval> scores() {
    if (size_ > kLargestInverse || !measure_rows() || !scale_features()) return {};
    fill();
    if (!invert() || !bound_inverse()) return {};
    measure_gradient();
    measure_leverages();
    std::vector<Interval> scores(problem_.size());
    for (std::uint64_t i = 0; i < scores.size(); ++i) {
      if (problem_.signed_weight[i] != 0) scores[i] = score_without(i);
    }
    return scores;
  }

 private:
  template <class Work>
  void for_rows(const Work& work) const {
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < problem_.size(); ++i) {
            if (i % 256 == 0) check_interrupt();
            if (problem_.signed_weight[i] != 0) work(i, rows[i]);
          }
        },
        problem_.rows);
  }

  // Margins, slopes and curvatures; false if a margin is too inaccurate for kSlack.
  bool measure_rows() {
    margins_.resize(problem_.size());
    slopes_.resize(problem_.size());
    curvatures_.resize(problem_.size());
    bool accurate = true;
    for_rows([&](std::uint64_t i, const auto& row) {
      const double y = problem_.signed_weight[i];
      const Interval product = row_bounds(w_, row).product;
      const Interval score = {round_down(product.lower + b_), round_up(product.upper + b_)};
      margins_[i] = y > 0 ? score : Interval{-score.upper, -score.lower};
      // Beyond kFar a curvature is too small a number to be accurate.
      constexpr double kFar = 600;
      accurate = accurate && score.upper - score.lower < kSlack / 8 && std::abs(score.upper) < kFar;
      const double middle = margins_[i].lower / 2 + margins_[i].upper / 2;
      slopes_[i] = -std::abs(y) * Logistic::slope(middle);
      curvatures_[i] = std::abs(y) * Logistic::curvature(middle);
    });
    return accurate;
  }

  // Powers of two that bring the diagonal of H to between 1 and 4.
  bool scale_features() {
    std::vector<double> diagonal(size_);
    for (std::size_t j = 0; j < size_; ++j) diagonal[j] = ridge(j);
    for_rows([&](std::uint64_t i, const auto& row) {
      for (std::uint64_t k = 0; k < row.size; ++k)
        diagonal[row.feature(k)] += curvatures_[i] * row.value(k) * row.value(k);
      if (size_ > w_.size()) diagonal.back() += curvatures_[i];
    });
    for (const double d : diagonal) {
      if (!(d > 1e-200 && d < 1e200)) return false;
      scale_.push_back(std::ldexp(1.0, -(std::ilogb(d) >> 1)));
    }
    return true;
  }

  // n·l2, for what is penalised.
  double ridge(std::size_t j) const {
    const bool penalised = j < w_.size() || problem_.offset == OffsetKind::penalised;
    return penalised ? problem_.n * problem_.l2 : 0;
  }

  template <class Row>
  void take(const Row& row, ScaledRow& scaled) const {
    scaled.features.clear();
    scaled.values.clear();
    for (std::uint64_t k = 0; k < row.size; ++k) {
      scaled.features.push_back(row.feature(k));
      scaled.values.push_back(row.value(k) * scale_[row.feature(k)]);
    }
    if (size_ == w_.size()) return;
    scaled.features.push_back(w_.size());
    scaled.values.push_back(scale_.back());
  }

  double& h(std::size_t j, std::size_t k) { return hessian_[j * size_ + k]; }
  double& s(std::size_t j, std::size_t k) { return inverse_[j * size_ + k]; }

  void fill() {
    hessian_.assign(size_ * size_, 0);
    ScaledRow x;
    for_rows([&](std::uint64_t i, const auto& row) {
      take(row, x);
      for (std::size_t a = 0; a < x.features.size(); ++a) {
        const double by = curvatures_[i] * x.values[a];
        for (std::size_t c = 0; c <= a; ++c) h(x.features[a], x.features[c]) += by * x.values[c];
      }
    });
    for (std::size_t j = 0; j < size_; ++j) {
      h(j, j) += ridge(j) * scale_[j] * scale_[j];
      for (std::size_t k = 0; k < j; ++k) h(k, j) = h(j, k);
    }
  }

  // By Cholesky's method: H = L·Lᵀ, of which only the result counts.
  bool invert() {
    std::vector<double> lower = hessian_;
    const auto l = [&](std::size_t j, std::size_t k) -> double& { return lower[j * size_ + k]; };
    for (std::size_t j = 0; j < size_; ++j) {
      check_interrupt();
      for (std::size_t k = 0; k <= j; ++k) {
        double sum = l(j, k);
        for (std::size_t m = 0; m < k; ++m) sum -= l(j, m) * l(k, m);
        if (k < j) {
          l(j, k) = sum / l(k, k);
        } else if (sum > 0) {
          l(j, j) = std::sqrt(sum);
        } else {
          return false;
        }
      }
    }
    // L⁻¹ in place, then S = L⁻ᵀ·L⁻¹.
    for (std::size_t j = 0; j < size_; ++j) {
      check_interrupt();
      l(j, j) = 1 / l(j, j);
      for (std::size_t k = 0; k < j; ++k) {
        double sum = 0;
        for (std::size_t m = k; m < j; ++m) sum += l(j, m) * l(m, k);
        l(j, k) = -sum * l(j, j);
      }
    }
    inverse_.assign(size_ * size_, 0);
    for (std::size_t m = 0; m < size_; ++m) {
      check_interrupt();
      for (std::size_t j = 0; j <= m; ++j) {
        for (std::size_t k = 0; k <= j; ++k) s(j, k) += l(m, j) * l(m, k);
      }
    }
    for (std::size_t j = 0; j < size_; ++j) {
      for (std::size_t k = 0; k < j; ++k) s(k, j) = s(j, k);
    }
    return true;
  }

  // least_factor·S ⪯ H⁻¹ ⪯ factor·S: the eigenvalues of S·H are those of a symmetric matrix, and at
  // most ε = ‖I − S·H‖, in the maximum norm, away from 1. The exact H differs from the computed
  // one, in which no entry is above 4, by the roundings of sums over all rows.
  bool bound_inverse() {
    double largest = 0;
    const auto size = static_cast<double>(size_);
    const double each =
        5 * size * (relative_error(problem_.size() + 8) + relative_error(size_ + 4));
    std::vector<double> line(size_);
    for (std::size_t j = 0; j < size_; ++j) {
      check_interrupt();
      std::fill(line.begin(), line.end(), 0.0);
      double weight = 0;
      for (std::size_t m = 0; m < size_; ++m) {
        const double by = s(j, m);
        weight += std::abs(by);
        for (std::size_t k = 0; k < size_; ++k) line[k] += by * h(m, k);
      }
      line[j] -= 1;
      double sum = 0;
      for (const double x : line) sum += std::abs(x);
      largest = std::max(largest, (sum + each * weight) * (1 + 1e-9));
    }
    constexpr double kFar = 0.1;
    if (!(largest < kFar)) return false;
    factor_ = (1 + 2 * kSlack) / (1 - largest);
    least_factor_ = (1 - 2 * kSlack) / (1 + largest);
    return true;
  }

  // An upper bound on the length of the gradient of the objective in the norm of H⁻¹. With all
  // rows it is 0 at the minimum.
  void measure_gradient() {
    std::vector<LongSum> sums(size_);
    for (std::size_t j = 0; j < size_; ++j) sums[j].add(ridge(j) * (j < w_.size() ? w_[j] : b_));
    for_rows([&](std::uint64_t i, const auto& row) {
      const double by = std::copysign(slopes_[i], problem_.signed_weight[i]);
      for (std::uint64_t k = 0; k < row.size; ++k) sums[row.feature(k)].add(-by * row.value(k));
      if (size_ > w_.size()) sums.back().add(-by);
    });
    std::vector<double> most;
    for (std::size_t j = 0; j < size_; ++j)
      most.push_back((std::abs(sums[j].value()) + sums[j].error(2) + kSlack * sums[j].size) *
                     scale_[j]);
    double square = 0;
    for (std::size_t j = 0; j < size_; ++j) {
      for (std::size_t k = 0; k < size_; ++k) square += most[j] * std::abs(s(j, k)) * most[k];
    }
    gradient_ = std::sqrt(factor_ * square) * (1 + 1e-9);
    squared_weights_ = problem_.offset == OffsetKind::penalised ? b_ * b_ : 0;
    for (const double x : w_) squared_weights_ += x * x;
    squared_weights_ *= 1 + kSlack;
  }

  // Upper bounds on the squared lengths of the rows in the norm of H⁻¹.
  void measure_leverages() {
    leverages_.resize(problem_.size());
    least_leverages_.resize(problem_.size());
    ScaledRow x;
    for_rows([&](std::uint64_t i, const auto& row) {
      take(row, x);
      Sum square;
      for (std::size_t a = 0; a < x.features.size(); ++a) {
        const double* const line = &s(x.features[a], 0);
        for (std::size_t c = 0; c < a; ++c)
          square.add_product(2 * x.values[a] * x.values[c], line[x.features[c]]);
        square.add_product(x.values[a] * x.values[a], line[x.features[a]]);
      }
      leverages_[i] = factor_ * square.upper() * (1 + 1e-9);
      least_leverages_[i] = std::max(0.0, least_factor_ * square.lower() * (1 - 1e-9));
      longest_ = std::max(longest_, leverages_[i]);
    });
  }

  // Without the row, whose weight is a share of n, the second derivatives are at least
  // (1 − share)·H less those of the row.
  Interval score_without(std::uint64_t i) const {
    const double y = problem_.signed_weight[i];
    const Interval nothing = {-kInfinity, kInfinity};
    const double weight = row_weights_.empty() ? 1 : row_weights_[i];
    const double rest = problem_.n - weight;
    if (!(rest > 0)) return nothing;
    const double more = problem_.n / rest * (1 + kSlack);
    const double own = more * leverages_[i];
    constexpr double kClose = 0.01;  // to a singular system
    const double room = 1 - curvatures_[i] * (1 + kSlack) * own;
    if (!(room > kClose)) return nothing;
    const double length = std::sqrt(own / room);               // of the row
    const double longest = std::sqrt(more * longest_ / room);  // of any row
    // The gradient besides the part of the row: that with all rows, and less penalty.
    const double besides =
        std::sqrt(more / room) *
        (gradient_ + weight * std::sqrt(squared_weights_ * problem_.l2 / problem_.n));
    const double gradient = slopes_[i] * (1 + kSlack) * length + besides;
    const double step = longest * gradient * (1 + kSlack);
    if (!(step < 1 - kClose)) return nothing;
    const double most = -portable_log1p(-step);  // the change of any score
    const double lower = length * most / longest;
    // The second derivatives on the way lie between H times these two factors.
    const double slower = most > 0 ? most / -portable_expm1(-most) : 1;
    const double faster = most > 0 ? most / portable_expm1(most) : 1;
    const double least =
        least_leverages_[i] / (1 - curvatures_[i] * (1 - kSlack) * least_leverages_[i]);
    const double own_part = slopes_[i] * (1 - kSlack) * least * faster;  // lowers the margin
    const double upper = length * besides * slower;
    // None of the operations above magnifies an error more than a hundredfold.
    const Interval margin = {
        round_down(margins_[i].lower - lower * (1 + kSlack)),
        round_up(margins_[i].upper - own_part * (1 - kSlack) + upper * (1 + kSlack))};
    if (!(margin.lower > -kInfinity && margin.upper < kInfinity)) return nothing;
    return y > 0 ? margin : Interval{-margin.upper, -margin.lower};
  }

  const Problem& problem_;
  std::span<const double> row_weights_;
  std::span<const double> w_;
  double b_;
  std::size_t size_;
  std::vector<Interval> margins_;
  std::vector<double> slopes_;      // β, at the margins
  std::vector<double> curvatures_;  // v·loss″
  std::vector<double> scale_;
  std::vector<double> hessian_;  // of n times the objective, scaled
  std::vector<double> inverse_;  // S
  double factor_ = 0;
  double least_factor_ = 0;
  double gradient_ = 0;
  std::vector<double> leverages_;
  std::vector<double> least_leverages_;
  double longest_ = 0;
  double squared_weights_ = 0;  // an upper bound
};

}  // namespace

std::vector<Interval> removals_by_curvature(const Problem& problem,
                                            std::span<const double> row_weights,
                                            std::span<const double> w, double b) {
  return Curvature(problem, row_weights, w, b).scores();
}

}  // namespace perceptron::core
