// The vectors in which newton/derivatives.cc computes, for the instruction set at hand. Included
// once for each of them, as Highway's headers are.
#if defined(PERCEPTRON_SOLVE_NEWTON_SIMD_LOSS_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PERCEPTRON_SOLVE_NEWTON_SIMD_LOSS_H
#undef PERCEPTRON_SOLVE_NEWTON_SIMD_LOSS_H
#else
#define PERCEPTRON_SOLVE_NEWTON_SIMD_LOSS_H
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace perceptron::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = 8;
using Tag = hn::CappedTag<double, kLanes>;
using Vec = hn::Vec<Tag>;

// What Newton's method asks of a loss L with kNewton other than none, for many margins at
// once:
//   derivatives(m, centre, share, bend)  share = −slope, curvature = unit·bend, or those of
//                                        the proximal term with this centre (derivatives.h)
//   value(m)                             the loss itself
// A proximal one is made of the unit.
template <class L>
struct SimdLoss;

// e^x for x ≤ 0 to the last bit or two, from operations that every machine rounds
// alike: 2^k·e^r with |r| ≤ ln 2 / 2, and Taylor's series for e^r.
HWY_INLINE HWY_ATTR Vec exp_below_0(Vec x) {
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

}  // namespace perceptron::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
