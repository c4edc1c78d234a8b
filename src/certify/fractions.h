// Many fractions from an untrusted source: limits on their length bound the cost of computing with
// them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "certify/exact.h"

namespace perceptron::core {

Rational fraction(const Integer& numerator, const Integer& denominator);

// As parse_exact(), but rejects numbers of more than 1300 characters, which is more than any
// double needs.
Rational parse_short(const std::string& text);

// Numbers with a common denominator.
struct Fractions {
  std::vector<Integer> numerators;
  Integer denominator = 1;
};

// Rejects numbers whose common denominator has more than 4096 bits; doubles need at most 1074.
Fractions over_one_denominator(const std::vector<Rational>& numbers);
Fractions parse_short(const std::vector<std::string>& texts);

// The sum of squares, each divided by its weight. Its time grows little faster than the number of
// terms, although the weights have no small common multiple.
class Quotients {
 public:
  // `weights` are those of all terms that will be added, all nonnegative.
  explicit Quotients(const std::vector<Integer>& weights);
  // += root²/weight; the weight is not 0.
  void add(const Integer& root, const Integer& weight);
  Rational sum() const;

 private:
  // A weight is an odd number times a power of two. All terms have the denominator 2^most_, and
  // squares over the same odd number are summed in one term.
  std::map<Integer, Integer> squares_;
  mp_bitcnt_t most_ = 0;
};

}  // namespace perceptron::core
