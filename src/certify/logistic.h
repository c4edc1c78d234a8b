// The two sums of the logistic loss that no fraction holds, computed by MPFR
// with every operation rounded to the side that makes a claim harder to prove.
#pragma once

#include <mpfr.h>

#include "certify/exact.h"

namespace perceptron::core {

// A number of 128 bits; what is done to it says how it is rounded.
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

// Σ weight·log(1 + e^−m), from above.
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

// Σ weight·(−a log a − (1 − a) log(1 − a)), from below.
class Entropies {
 public:
  // For a = part/whole; weight ≥ 0, 0 ≤ part ≤ whole, whole > 0.
  void add(const Integer& weight, const Integer& part, const Integer& whole);
  Rational lower() const;

 private:
  // −(part/whole)·log(part/whole), from below.
  void add_half(const Integer& weight, const Integer& part, const Integer& whole);

  Float sum_;
  Float share_;
  Float logarithm_;
};

}  // namespace perceptron::core
