// The losses for which certificates of optimality are checked, in exact arithmetic. They are
// defined independently of those that solvers minimise: the verifier shares no code with what it
// verifies.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "certify/exact.h"

namespace perceptron::core {

// An upper bound on Σ weight·loss(m) over the rows of one class.
class LossSum {
 public:
  LossSum() = default;
  LossSum(const LossSum&) = delete;
  LossSum& operator=(const LossSum&) = delete;
  virtual ~LossSum() = default;

  // A row with margin m = score/scale and weight ≥ 0.
  virtual void add(const Integer& weight, const Integer& score) = 0;
  virtual Rational upper() const = 0;
};

// A lower bound on Σ v·gain(β/v) over the rows of one class.
class GainSum {
 public:
  GainSum() = default;
  GainSum(const GainSum&) = delete;
  GainSum& operator=(const GainSum&) = delete;
  virtual ~GainSum() = default;

  // A row whose β is beta·unit > 0 and whose v is weight·class_weight > 0.
  virtual void add(const Integer& beta, const Integer& weight) = 0;
  virtual Rational lower() const = 0;
};

enum class Bound { lower, upper };

// A bound on Σ weight·(−slope(m)) over rows; at a kink, on all subgradients.
class FallSum {
 public:
  FallSum() = default;
  FallSum(const FallSum&) = delete;
  FallSum& operator=(const FallSum&) = delete;
  virtual ~FallSum() = default;

  // weight ≥ 0
  virtual void add(const Integer& weight, const Rational& margin) = 0;
  virtual Rational value() const = 0;
};

struct GainScale {
  const std::vector<Integer>& weights;  // of all rows
  Rational unit;
  Rational class_weight;
};

struct CheckedLoss {
  std::string_view name;
  bool bounded;  // β ≤ v; otherwise only β = 0 if v is 0
  std::unique_ptr<LossSum> (*losses)(const Integer& scale);
  std::unique_ptr<GainSum> (*gains)(const GainScale& scale);
  std::unique_ptr<FallSum> (*falls)(Bound bound);
  int curvature_in_quarters;  // the second derivative is at most this, times ¼; 0: the loss has a
                              // kink
};

bool is_checked_loss(std::string_view name);
// Rejects a certificate for any other loss.
const CheckedLoss& find_checked_loss(std::string_view name);

}  // namespace perceptron::core
