#include "certify/margin.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "base/threads.h"
#include "certify/rounding.h"

namespace perceptron::core {
namespace {

// Bounds on a Euclidean norm, from its squares.
double length_upper(const Sum& squares) {
  return round_up(std::sqrt(std::max(squares.upper(), 0.0)));
}

struct Closest {
  double score = kInfinity;        // a lower bound on min y(w·x + b)
  double score_upper = kInfinity;  // and an upper one
  double radius = 0;               // max ‖x‖, as computed
  double radius_upper = 0;
};

struct Length {
  double value = 0;
  double upper = 0;
};

// ‖x‖ from its squares. If they overflow or underflow, x is scaled to near 1 first.
template <class Row>
Length measure_length(const Row& row, const Sum& squares) {
  if (squares.value > 1e-250 && squares.value < 1e250)
    return {std::sqrt(squares.value), length_upper(squares)};
  double largest = 0;
  for (std::uint64_t k = 0; k < row.size; ++k) largest = std::max(largest, std::abs(row.value(k)));
  if (largest == 0) return {};
  const int exponent = std::ilogb(largest);
  Sum scaled;
  for (std::uint64_t k = 0; k < row.size; ++k) {
    const double x = std::ldexp(row.value(k), -exponent);
    scaled.add_product(x, x);
  }
  return {std::ldexp(std::sqrt(scaled.value), exponent),
          round_up(std::ldexp(length_upper(scaled), exponent))};
}

Closest visit(const MarginClaim& claim, std::uint64_t begin, std::uint64_t end) {
  Closest closest;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = begin; i < end; ++i) {
          const double y = claim.points.sign[i];
          if (y == 0) continue;
          Sum score;
          Sum squares;
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            score.add_product(row.value(k), claim.weights[row.feature(k)]);
            squares.add_product(row.value(k), row.value(k));
          }
          score.add(claim.offset);
          const double lower = y > 0 ? score.lower() : -score.upper();
          // Not std::min: a NaN must not be lost.
          if (!(lower >= closest.score)) closest.score = lower;
          closest.score_upper =
              std::min(closest.score_upper, y > 0 ? score.upper() : -score.lower());
          const auto [length, upper] = measure_length(row, squares);
          closest.radius = std::max(closest.radius, length);
          closest.radius_upper = std::max(closest.radius_upper, upper);
        }
      },
      claim.points.rows);
  return closest;
}

Closest visit_all(const MarginClaim& claim, std::uint64_t threads) {
  constexpr std::uint64_t kBlock = 4096;
  const std::uint64_t rows = claim.points.size();
  std::vector<Closest> blocks((rows + kBlock - 1) / kBlock);
  parallel_for(blocks.size(), threads, [&](std::uint64_t b) {
    check_interrupt();
    blocks[b] = visit(claim, b * kBlock, std::min(rows, (b + 1) * kBlock));
  });
  Closest all;
  for (const Closest& block : blocks) {
    if (!(block.score >= all.score)) all.score = block.score;
    all.score_upper = std::min(all.score_upper, block.score_upper);
    all.radius = std::max(all.radius, block.radius);
    all.radius_upper = std::max(all.radius_upper, block.radius_upper);
  }
  return all;
}

// ‖Σ αz‖/Σα, or half the distance between the classes' α-weighted means.
// Infinite if no steps were taken.
double upper_bound(const MarginClaim& claim) {
  if (claim.alpha.empty()) return kInfinity;
  const std::uint64_t features = claim.weights.size();
  Sum total[2];  // of α, by sign
  for (std::uint64_t i = 0; i < claim.points.size(); ++i) {
    const double y = claim.points.sign[i];
    if (y != 0 && claim.alpha[i] != 0) total[y > 0 ? 1 : 0].add(claim.alpha[i]);
  }
  const bool lifted = claim.points.kind == Offset::constant;
  if (lifted ? !(total[0].lower() > 0 && total[1].lower() > 0)
             : !(total[0].value + total[1].value > 0)) {
    return kInfinity;
  }
  // With an offset each class is first divided by its own Σα; the rounding errors of that are
  // counted as additional terms.
  std::vector<Sum> point(features);
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const double y = claim.points.sign[i];
          if (y == 0 || claim.alpha[i] == 0) continue;
          const double share = y * claim.alpha[i] / (lifted ? total[y > 0 ? 1 : 0].value : 1);
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k)
            point[row.feature(k)].add_product(row.value(k), share);
        }
      },
      claim.points.rows);
  const std::uint64_t alphas = total[0].terms + total[1].terms;
  Sum squares;
  for (Sum& coordinate : point) {
    if (lifted) coordinate.terms += alphas;  // the error of Σα in each share
    const double largest = round_up(std::abs(coordinate.value) + coordinate.error());
    squares.add_product(largest, largest);
  }
  const double length = length_upper(squares);
  if (lifted) return length / 2;
  const double sum = total[0].lower() + total[1].lower();
  return round_up(length / round_down(sum));
}

}  // namespace

MarginEvidence measure_margin(const MarginClaim& claim, std::uint64_t threads) {
  const Closest closest = visit_all(claim, threads);
  MarginEvidence evidence;
  evidence.radius = closest.radius;
  evidence.radius_upper = closest.radius_upper;
  Sum squares;
  for (const double w : claim.weights) squares.add_product(w, w);
  // A positive score is divided by the upper bound on ‖w‖, a negative one by the lower bound.
  const double norm_upper = length_upper(squares);
  const double norm_lower = round_down(std::sqrt(std::max(squares.lower(), 0.0)));
  const double norm = closest.score > 0 ? norm_upper : norm_lower;
  if (norm > 0 && std::isfinite(closest.score) && std::isfinite(norm)) {
    const double other = closest.score_upper > 0 ? norm_lower : norm_upper;
    evidence.plane = {round_down(closest.score / norm), round_up(closest.score_upper / other)};
  }
  if (!std::isfinite(norm_upper)) return evidence;
  Interval margin;
  // All weights 0: a plane through the origin has a margin of at least −R.
  margin.lower = norm > 0 ? round_down(closest.score / norm) : -closest.radius_upper;
  // No margin is wider than R.
  margin.upper = std::min(upper_bound(claim), closest.radius_upper);
  if (std::isfinite(margin.lower) && std::isfinite(margin.upper)) evidence.margin = margin;

  const bool separates = evidence.margin && margin.lower > 0;
  if (separates) {
    double radius_square = round_up(closest.radius_upper * closest.radius_upper);
    if (claim.points.kind == Offset::constant) {
      squares.add_product(claim.offset, claim.offset);
      radius_square = round_up(radius_square + 1);
    }
    const double score_square = std::max(round_down(closest.score * closest.score), 0.0);
    evidence.mistake_bound = round_up(round_up(radius_square * squares.upper()) / score_square);
    if (!std::isfinite(*evidence.mistake_bound)) evidence.mistake_bound.reset();
  }
  return evidence;
}

}  // namespace perceptron::core
