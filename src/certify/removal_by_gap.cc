#include "certify/removal_by_gap.h"

#include <algorithm>
#include <cmath>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "certify/feasible.h"
#include "certify/offset_search.h"
#include "certify/region.h"
#include "kernel/arithmetic.h"

namespace perceptron::core {
namespace {

// Σ βx over the rows of one class, followed by Σ β where the offset is penalised.
struct ClassSum {
  std::vector<double> values;
  double length = 0;  // upper bounds on the norms of the values
  double error = 0;   // and of their error
  LongSum beta;
  LongSum gains;  // of lower bounds on v·gain(β/v)
};

// What the minimisers without a row have.
struct Removed {
  Interval score;     // of that row; without a free offset
  double around = 0;  // the radius of a ball around w with their weights; 0: nothing is known
};

double norm_bound(std::span<const double> x) {
  Sum square;
  for (const double value : x) square.add_product(value, value);
  return round_up(std::sqrt(square.upper()));
}

// Without row i the dual point is β with βᵢ = 0; with a free offset the β of the other class are
// scaled down by τ = 1 − βᵢ/Σβ, so that the sums of both classes stay equal. gain is concave and 0
// at 0, so gain(τa) ≥ τ·gain(a). The ball of minimisers.h for the problem without the row then has
// its centre halfway between w and the weights w(β) of that point, and squared radius
// gap/l2 − ¼‖w − w(β)‖².
class GapRemovals {
 public:
  GapRemovals(const Problem& problem, std::span<const double> row_weights,
              std::span<const double> w, double b, const OptimalityEvidence& evidence)
      : problem_(problem),
        row_weights_(row_weights),
        b_(problem.offset == OffsetKind::none ? 0 : b),
        beta_(evidence.beta),
        weights_(problem.signed_weight, problem.n),
        plane_(w.begin(), w.end()) {
    if (penalised()) plane_.push_back(b);
    sum_classes();
    with_loss(problem.loss, [&](auto definition) { sum_losses<decltype(definition)>(); });
    LongSum length;
    LongSum square;
    for (const double x : plane_) {
      length.add(std::abs(x));
      square.add(round_up(x * x));
    }
    const double l1 = problem.l1 > 0 ? round_up(problem.l1 * length.upper()) : 0;
    penalty_ = round_up(l1 + round_up(problem.l2 * square.upper()) / 2);
  }

  std::vector<Interval> scores() {
    std::vector<Removed> removed(problem_.size());
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < removed.size(); ++i) {
            if (i % 256 == 0) check_interrupt();
            if (problem_.signed_weight[i] != 0) removed[i] = remove(i, rows[i]);
          }
        },
        problem_.rows);
    if (problem_.offset == OffsetKind::free) add_offsets(removed);
    std::vector<Interval> scores;
    scores.reserve(removed.size());
    for (const Removed& each : removed) scores.push_back(each.score);
    return scores;
  }

 private:
  bool penalised() const { return problem_.offset == OffsetKind::penalised; }

  void sum_classes() {
    const std::size_t size = plane_.size();
    std::vector<LongSum> sums[2] = {std::vector<LongSum>(size), std::vector<LongSum>(size)};
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < problem_.size(); ++i) {
            if (i % 4096 == 0) check_interrupt();
            if (beta_[i] == 0) continue;
            const std::size_t c = problem_.signed_weight[i] > 0 ? 1 : 0;
            classes_[c].beta.add(beta_[i]);
            const auto row = rows[i];
            for (std::uint64_t k = 0; k < row.size; ++k)
              sums[c][row.feature(k)].add(row.value(k) * beta_[i]);
            if (penalised()) sums[c].back().add(beta_[i]);
          }
        },
        problem_.rows);
    for (std::size_t c = 0; c < 2; ++c) {
      std::vector<double> errors;
      for (const LongSum& sum : sums[c]) {
        classes_[c].values.push_back(sum.value());
        errors.push_back(sum.error(1));
      }
      classes_[c].length = norm_bound(classes_[c].values);
      classes_[c].error = norm_bound(errors);
    }
  }

  template <LossDefinition L>
  void sum_losses() {
    losses_.resize(problem_.size());
    gains_.resize(problem_.size());
    lengths_.resize(problem_.size());
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < problem_.size(); ++i) {
            if (i % 4096 == 0) check_interrupt();
            const double y = problem_.signed_weight[i];
            if (y == 0) continue;
            const std::span<const double> w(plane_.data(), problem_.features());
            const RowBounds bounds = row_bounds(w, rows[i], penalised());
            lengths_[i] = bounds.length;
            const Interval v = weights_.v(i);
            const double margin = y > 0 ? round_down(bounds.product.lower + b_)
                                        : -round_up(bounds.product.upper + b_);
            losses_[i] =
                std::isnan(margin) ? kInfinity : round_up(v.upper * L::value_upper(margin));
            gains_[i] = beta_[i] == 0 ? 0 : L::gain_lower(beta_[i], v.lower);
            loss_.add(losses_[i]);
            classes_[y > 0 ? 1 : 0].gains.add(gains_[i]);
          }
        },
        problem_.rows);
  }

  // Makes `moved_` the weights of the dual point without row i.
  template <class Row>
  void move_dual(std::uint64_t i, const Row& row) {
    const double weight = row_weights_.empty() ? 1 : row_weights_[i];
    const double beta = beta_[i];
    if (beta == 0 && moved_without_ == weight) return;  // as for another such row
    moved_without_ = beta == 0 ? weight : -1;
    const double y = problem_.signed_weight[i] > 0 ? 1 : -1;
    const ClassSum& other = classes_[y > 0 ? 0 : 1];
    const double sum = classes_[y > 0 ? 1 : 0].beta.value();
    share_ = problem_.offset == OffsetKind::free && beta > 0 ? std::min(1.0, beta / sum) : 0;
    const double n = problem_.n - weight;
    least_n_ = round_down(weights_.n().lower - weight);
    moved_.resize(plane_.size());
    for (std::size_t j = 0; j < moved_.size(); ++j)
      moved_[j] = classes_[1].values[j] - classes_[0].values[j] + y * share_ * other.values[j];
    if (beta > 0) {
      add(row, -y * beta, moved_.data());
      if (penalised()) moved_.back() -= y * beta;
    }
    for (double& u : moved_) u = soft(u / n, problem_.l1) / problem_.l2;
    const double length = norm_bound(moved_);
    // Of n, and of the operations above, relative to the numbers that are added.
    constexpr double kRoundings = 32 * 0x1p-53;
    const double spread = (weights_.n().upper - weights_.n().lower) / least_n_;
    const double terms =
        classes_[0].length + classes_[1].length + beta * lengths_[i] + share_ * other.length;
    const double errors = classes_[0].error + classes_[1].error + share_ * other.error;
    error_ = round_up((errors + kRoundings * terms) / (least_n_ * problem_.l2) * (1 + 0x1p-40) +
                      (2 * spread + kRoundings) * length);
    const double reached = round_up(length + error_);
    moved_penalty_ = round_up(round_up(problem_.l2 * round_up(reached * reached)) / 2);
    Sum square;
    for (std::size_t j = 0; j < moved_.size(); ++j) {
      const double difference = plane_[j] - moved_[j];
      square.add_product(difference, difference);
    }
    // Each difference was rounded too.
    distance_ = {std::max(0.0, std::sqrt(std::max(0.0, square.lower())) * (1 - 0x1p-50) - error_),
                 round_up(std::sqrt(square.upper()) * (1 + 0x1p-50)) + error_};
  }

  // An upper bound on the gap without row i.
  double gap(std::uint64_t i) const {
    const std::size_t own = problem_.signed_weight[i] > 0 ? 1 : 0;
    const double others = classes_[1 - own].gains.lower();
    const double scaled = std::min(round_down(others * (1 - share_) * (1 - 0x1p-50)),
                                   round_down(others * (1 - share_) * (1 + 0x1p-50)));
    const double gains = round_down(round_down(classes_[own].gains.lower() - gains_[i]) + scaled);
    const double lost = round_up(round_up(loss_.upper() - losses_[i]) - gains);
    const double share = lost > 0 ? round_up(lost / least_n_) : round_up(lost / weights_.n().upper);
    return std::max(0.0, round_up(share + round_up(penalty_ + moved_penalty_)));
  }

  // w·x over the ball of row i, with the offset where it is penalised.
  template <class Row>
  Removed remove(std::uint64_t i, const Row& row) {
    const Interval nothing = {-kInfinity, kInfinity};
    if (!(weights_.n().lower > (row_weights_.empty() ? 1 : row_weights_[i]))) return {nothing, 0};
    move_dual(i, row);
    const double half = distance_.lower / 2;
    const double rest = round_up(round_up(gap(i) / problem_.l2) - round_down(half * half));
    const double radius = round_up(round_up(std::sqrt(std::max(0.0, rest))) + round_up(error_ / 2));
    Sum product;  // twice that of the centre
    for (std::uint64_t k = 0; k < row.size; ++k) {
      product.add_product(row.value(k), plane_[row.feature(k)]);
      product.add_product(row.value(k), moved_[row.feature(k)]);
    }
    if (penalised()) {
      product.add(plane_.back());
      product.add(moved_.back());
    }
    const Interval centre = {product.lower() / 2, product.upper() / 2};
    const Interval all = products_within(radius, {centre, lengths_[i]});
    const double around = round_up(radius + distance_.upper / 2);
    return std::isfinite(around) ? Removed{all, around} : Removed{nothing, 0};
  }

  // The offsets grow with the radius of the ball, so few of them are computed.
  void add_offsets(std::vector<Removed>& removed) const {
    constexpr int kSteps = 24;
    double least = kInfinity;
    double most = 0;
    for (const Removed& each : removed) {
      if (!(each.around > 0)) continue;
      least = std::min(least, each.around);
      most = std::max(most, each.around);
    }
    if (!(most > 0)) return;
    const OffsetSearch search(problem_, std::span(plane_).first(problem_.features()));
    std::vector<double> radii;
    std::vector<Interval> offsets;
    for (int k = 0; k <= kSteps; ++k) {
      const double radius =
          k == kSteps ? most
                      : least * portable_exp(k * portable_log(most / least) / kSteps) * (1 + 1e-9);
      if (!radii.empty() && radius <= radii.back()) continue;
      radii.push_back(radius);
      offsets.push_back(search.around(b_, radius, Removal::any_one_row));
    }
    for (Removed& each : removed) {
      if (!(each.around > 0)) continue;
      const auto at = std::lower_bound(radii.begin(), radii.end(), each.around);
      const Interval& offset = offsets[static_cast<std::size_t>(at - radii.begin())];
      each.score = {round_down(each.score.lower + offset.lower),
                    round_up(each.score.upper + offset.upper)};
    }
  }

  const Problem& problem_;
  std::span<const double> row_weights_;
  double b_;
  std::span<const double> beta_;
  TrueWeights weights_;
  std::vector<double> plane_;  // w, and a penalised offset
  ClassSum classes_[2];        // of the first class, of the second
  std::vector<double> losses_;
  std::vector<double> gains_;
  std::vector<double> lengths_;
  LongSum loss_;
  double penalty_ = 0;

  // Of the row removed last.
  double moved_without_ = -1;  // its weight, if its β is 0
  double share_ = 0;
  double least_n_ = 0;
  std::vector<double> moved_;
  double error_ = 0;  // a bound on the norm of its error
  double moved_penalty_ = 0;
  Interval distance_;  // from w
};

}  // namespace

std::vector<Interval> removals_by_gap(const Problem& problem, std::span<const double> row_weights,
                                      std::span<const double> w, double b,
                                      const OptimalityEvidence& evidence) {
  return GapRemovals(problem, row_weights, w, b, evidence).scores();
}

}  // namespace perceptron::core
