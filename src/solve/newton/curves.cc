// Compiled once for every instruction set; the best that the machine has is
// chosen when it runs.

#include "solve/newton/curves.h"

#include <cmath>

#include "kernel/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solve/newton/curves.cc"  // NOLINT
#include <hwy/foreach_target.h>                      // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace perceptron::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = 8;
using Tag = hn::CappedTag<double, kLanes>;
using Vec = hn::Vec<Tag>;

struct SquaredHingeCurve {
  HWY_ATTR void operator()(Vec m, Vec /*centre*/, Vec& share, Vec& bend) const {
    const Tag tag;
    const Vec one = hn::Set(tag, 1);
    const Vec two = hn::Set(tag, 2);
    share = hn::Mul(two, hn::Max(hn::Sub(one, m), hn::Zero(tag)));
    bend = hn::IfThenElseZero(hn::Lt(m, one), two);
  }
  HWY_ATTR Vec value(Vec m) const {
    const Tag tag;
    const Vec short_of = hn::Max(hn::Sub(hn::Set(tag, 1), m), hn::Zero(tag));
    return hn::Mul(short_of, short_of);
  }
};

struct NearHingeCurve {
  double unit;
  HWY_ATTR void operator()(Vec m, Vec centre, Vec& share, Vec& bend) const {
    const Tag tag;
    const Vec one = hn::Set(tag, 1);
    const Vec zero = hn::Zero(tag);
    const Vec p = hn::Add(centre, hn::Mul(hn::Set(tag, unit), hn::Sub(one, m)));
    share = hn::Min(hn::Max(p, zero), one);
    bend = hn::IfThenElseZero(hn::And(hn::Gt(p, zero), hn::Lt(p, one)), one);
  }
  HWY_ATTR Vec value(Vec m) const {
    const Tag tag;
    return hn::Max(hn::Sub(hn::Set(tag, 1), m), hn::Zero(tag));
  }
};

// e^x for x ≤ 0 to the last bit or two, from operations that every machine rounds
// alike: 2^k·e^r with |r| ≤ ln 2 / 2, and Taylor's series for e^r.
HWY_ATTR Vec exp_below_0(Vec x) {
  const Tag tag;
  const hn::RebindToUnsigned<Tag> bits;
  // Added to a number it leaves the nearest integer in the last bits.
  const Vec magic = hn::Set(tag, 6755399441055744.0);
  // Below it e^x has no room for all its digits and counts as 0.
  const Vec smallest = hn::Set(tag, -708);
  const auto vanishes = hn::Lt(x, smallest);
  x = hn::Max(x, smallest);
  const Vec shifted = hn::Add(hn::Mul(x, hn::Set(tag, 1.4426950408889634)), magic);
  const Vec k = hn::Sub(shifted, magic);
  const Vec r = hn::Sub(hn::Sub(x, hn::Mul(k, hn::Set(tag, 0x1.62e42fefap-1))),
                        hn::Mul(k, hn::Set(tag, 0x1.cf79abc9e3b3ap-40)));
  constexpr int kTerms = 13;
  Vec sum = hn::Set(tag, 1);
  for (int n = kTerms; n > 0; --n)
    sum = hn::Add(hn::Mul(hn::Mul(sum, r), hn::Set(tag, 1.0 / n)), hn::Set(tag, 1));
  const auto exponent = hn::ShiftLeft<52>(hn::BitCast(bits, shifted));
  const Vec power = hn::BitCast(tag, hn::Add(hn::BitCast(bits, sum), exponent));
  return hn::IfThenElse(vanishes, hn::Zero(tag), power);
}

struct LogisticCurve {
  HWY_ATTR void operator()(Vec m, Vec /*centre*/, Vec& share, Vec& bend) const {
    const Tag tag;
    const Vec one = hn::Set(tag, 1);
    const Vec small = exp_below_0(hn::Neg(hn::Abs(m)));
    const Vec p = hn::Div(one, hn::Add(one, small));
    share = hn::IfThenElse(hn::Gt(m, hn::Zero(tag)), hn::Mul(small, p), p);
    // 0 far out, where a step of Newton's would be of no sensible length.
    bend = hn::Mul(p, hn::Sub(one, p));
  }
  HWY_ATTR Vec value(Vec m) const {
    const Tag tag;
    HWY_ALIGN double at[kLanes];
    hn::Store(exp_below_0(hn::Neg(hn::Abs(m))), tag, at);
    for (std::size_t l = 0; l < hn::Lanes(tag); ++l) at[l] = std::log1p(at[l]);
    return hn::Add(hn::Load(tag, at), hn::Max(hn::Neg(m), hn::Zero(tag)));
  }
};

template <class Work>
decltype(auto) with_curve(const Curve& curve, const Work& work) {
  if (curve.loss == Loss::hinge) return work(NearHingeCurve{curve.unit});
  if (curve.loss == Loss::logistic) return work(LogisticCurve());
  return work(SquaredHingeCurve());
}

// Eight sums, in as many vectors as that takes.
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

// work(e, k) for the vectors of all examples, k being the place among the sums.
template <class Work>
HWY_ATTR void sweep(std::size_t examples, const Work& work) {
  const std::size_t step = hn::Lanes(Tag());
  for (std::size_t e = 0; e < examples; e += kLanes) {
    for (std::size_t k = 0; k < Sums::kVectors; ++k) work(e + k * step, k);
  }
}

// y·x for the y of these v.
HWY_ATTR Vec signed_by(Vec v, Vec x) { return hn::Xor(x, hn::And(v, hn::SignBit(Tag()))); }

HWY_ATTR Vec centre_at(const Margins& margins, std::size_t e) {
  const Tag tag;
  return margins.centre.empty() ? hn::Zero(tag) : hn::Load(tag, margins.centre.data() + e);
}

template <class Shape>
HWY_ATTR double slopes_of(const Shape& shape, const Margins& margins, double offset, double n,
                          PerExample& beta, PerExample& bend) {
  const Tag tag;
  const Vec b = hn::Set(tag, offset);
  const Vec rows = hn::Set(tag, n);
  Sums loss;
  sweep(margins.v.size(), [&](std::size_t e, std::size_t k) HWY_ATTR {
    const Vec v = hn::Load(tag, margins.v.data() + e);
    const Vec m = signed_by(v, hn::Add(hn::Load(tag, margins.s.data() + e), b));
    const Vec weight = hn::Abs(v);
    Vec share;
    Vec curvature;
    shape(m, centre_at(margins, e), share, curvature);
    loss.add(k, hn::Mul(weight, shape.value(m)));
    hn::Store(hn::Mul(weight, share), tag, beta.data() + e);
    hn::Store(hn::Div(hn::Mul(weight, curvature), rows), tag, bend.data() + e);
  });
  return loss.total();
}

double Slopes(const Curve& curve, const Margins& margins, double b, double n, PerExample& beta,
              PerExample& bend) {
  return with_curve(curve,
                    [&](const auto& shape) { return slopes_of(shape, margins, b, n, beta, bend); });
}

template <bool kMoved, class Shape>
HWY_ATTR perceptron::SlopeAlong slope_of(const Shape& shape, const Margins& margins, double offset,
                                         const PerExample& sd, double db, double at) {
  const Tag tag;
  const Vec b = hn::Set(tag, offset);
  const Vec shift = hn::Set(tag, db);
  const Vec t = hn::Set(tag, at);
  Sums first;
  Sums second;
  sweep(margins.v.size(), [&](std::size_t e, std::size_t k) HWY_ATTR {
    const Vec v = hn::Load(tag, margins.v.data() + e);
    const Vec by = kMoved ? hn::Add(hn::Load(tag, sd.data() + e), shift) : shift;
    const Vec s = hn::Add(hn::Load(tag, margins.s.data() + e), b);
    Vec share;
    Vec bend;
    shape(signed_by(v, hn::Add(s, hn::Mul(t, by))), centre_at(margins, e), share, bend);
    const Vec part = hn::Mul(v, by);
    first.add(k, hn::Mul(part, share));
    second.add(k, hn::Mul(hn::Mul(hn::Abs(part), hn::Abs(by)), bend));
  });
  return {-first.total(), second.total()};
}

perceptron::SlopeAlong FindSlopeAlong(const Curve& curve, const Margins& margins, double b,
                                      const PerExample& sd, double db, double t) {
  perceptron::SlopeAlong along = with_curve(curve, [&](const auto& shape) {
    return sd.empty() ? slope_of<false>(shape, margins, b, sd, db, t)
                      : slope_of<true>(shape, margins, b, sd, db, t);
  });
  along.second *= curve.unit;
  return along;
}

}  // namespace
}  // namespace perceptron::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace perceptron {

HWY_EXPORT(Slopes);
HWY_EXPORT(FindSlopeAlong);

double find_slopes(const Curve& curve, const Margins& margins, double b, double n, PerExample& beta,
                   PerExample& bend) {
  return HWY_DYNAMIC_DISPATCH(Slopes)(curve, margins, b, n, beta, bend);
}

SlopeAlong slope_along(const Curve& curve, const Margins& margins, double b, const PerExample& sd,
                       double db, double t) {
  return HWY_DYNAMIC_DISPATCH(FindSlopeAlong)(curve, margins, b, sd, db, t);
}

}  // namespace perceptron
#endif
