// The losses of all classes together for which certificates are checked, in exact arithmetic;
// independent of those that solvers minimise, as checked_losses.h.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "certify/exact.h"

namespace perceptron::core {

// An upper bound on Σ weight·loss over the rows of one class.
class JointLossSum {
 public:
  JointLossSum() = default;
  JointLossSum(const JointLossSum&) = delete;
  JointLossSum& operator=(const JointLossSum&) = delete;
  virtual ~JointLossSum() = default;

  // A row of this weight; ahead/scale is the score of each wrong class less that of the true one.
  virtual void add(const Integer& weight, const std::vector<Integer>& ahead,
                   const Integer& scale) = 0;
  virtual Rational upper() const = 0;
};

// A lower bound on Σ weight·gain over the rows of one class.
class JointGainSum {
 public:
  JointGainSum() = default;
  JointGainSum(const JointGainSum&) = delete;
  JointGainSum& operator=(const JointGainSum&) = delete;
  virtual ~JointGainSum() = default;

  // A row of weight > 0, with the probabilities of the wrong classes, which sum to at most 1; all
  // that are not 0.
  virtual void add(const Integer& weight, const std::vector<Rational>& p) = 0;
  virtual Rational lower() const = 0;
};

struct CheckedJointLoss {
  std::string_view name;
  std::unique_ptr<JointLossSum> (*losses)();
  std::unique_ptr<JointGainSum> (*gains)();
};

bool is_checked_joint_loss(std::string_view name);
// Rejects a certificate for any other loss.
const CheckedJointLoss& find_checked_joint_loss(std::string_view name);

}  // namespace perceptron::core
