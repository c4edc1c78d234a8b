#include "certify/checked_losses.h"

#include <algorithm>
#include <array>
#include <utility>

#include "certify/fractions.h"
#include "certify/logistic.h"
#include "certify/refusal.h"

namespace perceptron::core {
namespace {

// ---- Losses ----

// max(0, kink − m)^power
template <int kKink, int kPower>
class HingeLosses : public LossSum {
 public:
  explicit HingeLosses(Integer scale) : scale_(std::move(scale)) {}
  void add(const Integer& weight, const Integer& score) override {
    Integer lacking = kKink * scale_ - score;
    if (lacking <= 0) return;
    if (kPower == 2) lacking *= lacking;
    sum_ += weight * lacking;
  }
  Rational upper() const override {
    return fraction(sum_, kPower == 2 ? Integer(scale_ * scale_) : scale_);
  }

 private:
  Integer scale_;
  Integer sum_;
};

// log(1 + e^−m)
class LogisticLossSum : public LossSum {
 public:
  explicit LogisticLossSum(Integer scale) : scale_(std::move(scale)) {}
  void add(const Integer& weight, const Integer& score) override {
    sum_.add(weight, score, scale_);
  }
  Rational upper() const override { return sum_.upper(); }

 private:
  Integer scale_;
  LogisticLosses sum_;
};

// ---- Slopes ----

// Of max(0, kink − m)^power.
template <int kKink, int kPower>
class HingeFalls : public FallSum {
 public:
  explicit HingeFalls(Bound bound) : bound_(bound) {}
  void add(const Integer& weight, const Rational& margin) override {
    const Rational lacking = kKink - margin;
    if (lacking < 0) return;
    if (kPower == 2) {
      sum_ += 2 * weight * lacking;
    } else if (lacking > 0 || bound_ == Bound::upper) {
      sum_ += weight;
    }
  }
  Rational value() const override { return sum_; }

 private:
  Bound bound_;
  Rational sum_;
};

// Of log(1 + e^−m).
class LogisticFallSum : public FallSum {
 public:
  explicit LogisticFallSum(Bound bound) : upper_(bound == Bound::upper) {}
  void add(const Integer& weight, const Rational& margin) override {
    upper_ ? sum_.add_upper(weight, margin) : sum_.add_lower(weight, margin);
  }
  Rational value() const override { return upper_ ? sum_.upper() : sum_.lower(); }

 private:
  bool upper_;
  LogisticFalls sum_;
};

// ---- Gains ----

// 0
class NoGains : public GainSum {
 public:
  explicit NoGains(const GainScale& /*scale*/) {}
  void add(const Integer& /*beta*/, const Integer& /*weight*/) override {}
  Rational lower() const override { return 0; }
};

// a
class LinearGains : public GainSum {
 public:
  explicit LinearGains(const GainScale& scale) : unit_(scale.unit) {}
  void add(const Integer& beta, const Integer& /*weight*/) override { sum_ += beta; }
  Rational lower() const override { return sum_ * unit_; }

 private:
  Rational unit_;
  Integer sum_;
};

// a − a²/4
class QuadraticGains : public GainSum {
 public:
  explicit QuadraticGains(const GainScale& scale)
      : unit_(scale.unit), class_weight_(scale.class_weight), squares_(scale.weights) {}
  void add(const Integer& beta, const Integer& weight) override {
    sum_ += beta;
    squares_.add(beta, weight);
  }
  Rational lower() const override {
    if (sum_ == 0) return 0;
    return sum_ * unit_ - squares_.sum() * unit_ * unit_ / class_weight_ / 4;
  }

 private:
  Rational unit_;
  Rational class_weight_;
  Integer sum_;
  Quotients squares_;
};

// −a log a − (1 − a) log(1 − a)
class EntropyGains : public GainSum {
 public:
  explicit EntropyGains(const GainScale& scale)
      : unit_(scale.unit), class_weight_(scale.class_weight) {}
  void add(const Integer& beta, const Integer& weight) override {
    const Rational share = beta * unit_ / class_weight_ / weight;
    sum_.add(weight, share.get_num(), share.get_den());
  }
  Rational lower() const override { return class_weight_ * sum_.lower(); }

 private:
  Rational unit_;
  Rational class_weight_;
  Entropies sum_;
};

template <class Sum>
std::unique_ptr<LossSum> losses(const Integer& scale) {
  return std::make_unique<Sum>(scale);
}
template <class Sum>
std::unique_ptr<GainSum> gains(const GainScale& scale) {
  return std::make_unique<Sum>(scale);
}

template <class Sum>
std::unique_ptr<FallSum> falls(Bound bound) {
  return std::make_unique<Sum>(bound);
}

constexpr bool kBounded = true;
constexpr bool kUnbounded = false;

constexpr std::array kChecked = {
    CheckedLoss{"perceptron", kBounded, losses<HingeLosses<0, 1>>, gains<NoGains>,
                falls<HingeFalls<0, 1>>, 0},
    CheckedLoss{"hinge", kBounded, losses<HingeLosses<1, 1>>, gains<LinearGains>,
                falls<HingeFalls<1, 1>>, 0},
    CheckedLoss{"squared-hinge", kUnbounded, losses<HingeLosses<1, 2>>, gains<QuadraticGains>,
                falls<HingeFalls<1, 2>>, 8},
    CheckedLoss{"logistic", kBounded, losses<LogisticLossSum>, gains<EntropyGains>,
                falls<LogisticFallSum>, 1},
};

}  // namespace

bool is_checked_loss(std::string_view name) {
  return std::any_of(kChecked.begin(), kChecked.end(),
                     [&](const CheckedLoss& loss) { return loss.name == name; });
}

const CheckedLoss& find_checked_loss(std::string_view name) {
  for (const CheckedLoss& loss : kChecked) {
    if (loss.name == name) return loss;
  }
  throw Refusal{"its loss is not known"};
}

}  // namespace perceptron::core
