#include "certify/joint_margin.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "base/threads.h"
#include "certify/fractions.h"
#include "certify/rounding.h"

namespace perceptron::core {
namespace {

// A lower bound on the smallest lead of the rows from begin to end − 1.
double least_lead(const KeslerRows& rows, const JointPlanes& planes, std::uint64_t begin,
                  std::uint64_t end) {
  const std::uint64_t features = rows.features();
  double least = kInfinity;
  std::vector<Sum> scores(rows.classes);
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = begin; i < end; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < rows.classes; ++k) {
            scores[k] = {};
            const double* const w = planes.weights.data() + k * features;
            for (std::uint64_t j = 0; j < row.size; ++j)
              scores[k].add_product(row.value(j), w[row.feature(j)]);
            if (!planes.offsets.empty()) scores[k].add(planes.offsets[k]);
          }
          const double own = scores[rows.labels[i]].lower();
          for (std::uint64_t k = 0; k < rows.classes; ++k) {
            const double lead = round_down(own - scores[k].upper());
            // Not std::min: a NaN must not be lost.
            if (k != rows.labels[i] && !(lead >= least)) least = lead;
          }
        }
      },
      rows.rows);
  return least;
}

}  // namespace

std::optional<double> margin_lower(const KeslerRows& rows, const JointPlanes& planes,
                                   std::uint64_t threads) {
  constexpr std::uint64_t kBlock = 1024;
  std::vector<double> blocks((rows.size() + kBlock - 1) / kBlock);
  parallel_for(blocks.size(), threads, [&](std::uint64_t b) {
    check_interrupt();
    blocks[b] = least_lead(rows, planes, b * kBlock, std::min(rows.size(), (b + 1) * kBlock));
  });
  double least = kInfinity;
  for (const double block : blocks) {
    if (!(block >= least)) least = block;
  }
  LongSum squares;
  for (const double w : planes.weights) squares.add(w * w);
  const double error = squares.error(1);
  const double upper = round_up(std::sqrt(round_up(2 * round_up(squares.value() + error))));
  const double lower =
      round_down(std::sqrt(std::max(0.0, round_down(2 * round_down(squares.value() - error)))));
  // A positive lead is divided by the upper bound on √2‖W‖, a negative one by the lower bound.
  const double norm = least > 0 ? upper : lower;
  if (!(norm > 0) || !std::isfinite(norm) || !std::isfinite(least)) return std::nullopt;
  return round_down(least / norm);
}

double margin_upper(const KeslerRows& rows, std::span<const Flow> flows) {
  const std::uint64_t features = rows.features();
  std::map<std::uint64_t, Sum> point;
  LongSum total;
  std::visit(
      [&](const auto& view) {
        for (const Flow& flow : flows) {
          const auto row = view[flow.arc.row];
          total.add(flow.weight);
          for (std::uint64_t j = 0; j < row.size; ++j) {
            const std::uint64_t own = rows.labels[flow.arc.row] * features + row.feature(j);
            point[own].add_product(row.value(j), flow.weight);
            point[flow.arc.to * features + row.feature(j)].add_product(row.value(j), -flow.weight);
          }
        }
      },
      rows.rows);
  LongSum squares;
  for (const auto& [place, sum] : point) {
    const double largest = round_up(std::abs(sum.value) + sum.error());
    squares.add(round_up(largest * largest));
  }
  const double sum = total.lower();
  const double length = round_up(std::sqrt(round_up(squares.upper() / 2)));
  if (flows.empty() || !(sum > 0) || !std::isfinite(length)) return kInfinity;
  return round_up(length / sum);
}

// ---- Exactly ----

ExactLeads::ExactLeads(const KeslerRows& rows, const std::vector<Rational>& planes) {
  const std::uint64_t features = rows.features();
  const std::uint64_t classes = rows.classes;
  const std::uint64_t size = planes.size() / classes;
  const bool offset = rows.kind != Offset::none;
  const std::vector<Integer> all = to_integers(planes);
  std::vector<std::vector<Integer>> w;
  Integer square;
  for (std::uint64_t k = 0; k < classes; ++k) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(k * size);
    w.emplace_back(first, first + static_cast<std::ptrdiff_t>(size));
    for (std::uint64_t j = 0; j < features; ++j) square += w[k][j] * w[k][j];
  }
  const IntegerRows grid(rows.rows);
  const Integer one = grid.one();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Integer, Arc>> pairs;
  std::vector<Integer> scores(classes);
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    if (i % 256 == 0) check_interrupt();
    const std::uint32_t own = rows.labels[i];
    for (std::uint64_t k = 0; k < classes; ++k) {
      scores[k] = grid.dot(i, w[k]);
      if (offset) scores[k] += w[k].back() * one;
    }
    for (std::uint32_t k = 0; k < classes; ++k) {
      if (k == own) continue;
      const Integer lead = scores[own] - scores[k];
      const auto [at, fresh] = pairs.try_emplace({own, k}, lead, Arc{i, k});
      if (!fresh && lead < at->second.first) at->second = {lead, {i, k}};
    }
  }
  Integer least = pairs.begin()->second.first;
  for (const auto& [pair, found] : pairs) {
    least = std::min(least, found.first);
    if (found.first <= 0) violated_.push_back(found.second);
  }
  least_ = fraction(least, one);
  square_ = square;
}

double ExactLeads::margin_lower() const { return root_lower(least_ * least_ / (2 * square_)); }

}  // namespace perceptron::core
