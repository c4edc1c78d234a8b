// Rows with a sign, z = y·x: the points whose convex hulls a margin separates.
//
// For planes through the origin there is one hull, that of all z, and the widest margin is its
// distance from the origin. For planes with an offset there are two hulls, one for each class, and
// the widest margin is half their distance: half the length of the shortest Σαz with Σα = 1 over
// each class. The points of one hull are called a group below.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/keepers/keeper.h"
#include "learn/targets.h"

namespace perceptron::core {

struct SignedRows {
  RowsView rows;
  std::vector<double> sign;  // y: +1, −1, or 0 if the row is ignored
  Offset kind = Offset::constant;

  SignedRows(const Examples& examples, const Targets& targets, std::uint64_t model, Offset offset)
      : rows(examples.rows), kind(offset) {
    sign.reserve(examples.size());
    for (const std::uint32_t label : examples.labels) sign.push_back(targets.sign(label, model));
  }

  std::uint64_t size() const { return sign.size(); }
  std::uint64_t features() const {
    return std::visit([](const auto& view) { return view.features; }, rows);
  }
  std::uint64_t groups() const { return kind == Offset::none ? 1 : 2; }
  std::uint64_t group(std::uint64_t i) const {
    return kind == Offset::constant && sign[i] > 0 ? 1 : 0;
  }
  // The factor from ‖Σαz‖ to the margin.
  double share() const { return kind == Offset::none ? 1 : 0.5; }

  // z_i · w
  double dot(std::uint64_t i, std::span<const double> w) const {
    return std::visit(
        [&](const auto& view) {
          const auto row = view[i];
          double sum = 0;
          for (std::uint64_t k = 0; k < row.size; ++k) sum += row.value(k) * w[row.feature(k)];
          return sign[i] * sum;
        },
        rows);
  }
  // w += factor · z_i
  void add(std::uint64_t i, double factor, std::span<double> w) const {
    std::visit(
        [&](const auto& view) {
          const auto row = view[i];
          const double step = sign[i] * factor;
          for (std::uint64_t k = 0; k < row.size; ++k) w[row.feature(k)] += row.value(k) * step;
        },
        rows);
  }
  // w_j = 0 for the features of row i.
  void clear(std::uint64_t i, std::span<double> w) const {
    std::visit(
        [&](const auto& view) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) w[row.feature(k)] = 0;
        },
        rows);
  }
};

// A convex combination of few points, Σα = 1 in each group.
struct Combination {
  std::vector<std::uint64_t> rows;
  std::vector<double> alpha;
};

}  // namespace perceptron::core
