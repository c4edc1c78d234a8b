#include "solve/joint/joint_losses.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace perceptron::core {
namespace {

// p ← softmax(s); returns log Σ e^s.
double softmax_of(std::span<const double> s, std::span<double> p) {
  const double largest = *std::max_element(s.begin(), s.end());
  double sum = 0;
  for (std::size_t k = 0; k < s.size(); ++k) sum += p[k] = portable_exp(s[k] - largest);
  for (double& each : p) each /= sum;
  return largest + portable_log(sum);
}

// The score that Crammer and Singer's loss compares: a wrong class counts one more.
double raised(std::span<const double> s, std::uint32_t c, std::size_t k) {
  return s[k] + (k == c ? 0 : 1);
}

}  // namespace

// τ is found from the classes in the order of z: the largest set whose smallest member is above
// the τ of the set (Held, Wolfe and Crowder 1974).
void project_to_simplex(std::span<double> z) {
  thread_local std::vector<double> sorted;
  sorted.assign(z.begin(), z.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0;
  double threshold = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const double next = (sum - 1) / static_cast<double>(k + 1);
    if (k > 0 && !(sorted[k] > next)) break;
    threshold = next;
  }
  for (double& each : z) each = std::max(0.0, each - threshold);
}

double SoftmaxLoss::value(std::span<const double> s, std::uint32_t c, std::span<double> p) {
  return softmax_of(s, p) - s[c];
}

double SoftmaxLoss::gain(std::span<const double> p, std::uint32_t /*c*/) {
  double sum = 0;
  for (const double each : p) sum -= each > 0 ? each * portable_log(each) : 0;
  return sum;
}

// The optimum has log p + q·p = s + q·old + ν with one ν for all classes, so that Σp = 1. Newton's
// method on log p and ν together, from a mean of the solutions for q = 0 and for q = ∞.
double SoftmaxLoss::step(std::span<const double> s, std::uint32_t /*c*/, double q,
                         std::span<double> p) {
  constexpr int kMostSteps = 30;
  constexpr double kClose = 1e-3;
  constexpr double kSmallest = 1e-300;
  thread_local std::vector<double> goal;
  thread_local std::vector<double> logarithm;
  const std::size_t classes = s.size();
  goal.resize(classes);
  logarithm.resize(classes);
  for (std::size_t k = 0; k < classes; ++k) goal[k] = s[k] + q * p[k];
  thread_local std::vector<double> free;
  free.resize(classes);
  softmax_of(s, free);
  double gap = 0;  // to second order in the distance from the p that is optimal for s
  for (std::size_t k = 0; k < classes; ++k) {
    const double from = p[k] - free[k];
    gap += 0.5 * from * from / std::max(free[k], 1e-3);
    p[k] = std::max((free[k] + q * p[k]) / (1 + q), kSmallest);
    logarithm[k] = portable_log(p[k]);
  }
  for (int step = 0; step < kMostSteps; ++step) {
    double sum = -1;
    double slope = 0;
    double pull = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const double share = p[k] / (1 + q * p[k]);
      sum += p[k];
      slope += share;
      pull += share * (logarithm[k] + q * p[k] - goal[k]);
    }
    const double level = (pull - sum) / slope;
    double furthest = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const double off = level - (logarithm[k] + q * p[k] - goal[k]);
      const double by = std::min(off / (1 + q * p[k]), 1.0);
      logarithm[k] = std::max(logarithm[k] + by, -690.0);
      furthest = std::max(furthest, std::abs(by) * p[k]);
      p[k] = portable_exp(logarithm[k]);
    }
    if (furthest < kClose * kClose) break;
  }
  double sum = 0;
  for (const double each : p) sum += each;
  for (double& each : p) each /= sum;
  return gap;
}

double CrammerSingerLoss::value(std::span<const double> s, std::uint32_t c, std::span<double> p) {
  std::size_t best = c;
  for (std::size_t k = 0; k < s.size(); ++k) {
    if (raised(s, c, k) > raised(s, c, best)) best = k;
  }
  std::fill(p.begin(), p.end(), 0.0);
  p[best] = 1;
  return raised(s, c, best) - s[c];
}

double CrammerSingerLoss::step(std::span<const double> s, std::uint32_t c, double q,
                               std::span<double> p) {
  double highest = s[c];
  double mean = 0;
  for (std::size_t k = 0; k < s.size(); ++k) {
    highest = std::max(highest, raised(s, c, k));
    mean += p[k] * raised(s, c, k);
  }
  if (!(q > 0)) {  // a row without values
    value(s, c, p);
  } else if (highest > mean) {
    for (std::size_t k = 0; k < s.size(); ++k) p[k] += raised(s, c, k) / q;
    project_to_simplex(p);
  }
  return highest - mean;
}

double CrammerSingerLoss::smoothed(std::span<const double> s, std::uint32_t c, double unit,
                                   std::span<const double> centre, std::span<double> p) {
  for (std::size_t k = 0; k < s.size(); ++k) p[k] = centre[k] + unit * (raised(s, c, k) - s[c]);
  project_to_simplex(p);
  double value = 0;
  for (std::size_t k = 0; k < s.size(); ++k) {
    const double from = p[k] - centre[k];
    value += p[k] * (raised(s, c, k) - s[c]) - from * from / (2 * unit);
  }
  return value;
}

}  // namespace perceptron::core
