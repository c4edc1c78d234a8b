// Many fractions at once, from hands that are not to be trusted: what is read
// and summed here stays small enough to compute with.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "certify/exact.h"

namespace perceptron::core {

Rational fraction(const Integer& numerator, const Integer& denominator);

// As parse_exact(), for a number of no more than 1300 letters, which is more
// than any double needs. A longer one is refused.
Rational parse_short(const std::string& text);

// Numbers over one denominator.
struct Fractions {
  std::vector<Integer> numerators;
  Integer denominator = 1;
};

// Refused where the denominator has more than 4096 bits; all doubles there are
// need 1074.
Fractions over_one_denominator(const std::vector<Rational>& numbers);
Fractions parse_short(const std::vector<std::string>& texts);

// Σ of squares, each over its weight, in time that grows little faster than
// their number though the weights have no small common multiple.
class Quotients {
 public:
  // `weights` are all that there are, 0 or more.
  explicit Quotients(const std::vector<Integer>& weights);
  // += root²/weight; the weight is not 0.
  void add(const Integer& root, const Integer& weight);
  Rational sum() const;

 private:
  // A weight is an odd number times a power of two. Squares over the same odd
  // number are one term, over 2^most_ all of them.
  std::map<Integer, Integer> squares_;
  mp_bitcnt_t most_ = 0;
};

}  // namespace perceptron::core
