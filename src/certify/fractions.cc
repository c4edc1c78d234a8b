#include "certify/fractions.h"

#include <algorithm>
#include <utility>

#include "certify/refusal.h"

namespace perceptron::core {

Rational fraction(const Integer& numerator, const Integer& denominator) {
  Rational result(numerator, denominator);
  result.canonicalize();
  return result;
}

Rational parse_short(const std::string& text) {
  constexpr std::size_t kLetters = 1300;
  require(text.size() <= kLetters, "a number has more digits than this claim may have");
  return parse_exact(text);
}

Fractions over_one_denominator(const std::vector<Rational>& numbers) {
  constexpr std::size_t kBits = 4096;
  Fractions all;
  for (const Rational& x : numbers) {
    if (mpz_divisible_p(all.denominator.get_mpz_t(), x.get_den_mpz_t()) != 0) continue;
    all.denominator = lcm(all.denominator, x.get_den());
    require(mpz_sizeinbase(all.denominator.get_mpz_t(), 2) <= kBits,
            "its numbers have too large a common denominator");
  }
  all.numerators.reserve(numbers.size());
  for (const Rational& x : numbers)
    all.numerators.emplace_back(x.get_num() * (all.denominator / x.get_den()));
  return all;
}

Fractions parse_short(const std::vector<std::string>& texts) {
  std::vector<Rational> numbers;
  numbers.reserve(texts.size());
  for (const std::string& text : texts) numbers.push_back(parse_short(text));
  return over_one_denominator(numbers);
}

namespace {

using Terms = std::vector<std::pair<Integer, Integer>>;

// Σ first/second. Sums of halves keep the numbers small until the last one, and no fraction is
// reduced before.
Terms::value_type add_up(const Terms& terms, std::size_t begin, std::size_t end) {
  if (begin == end) return {0, 1};
  if (end - begin == 1) return terms[begin];
  const std::size_t middle = begin + (end - begin) / 2;
  const auto [p, q] = add_up(terms, begin, middle);
  const auto [r, s] = add_up(terms, middle, end);
  return {p * s + r * q, q * s};
}

}  // namespace

Quotients::Quotients(const std::vector<Integer>& weights) {
  for (const Integer& weight : weights) {
    if (weight > 0) most_ = std::max(most_, mpz_scan1(weight.get_mpz_t(), 0));
  }
}

void Quotients::add(const Integer& root, const Integer& weight) {
  const mp_bitcnt_t twos = mpz_scan1(weight.get_mpz_t(), 0);
  squares_[weight >> twos] += (root * root) << (most_ - twos);
}

Rational Quotients::sum() const {
  Terms terms;
  terms.reserve(squares_.size());
  for (const auto& [odd, squares] : squares_) terms.emplace_back(squares, odd);
  const auto [numerator, denominator] = add_up(terms, 0, terms.size());
  return fraction(numerator, denominator << most_);
}

}  // namespace perceptron::core
