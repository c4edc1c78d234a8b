// What the definition of a loss consists of. A loss is one struct in one file of this
// folder, listed in losses.h; a struct that lacks a member does not compile there.
//
// A loss of the margin m = y(w·x + b) is convex, nonnegative, and tends to 0 for large m.
// problem.h has the problem it is part of, and the dual of that problem.
#pragma once

#include <concepts>
#include <limits>
#include <string_view>

namespace perceptron::core {

inline constexpr double kUnboundedBeta = std::numeric_limits<double>::infinity();

// How Newton's method minimises a loss: not at all; by its derivatives; or, if it has kinks,
// through the proximal term of newton/derivatives.h.
enum class NewtonForm { none, smooth, proximal };

// The DualTerm of a loss that dual coordinate ascent does not solve.
struct NoDualTerm {};

// What a visit of a row finds.
struct DualUpdate {
  double best;  // the z that maximises gain(z, c) − m·(z − a) − ½q(z − a)²
  double gap;  // the row's term of the duality gap: c·value(m) − gain(a, c) + a·m, or an estimate
};

// What dual coordinate ascent needs for one row, see dual/dual.cc: the row has weight c = C, dual
// variable a = α and margin m; q is Q.
template <class Term>
concept DualTermDefinition = requires(double a, double c, double q, double m) {
  // Whether α can be optimal at a bound, so that the row may be skipped for some passes.
  { Term::kSkipsAtBound } -> std::convertible_to<bool>;
  // Whether gain is slow to compute, so that the gain of each row is stored.
  { Term::kStoresGain } -> std::convertible_to<bool>;
  // c·gain(a/c).
  { Term::gain(a, c) } -> std::same_as<double>;
  { Term::update(a, c, q, m) } -> std::same_as<DualUpdate>;
}
&&(!Term::kSkipsAtBound || requires(double a, double c) {
  // −gain′, for losses whose rows may be skipped.
  { Term::fall(a, c) } -> std::same_as<double>;
});

// The InteriorTerm of a loss that the interior point method does not solve.
struct NoInteriorTerm {};

// What the interior point method needs for one row, see interior/interior.cc: the row has weight
// c = C, dual variable beta = β and rest = C − β, which is kept apart because it may be tiny. β
// minimises the row's part of the dual for the margin m if m = kKink − bend(β), or β is at a bound.
template <class Term>
concept InteriorTermDefinition = requires(double beta, double rest, double c) {
  { Term::kKink } -> std::convertible_to<double>;
  { Term::bend(beta, rest, c) } -> std::same_as<double>;
  // The derivative of bend.
  { Term::slope(beta, rest, c) } -> std::same_as<double>;
};

template <class L>
inline constexpr bool kSmooth = L::kLargestCurvature > 0;

template <class L>
inline constexpr bool kHasDualTerm = !std::same_as<typename L::DualTerm, NoDualTerm>;

template <class L>
inline constexpr bool kHasInteriorTerm = !std::same_as<typename L::InteriorTerm, NoInteriorTerm>;

template <class L>
concept LossDefinition = requires(double m, double a, double beta, double v, double growth,
                                  double h) {
  // As in certificates and the table of learners.
  { L::kName } -> std::convertible_to<std::string_view>;
  // The maximum of the second derivative; 0 if the loss has a kink instead.
  { L::kLargestCurvature } -> std::convertible_to<double>;
  // The upper bound on β/v: 1 or kUnboundedBeta.
  { L::kLargestBeta } -> std::convertible_to<double>;
  { L::kNewton } -> std::convertible_to<NewtonForm>;
  // Whether certify/checked_losses.cc can check its certificates.
  { L::kVerifiable } -> std::convertible_to<bool>;

  { L::value(m) } -> std::same_as<double>;
  { L::slope(m) } -> std::same_as<double>;
  { L::curvature(m) } -> std::same_as<double>;
  // min over m of value(m) + a·m, for 0 ≤ a ≤ kLargestBeta.
  { L::gain(a) } -> std::same_as<double>;

  // The step along an example of weight h with margin m, where a step of 1 adds `growth` to the
  // margin: α(h) with dα/dh = −slope(m + α·growth), α(0) = 0. Only called where slope(m) < 0.
  { L::online_step(m, growth, h) } -> std::same_as<double>;

  // Bounds for certificates, which hold in exact arithmetic: an upper bound on value(m) for a
  // double m, a lower bound on v·gain(β/v) for β > 0 and a v no larger than the exact one.
  { L::value_upper(m) } -> std::same_as<double>;
  { L::gain_lower(beta, v) } -> std::same_as<double>;
  // Bounds on −slope(m), and at a kink on all of its subgradients.
  { L::fall_lower(m) } -> std::same_as<double>;
  { L::fall_upper(m) } -> std::same_as<double>;

  typename L::DualTerm;
  typename L::InteriorTerm;
}
&&(L::kLargestBeta == 1 || L::kLargestBeta == kUnboundedBeta) &&
    // The margin at which the slope jumps from −1 to 0.
    (kSmooth<L> ||
     requires {
       { L::kKink } -> std::convertible_to<double>;
     }) &&
    (L::kNewton != NewtonForm::smooth ||
     kSmooth<L>)&&(!kHasDualTerm<L> ||
                   DualTermDefinition<typename L::DualTerm>)&&(!kHasInteriorTerm<L> ||
                                                               InteriorTermDefinition<
                                                                   typename L::InteriorTerm>)&&
    // The dual value of a proximal term is that of the coordinate terms.
    (L::kNewton != NewtonForm::proximal || kHasDualTerm<L>);

}  // namespace perceptron::core
