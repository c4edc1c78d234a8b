// The check of a claim of optimality step by step, for the claims that rest on one.
//
// The objective is that of solve/problem.h, and so is the proof: a point β of the dual problem,
// one value per row, whose value bounds the objective of every plane from below. Everything is
// computed in integers and fractions; only the logarithms of the logistic loss are rounded, in the
// direction that makes the claim harder to prove.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "certify/certificate.h"
#include "certify/checked_losses.h"
#include "certify/exact.h"
#include "certify/fractions.h"
#include "data/dataset.h"

namespace perceptron::core {

// Below, the values of the rows are integers X on a grid, x = X/one, the plane is W/d and the dual
// point B/e, and the weight of a row is r/f. With n = Σr/f, f and n appear only in the factor of
// the sums, not in their terms.
class OptimalityCheck {
 public:
  // `data` is already scaled and lifted, has two classes and is not empty. All functions throw a
  // Refusal if a claim does not hold, and std::invalid_argument if a number is invalid.
  OptimalityCheck(const Certificate& certificate, const Dataset& data);

  // That the plane's objective is at most `upper`, and no plane's below `lower`.
  void check_bounds() const;

 protected:
  // uⱼ = numerators[j]·unit, followed by that of a penalised offset.
  struct Combination {
    std::vector<Integer> numerators;
    Rational unit;
  };
  Combination combination() const;
  // w·x + b of a row, times d·one.
  Integer score(std::uint64_t row) const;

  const Certificate& claim_;
  const std::vector<std::uint32_t>& labels_;
  std::uint64_t features_;
  bool offset_;
  bool penalised_;
  const CheckedLoss& loss_;
  Rational l1_;
  Rational l2_;
  std::array<Rational, 2> class_weights_;
  IntegerRows grid_;
  Integer one_;
  Fractions weights_;
  Integer total_;
  Fractions plane_;
  Fractions beta_;

 private:
  Rational losses() const;
  Rational penalty() const;
  Rational weight(std::uint64_t row) const;
  void check_limits() const;
  Rational gains() const;
  Rational conjugate() const;
};

}  // namespace perceptron::core
