// Kesler's construction: the scores of many classes as one plane through the origin.
//
// A row x of class y is classified correctly if w_y·x + b_y > w_k·x + b_k for every other class k.
// With all weights in one vector W, a block per class, that is W·z > 0 for the point z that has x
// in the block of y and −x in that of k. There is such a point for each *arc*: a row, and a class
// other than its own.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "certify/signed_rows.h"
#include "data/matrix.h"

namespace perceptron::core {

struct KeslerRows {
  RowsView rows;
  std::span<const std::uint32_t> labels;
  std::uint64_t classes = 0;
  Offset kind = Offset::constant;

  std::uint64_t size() const { return labels.size(); }
  std::uint64_t features() const {
    return std::visit([](const auto& view) { return view.features; }, rows);
  }
  std::uint64_t arcs() const { return size() * (classes - 1); }
};

struct Arc {
  std::uint64_t row = 0;
  std::uint32_t to = 0;  // not the class of the row

  bool operator==(const Arc&) const = default;
  bool operator<(const Arc& other) const {
    return std::tie(row, to) < std::tie(other.row, other.to);
  }
};

// All of them, row after row.
std::vector<Arc> all_arcs(const KeslerRows& rows);

// The points of these arcs. A constant other than 0 is appended to each x: then the last
// coordinate of a block is its offset, divided by the constant.
Matrix kesler_points(const KeslerRows& rows, std::span<const Arc> arcs, double constant);

// The points of a matrix, for planes through the origin.
SignedRows through_origin_points(const Matrix& points);

}  // namespace perceptron::core
