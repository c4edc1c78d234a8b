// The sums of the logistic and the softmax loss that are not rational, computed with MPFR; every
// operation is rounded in the direction that makes a claim harder to prove.
#pragma once

#include <mpfr.h>

#include <vector>

#include "certify/exact.h"

namespace perceptron::core {

// A number of 128 bits; each operation states its rounding.
class Float {
 public:
  Float() {
    mpfr_init2(number_, 128);
    mpfr_set_zero(number_, 1);
  }
  Float(const Float&) = delete;
  Float& operator=(const Float&) = delete;
  ~Float() { mpfr_clear(number_); }

  operator mpfr_ptr() { return number_; }
  operator mpfr_srcptr() const { return number_; }

 private:
  mpfr_t number_;
};

// An upper bound on Σ weight·log(1 + e^−m).
class LogisticLosses {
 public:
  // For m = score/scale; weight ≥ 0, scale > 0.
  void add(const Integer& weight, const Integer& score, const Integer& scale);
  Rational upper() const;

 private:
  Float sum_;
  Float term_;
  Float margin_;
};

// A bound on Σ weight/(1 + e^m), from above or from below: one of the two for all terms.
class LogisticFalls {
 public:
  // weight ≥ 0
  void add_lower(const Integer& weight, const Rational& margin);
  void add_upper(const Integer& weight, const Rational& margin);
  Rational lower() const;
  Rational upper() const;

 private:
  Float sum_;
  Float term_;
};

// An upper bound on Σ weight·log(1 + Σ e^d).
class SoftmaxLosses {
 public:
  // For d = ahead/scale: the score of each wrong class less that of the true one.
  void add(const Integer& weight, const std::vector<Integer>& ahead, const Integer& scale);
  Rational upper() const;

 private:
  Float sum_;
  Float row_;
  Float term_;
  Float largest_;
};

// A lower bound on Σ weight·(−a log a − (1 − a) log(1 − a)).
class Entropies {
 public:
  // For a = part/whole; weight ≥ 0, 0 ≤ part ≤ whole, whole > 0.
  void add(const Integer& weight, const Integer& part, const Integer& whole);
  // Only the term −a log a.
  void add_part(const Integer& weight, const Integer& part, const Integer& whole);
  Rational lower() const;

 private:
  Float sum_;
  Float share_;
  Float logarithm_;
};

}  // namespace perceptron::core
