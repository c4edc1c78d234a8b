// The algorithm of hull.h in exact arithmetic, for cases that floating point cannot decide. It
// ends with the exact nearest point, so it is known whether that is the origin.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/listener.h"
#include "certify/exact.h"
#include "certify/signed_rows.h"

namespace perceptron::core {

// clang-tidy does not like a name that the compiler gives to a variable of the implicit copy.
class ExactHull {  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
 public:
  ExactHull(std::uint64_t features, std::uint64_t groups) : features_(features), groups_(groups) {}

  // Adds a point to the hull; every group needs at least one.
  void add(SparseIntegers z, std::uint64_t group) { points_.push_back({std::move(z), group}); }
  // Starts from these points, by their position in the order of add(), with weights near
  // `alpha` > 0. Optional: otherwise, or if the points are not affinely independent, the search
  // starts from one point of each group.
  void start(const std::vector<std::size_t>& points, const std::vector<double>& alpha);
  // Finds the nearest point of the hull of all points added so far. Returns false if a system of
  // equations could not be solved.
  bool minimise();

  std::size_t size() const { return points_.size(); }
  // The nearest point is Σ weight·z / total, over few points of weight > 0.
  const std::vector<std::size_t>& corral() const { return corral_; }
  const std::vector<Integer>& weights() const { return weights_; }
  const Integer& total() const { return total_; }       // of the weights of each group
  const std::vector<Integer>& w() const { return w_; }  // Σ weight·z
  bool at_origin() const;
  // w·z of the points in the corral, by group: the minimum over the group.
  const Integer& level(std::uint64_t group) const { return level_[group]; }

 private:
  struct Point {
    SparseIntegers z;
    std::uint64_t group;
  };

  bool settle();  // false if the corral is not independent
  void start_anew();
  void enter(std::size_t point, const Rational& alpha);
  void leave(std::size_t position);
  void leave_all();

  std::uint64_t features_;
  std::uint64_t groups_;
  std::vector<Point> points_;
  std::vector<std::size_t> corral_;
  std::vector<Rational> alpha_;
  std::vector<std::vector<Integer>> products_;  // z_i·z_j of the corral, and 1 in the same group
  std::vector<Integer> weights_;
  Integer total_ = 1;
  std::vector<Integer> w_;
  Integer level_[2];
};

// The nearest point over all points of a dataset. The hull has only the points that were needed;
// `support` are the rows in its corral.
struct ExactNearest {
  ExactHull hull;
  std::vector<std::uint64_t> support;
  std::uint64_t passes = 0;
};

// Starts from the floating-point result, which may be empty. Returns nothing if a system of
// equations could not be solved.
std::optional<ExactNearest> nearest_exactly(const SignedRows& points, const IntegerRows& grid,
                                            const Combination& start, Listener& listener);

}  // namespace perceptron::core
