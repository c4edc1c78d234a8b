// The vector types of newton/derivatives.cc for the current instruction set. Included once for
// each of them, as Highway's headers are.
#if defined(PERCEPTRON_SOLVE_NEWTON_SIMD_LOSS_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERCEPTRON_SOLVE_NEWTON_SIMD_LOSS_H
#undef PERCEPTRON_SOLVE_NEWTON_SIMD_LOSS_H
#else
#define PERCEPTRON_SOLVE_NEWTON_SIMD_LOSS_H
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "base/elementary.h"

HWY_BEFORE_NAMESPACE();
namespace perceptron::core::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using elementary::kExpTerms, elementary::kLn2High, elementary::kLn2Low, elementary::kLogTerms,
    elementary::kRounding, elementary::kSqrtHalf;

constexpr std::size_t kLanes = 8;
using Tag = hn::CappedTag<double, kLanes>;
using Vec = hn::Vec<Tag>;

// What Newton's method needs from a loss L with kNewton other than none, for many margins at once:
//   derivatives(m, centre, share, curvature)  share = −slope, curvature/unit; or those of the
//                                             proximal term with this centre (derivatives.h)
//   value(m)                                  the loss itself
// A proximal loss is constructed from the unit.
template <class L>
struct SimdLoss;

// portable_exp for x ≤ 0, bit-identical except that subnormal results are 0.
HWY_INLINE HWY_ATTR Vec exp_below_0(Vec x) {
  const Tag tag;
  const hn::RebindToUnsigned<Tag> bits;
  const Vec smallest = hn::Set(tag, -708);
  const auto vanishes = hn::Lt(x, smallest);
  x = hn::Max(x, smallest);
  const Vec rounding = hn::Set(tag, kRounding);
  const Vec shifted = hn::Add(hn::Mul(x, hn::Set(tag, 0x1.71547652b82fep+0)), rounding);
  const Vec k = hn::Sub(shifted, rounding);
  const Vec r =
      hn::Sub(hn::Sub(x, hn::Mul(k, hn::Set(tag, kLn2High))), hn::Mul(k, hn::Set(tag, kLn2Low)));
  const Vec r2 = hn::Mul(r, r);
  const Vec r4 = hn::Mul(r2, r2);
  const auto pair = [&](std::size_t n) HWY_ATTR {
    return hn::Add(hn::Set(tag, kExpTerms[n]), hn::Mul(hn::Set(tag, kExpTerms[n + 1]), r));
  };
  const Vec low = hn::Add(pair(0), hn::Mul(pair(2), r2));
  const Vec high = hn::Add(pair(4), hn::Mul(pair(6), r2));
  const Vec terms = hn::Add(low, hn::Mul(hn::Add(high, hn::Mul(pair(8), r4)), r4));
  const Vec rest =
      hn::Add(r, hn::Add(hn::Mul(hn::Set(tag, 0.5), r2), hn::Mul(hn::Mul(r2, r), terms)));
  const Vec power = hn::Add(hn::Set(tag, 1), rest);
  const auto exponent = hn::ShiftLeft<52>(hn::BitCast(bits, shifted));
  const Vec scaled = hn::BitCast(tag, hn::Add(hn::BitCast(bits, power), exponent));
  return hn::IfThenElse(vanishes, hn::Zero(tag), scaled);
}

// portable_log1p for 0 ≤ x ≤ 1, bit-identical.
HWY_INLINE HWY_ATTR Vec log1p_up_to_1(Vec x) {
  const Tag tag;
  const Vec one = hn::Set(tag, 1);
  const Vec half = hn::Set(tag, 0.5);
  const Vec sum = hn::Add(one, x);
  const auto large = hn::Ge(sum, hn::Set(tag, 2 * kSqrtHalf));  // halved, and log 2 added
  const Vec k = hn::IfThenElseZero(large, one);
  const Vec lost = hn::Sub(x, hn::Sub(sum, one));
  const Vec c = hn::IfThenElseZero(large, hn::Div(lost, sum));
  const Vec f = hn::IfThenElse(large, hn::Sub(hn::Mul(half, sum), one), x);
  const Vec s = hn::Div(f, hn::Add(hn::Set(tag, 2), f));
  const Vec z = hn::Mul(s, s);
  const Vec z2 = hn::Mul(z, z);
  const auto pair = [&](std::size_t n) HWY_ATTR {
    return hn::Add(hn::Set(tag, kLogTerms[n]), hn::Mul(hn::Set(tag, kLogTerms[n + 1]), z));
  };
  const Vec low = hn::Add(pair(0), hn::Mul(pair(2), z2));
  const Vec high = hn::Add(pair(4), hn::Mul(hn::Set(tag, kLogTerms[6]), z2));
  const Vec terms = hn::Mul(z, hn::Add(low, hn::Mul(high, hn::Mul(z2, z2))));
  const Vec half_square = hn::Mul(hn::Mul(half, f), f);
  const Vec correction = hn::Add(hn::Mul(s, hn::Add(half_square, terms)),
                                 hn::Add(hn::Mul(k, hn::Set(tag, kLn2Low)), c));
  return hn::Sub(hn::Mul(k, hn::Set(tag, kLn2High)), hn::Sub(hn::Sub(half_square, correction), f));
}

}  // namespace perceptron::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
