// Compiled once for every instruction set; the best that the machine supports is chosen at run
// time.

#include "solve/newton/derivatives.h"

#include <cmath>
#include <stdexcept>

#include "kernel/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solve/newton/derivatives.cc"  // NOLINT
#include <hwy/foreach_target.h>                           // must come before highway.h
#include <hwy/highway.h>

#include "solve/newton/simd_loss.h"
#define PERCEPTRON_SIMD_LOSSES
#include "solve/losses/losses.h"
#undef PERCEPTRON_SIMD_LOSSES

HWY_BEFORE_NAMESPACE();
namespace perceptron::core::HWY_NAMESPACE {
namespace {

// Calls work(SimdLoss<…>) for the loss.
template <class Work>
auto with_simd_loss(const NewtonLoss& loss, const Work& work) {
  return with_loss(loss.loss, [&](auto definition) -> decltype(work(SimdLoss<Logistic>())) {
    using L = decltype(definition);
    if constexpr (L::kNewton == NewtonForm::proximal) return work(SimdLoss<L>{loss.unit});
    if constexpr (L::kNewton == NewtonForm::smooth) return work(SimdLoss<L>());
    throw std::logic_error("Newton's method does not support this loss");
  });
}

// Eight sums, in as many vectors as needed.
class Sums {
 public:
  static constexpr std::size_t kVectors = kLanes / hn::MaxLanes(Tag());
  HWY_ATTR Sums() {
    for (Vec& each : sums_) each = hn::Zero(Tag());
  }
  HWY_ATTR void add(std::size_t k, Vec x) { sums_[k] = hn::Add(sums_[k], x); }
  HWY_ATTR double total() const {
    const Tag tag;
    HWY_ALIGN double part[kLanes];
    for (std::size_t k = 0; k < kVectors; ++k) hn::Store(sums_[k], tag, part + k * hn::Lanes(tag));
    return ((part[0] + part[1]) + (part[2] + part[3])) +
           ((part[4] + part[5]) + (part[6] + part[7]));
  }

 private:
  Vec sums_[kVectors];
};

// Calls work(e, k) for the vectors of all examples, k being the index among the sums.
template <class Work>
HWY_ATTR void sweep(std::size_t examples, const Work& work) {
  const std::size_t step = hn::Lanes(Tag());
  for (std::size_t e = 0; e < examples; e += kLanes) {
    for (std::size_t k = 0; k < Sums::kVectors; ++k) work(e + k * step, k);
  }
}

// x with the signs of these v.
HWY_ATTR Vec signed_by(Vec v, Vec x) { return hn::Xor(x, hn::And(v, hn::SignBit(Tag()))); }

HWY_ATTR Vec centre_at(const ScoredExamples& examples, std::size_t e) {
  const Tag tag;
  return examples.centre.empty() ? hn::Zero(tag) : hn::Load(tag, examples.centre.data() + e);
}

template <class L>
HWY_ATTR double sum_at(const L& simd, const ScoredExamples& examples, double offset, double n,
                       PerExample& beta, PerExample& curvatures) {
  const Tag tag;
  const Vec b = hn::Set(tag, offset);
  const Vec rows = hn::Set(tag, n);
  Sums loss;
  sweep(examples.v.size(), [&](std::size_t e, std::size_t k) HWY_ATTR {
    const Vec v = hn::Load(tag, examples.v.data() + e);
    const Vec m = signed_by(v, hn::Add(hn::Load(tag, examples.s.data() + e), b));
    const Vec weight = hn::Abs(v);
    Vec share;
    Vec curvature;
    simd.derivatives(m, centre_at(examples, e), share, curvature);
    loss.add(k, hn::Mul(weight, simd.value(m)));
    hn::Store(hn::Mul(weight, share), tag, beta.data() + e);
    hn::Store(hn::Div(hn::Mul(weight, curvature), rows), tag, curvatures.data() + e);
  });
  return loss.total();
}

double LossAndDerivatives(const NewtonLoss& loss, const ScoredExamples& examples, double b,
                          double n, PerExample& beta, PerExample& curvatures) {
  return with_simd_loss(
      loss, [&](const auto& simd) { return sum_at(simd, examples, b, n, beta, curvatures); });
}

template <bool kMoved, class L>
HWY_ATTR perceptron::core::Derivatives sum_along(const L& simd, const ScoredExamples& examples,
                                                 double offset, const PerExample& sd, double db,
                                                 double at) {
  const Tag tag;
  const Vec b = hn::Set(tag, offset);
  const Vec shift = hn::Set(tag, db);
  const Vec t = hn::Set(tag, at);
  Sums first;
  Sums second;
  sweep(examples.v.size(), [&](std::size_t e, std::size_t k) HWY_ATTR {
    const Vec v = hn::Load(tag, examples.v.data() + e);
    const Vec by = kMoved ? hn::Add(hn::Load(tag, sd.data() + e), shift) : shift;
    const Vec s = hn::Add(hn::Load(tag, examples.s.data() + e), b);
    Vec share;
    Vec curvature;
    simd.derivatives(signed_by(v, hn::Add(s, hn::Mul(t, by))), centre_at(examples, e), share,
                     curvature);
    const Vec part = hn::Mul(v, by);
    first.add(k, hn::Mul(part, share));
    second.add(k, hn::Mul(hn::Mul(hn::Abs(part), hn::Abs(by)), curvature));
  });
  return {-first.total(), second.total()};
}

perceptron::core::Derivatives DerivativesAlong(const NewtonLoss& loss,
                                               const ScoredExamples& examples, double b,
                                               const PerExample& sd, double db, double t) {
  perceptron::core::Derivatives along = with_simd_loss(loss, [&](const auto& simd) {
    return sd.empty() ? sum_along<false>(simd, examples, b, sd, db, t)
                      : sum_along<true>(simd, examples, b, sd, db, t);
  });
  along.second *= loss.unit;
  return along;
}

}  // namespace
}  // namespace perceptron::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace perceptron::core {

HWY_EXPORT(LossAndDerivatives);
HWY_EXPORT(DerivativesAlong);

double loss_and_derivatives(const NewtonLoss& loss, const ScoredExamples& examples, double b,
                            double n, PerExample& beta, PerExample& curvatures) {
  return HWY_DYNAMIC_DISPATCH(LossAndDerivatives)(loss, examples, b, n, beta, curvatures);
}

Derivatives derivatives_along(const NewtonLoss& loss, const ScoredExamples& examples, double b,
                              const PerExample& sd, double db, double t) {
  return HWY_DYNAMIC_DISPATCH(DerivativesAlong)(loss, examples, b, sd, db, t);
}

}  // namespace perceptron::core
#endif
