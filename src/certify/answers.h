// What every exact minimiser of a loss has in common, proved from a duality gap: signs of weights,
// weights that are zero, rows that are no support vectors. docs/certificates.md has the proofs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "certify/optimality.h"
#include "certify/region.h"
#include "solve/problem.h"

namespace perceptron::core {

// Whether certificates about answers exist for the loss: those whose objective is trained to its
// minimum.
constexpr bool has_answers(Loss loss) { return loss != Loss::perceptron; }

struct Answers {
  std::optional<Region> region;  // none without l2
  // Features, ascending. A weight of the other features is not decided.
  std::vector<std::uint64_t> positive;
  std::vector<std::uint64_t> negative;
  std::vector<std::uint64_t> zero;
  // Rows whose margin is greater than 1, ascending: of hinge and squared hinge, which ignore them.
  std::vector<std::uint64_t> outside;

  std::uint64_t weights() const { return positive.size() + negative.size() + zero.size(); }
};

// Of a plane with that evidence. Works without l2 too, where the loss is smooth and l1 > 0:
// features can still be proved zero.
Answers find_answers(const Problem& problem, std::span<const double> w, double b,
                     const OptimalityEvidence& evidence);

}  // namespace perceptron::core
