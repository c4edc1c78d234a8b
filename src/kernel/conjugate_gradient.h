// Conjugate gradient method: solves M·d = rest for a positive definite M of which only products
// with vectors are needed.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/interrupt.h"

namespace perceptron::core {

template <class Vector>
double inner(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// One iteration at a time, so that callers can run several solves together.
template <class Vector>
class ConjugateGradientOf {
 public:
  ConjugateGradientOf() = default;
  // At most `steps` iterations, until rest·z has fallen to the fraction `enough` of its initial
  // value; z = precondition(rest).
  template <class Precondition>
  ConjugateGradientOf(Vector rest, int steps, double enough, const Precondition& precondition)
      : rest_(std::move(rest)), d_(rest_.size()), p_(precondition(rest_)), left_(steps) {
    norm_ = inner(rest_, p_);
    goal_ = enough * norm_;
  }

  // Whether another iteration follows; it needs the product of M with p().
  bool has_next_step() const { return left_ > 0 && norm_ > goal_; }
  const Vector& p() const { return p_; }

  template <class Precondition>
  void step(const Vector& image, const Precondition& precondition) {
    --left_;
    const double curvature = inner(p_, image);
    if (!(curvature > 0)) {
      left_ = 0;
      return;
    }
    const double length = norm_ / curvature;
    for (std::size_t j = 0; j < d_.size(); ++j) {
      d_[j] += length * p_[j];
      rest_[j] -= length * image[j];
    }
    const Vector z = precondition(rest_);
    const double now = inner(rest_, z);
    for (std::size_t j = 0; j < p_.size(); ++j) p_[j] = z[j] + now / norm_ * p_[j];
    norm_ = now;
  }

  Vector take() { return std::move(d_); }

 private:
  Vector rest_;
  Vector d_;
  Vector p_;
  double norm_ = 0;  // rest·z
  double goal_ = 0;
  int left_ = 0;
};

using ConjugateGradient = ConjugateGradientOf<std::vector<double>>;

// Runs all iterations; multiply(p, image) sets image to M·p.
template <class Vector, class Multiply, class Precondition>
Vector conjugate_gradients(Vector rest, int steps, double enough, const Multiply& multiply,
                           const Precondition& precondition) {
  Vector image(rest.size());
  ConjugateGradientOf<Vector> conjugate(std::move(rest), steps, enough, precondition);
  while (conjugate.has_next_step()) {
    check_interrupt();
    multiply(conjugate.p(), image);
    conjugate.step(image, precondition);
  }
  return conjugate.take();
}

}  // namespace perceptron::core
