// Where the free offset of an exact minimiser can be, for weights within a ball: where the slope of
// the losses along the offset can be 0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <perceptron/certificate.h>
#include "certify/feasible.h"
#include "solve/problem.h"

namespace perceptron::core {

// Which rows the minimisers are trained on.
enum class Removal { none, any_one_row };

class OffsetSearch {
 public:
  // The ball is around w.
  OffsetSearch(const Problem& problem, std::span<const double> w);

  // Contains b and every such offset, and is a percent too wide or so. May be infinite.
  Interval around(double b, double radius, Removal removal = Removal::none) const;

 private:
  struct Products {
    Interval product;  // w·x
    double length;     // an upper bound on ‖x‖
  };

  bool is_beyond(double b, double side, double radius, Removal removal) const;
  template <LossDefinition L>
  double slope(double b, double side, double radius, Removal removal) const;
  double end(double b, double side, double radius, Removal removal) const;

  const Problem& problem_;
  TrueWeights weights_;
  std::vector<Products> rows_;
};

}  // namespace perceptron::core
