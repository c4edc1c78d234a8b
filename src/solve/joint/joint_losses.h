// The losses of all classes together. `s` are the scores of the classes, `c` is the true class, `p`
// a probability for each class.
//
//   value(s, c, p)        the loss; p ← the p for which the maximum of joint_problem.h is reached
//   gain(p, c)            see joint_problem.h
//   step(s, c, q, p)      p ← the p that minimises −gain(p, c) − p·s + (q/2)‖p − old p‖²; returns
//                         an estimate of loss − (p·s − s_c + gain(p, c)) at the old p
//
// A proximal loss has no second derivative; Newton's method replaces it by
//   smoothed(s, c, κ, centre, p)   max over p of p·s − s_c + gain(p, c) − ‖p − centre‖²/(2κ)
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/elementary.h"
#include "learn/learners.h"

namespace perceptron::core {

// Projects z onto the probability vectors: p = max(0, z − τ), Σp = 1.
void project_to_simplex(std::span<double> z);

// Multinomial logistic regression: loss = log Σ e^s − s_c, gain = −Σ p log p.
struct SoftmaxLoss {
  static constexpr std::string_view kName = "softmax";
  static constexpr bool kProximal = false;

  static double value(std::span<const double> s, std::uint32_t c, std::span<double> p);
  static double gain(std::span<const double> p, std::uint32_t c);
  static double step(std::span<const double> s, std::uint32_t c, double q, std::span<double> p);
};

// The multiclass support vector machine of Crammer and Singer: loss = max over k of s_k + [k ≠ c],
// less s_c; gain = 1 − p_c.
struct CrammerSingerLoss {
  static constexpr std::string_view kName = "crammer-singer";
  static constexpr bool kProximal = true;

  static double value(std::span<const double> s, std::uint32_t c, std::span<double> p);
  static double gain(std::span<const double> p, std::uint32_t c) { return 1 - p[c]; }
  static double step(std::span<const double> s, std::uint32_t c, double q, std::span<double> p);
  static double smoothed(std::span<const double> s, std::uint32_t c, double unit,
                         std::span<const double> centre, std::span<double> p);
};

template <class L>
concept JointLossDefinition = requires(std::span<const double> s, std::uint32_t c, double q,
                                       std::span<double> p) {
  { L::kName } -> std::convertible_to<std::string_view>;
  { L::kProximal } -> std::convertible_to<bool>;
  { L::value(s, c, p) } -> std::same_as<double>;
  { L::gain(s, c) } -> std::same_as<double>;
  { L::step(s, c, q, p) } -> std::same_as<double>;
}
&&(!L::kProximal ||
   requires(std::span<const double> s, std::uint32_t c, double q, std::span<double> p) {
     { L::smoothed(s, c, q, s, p) } -> std::same_as<double>;
   });
static_assert(JointLossDefinition<SoftmaxLoss> && JointLossDefinition<CrammerSingerLoss>);

// Calls work(SoftmaxLoss()), or the same for another loss.
template <class Work>
decltype(auto) with_joint_loss(JointLoss loss, const Work& work) {
  switch (loss) {
    case JointLoss::softmax:
      return work(SoftmaxLoss());
    case JointLoss::crammer_singer:
      return work(CrammerSingerLoss());
  }
  throw std::logic_error("a joint loss that joint_losses.h does not list");
}

// Whether it has no second derivative.
inline bool is_proximal(JointLoss loss) {
  return with_joint_loss(loss, [](auto definition) { return decltype(definition)::kProximal; });
}

inline std::string_view name_of(JointLoss loss) {
  return with_joint_loss(loss, [](auto definition) { return decltype(definition)::kName; });
}

}  // namespace perceptron::core
