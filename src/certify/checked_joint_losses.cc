#include "certify/checked_joint_losses.h"

#include <algorithm>
#include <array>

#include "certify/fractions.h"
#include "certify/logistic.h"
#include "certify/refusal.h"

namespace perceptron::core {
namespace {

// log(1 + Σ e^d)
class SoftmaxLossSum : public JointLossSum {
 public:
  void add(const Integer& weight, const std::vector<Integer>& ahead,
           const Integer& scale) override {
    sum_.add(weight, ahead, scale);
  }
  Rational upper() const override { return sum_.upper(); }

 private:
  SoftmaxLosses sum_;
};

// −Σ p log p, with the true class.
class SoftmaxGains : public JointGainSum {
 public:
  void add(const Integer& weight, const std::vector<Rational>& p) override {
    Rational left = 1;
    for (const Rational& each : p) {
      sum_.add_part(weight, each.get_num(), each.get_den());
      left -= each;
    }
    sum_.add_part(weight, left.get_num(), left.get_den());
  }
  Rational lower() const override { return sum_.lower(); }

 private:
  Entropies sum_;
};

// max(0, 1 + d)
class CrammerSingerLosses : public JointLossSum {
 public:
  void add(const Integer& weight, const std::vector<Integer>& ahead,
           const Integer& scale) override {
    Integer largest = 0;
    for (const Integer& each : ahead) largest = std::max<Integer>(largest, scale + each);
    sum_ += weight * largest;
    scale_ = scale;
  }
  Rational upper() const override { return fraction(sum_, scale_); }

 private:
  Integer sum_;
  Integer scale_ = 1;  // the same for all rows
};

// Σ p of the wrong classes.
class CrammerSingerGains : public JointGainSum {
 public:
  void add(const Integer& weight, const std::vector<Rational>& p) override {
    for (const Rational& each : p) sum_ += weight * each;
  }
  Rational lower() const override { return sum_; }

 private:
  Rational sum_;
};

template <class Sum>
std::unique_ptr<JointLossSum> joint_losses() {
  return std::make_unique<Sum>();
}
template <class Sum>
std::unique_ptr<JointGainSum> joint_gains() {
  return std::make_unique<Sum>();
}

constexpr std::array kCheckedJointly = {
    CheckedJointLoss{"softmax", joint_losses<SoftmaxLossSum>, joint_gains<SoftmaxGains>},
    CheckedJointLoss{"crammer-singer", joint_losses<CrammerSingerLosses>,
                     joint_gains<CrammerSingerGains>},
};

}  // namespace

bool is_checked_joint_loss(std::string_view name) {
  return std::any_of(kCheckedJointly.begin(), kCheckedJointly.end(),
                     [&](const CheckedJointLoss& loss) { return loss.name == name; });
}

const CheckedJointLoss& find_checked_joint_loss(std::string_view name) {
  for (const CheckedJointLoss& loss : kCheckedJointly) {
    if (loss.name == name) return loss;
  }
  throw Refusal{"its loss is not known"};
}

}  // namespace perceptron::core
