// How counts of terms become values: TF-IDF and texts of length 1. Fitted on the training rows as
// all scaling is (data/scaling.h), so that nothing of held-out rows enters.
#pragma once

#include <cstdint>
#include <vector>

#include "data/matrix.h"
#include "data/schema.h"

namespace perceptron::core {

// Of one column of text.
struct TermScaling {
  std::uint64_t first = 0;  // of its features
  std::uint64_t count = 0;
  TermCounts counts = TermCounts::plain;
  bool unit = false;            // each text is divided by its length
  std::vector<double> factors;  // of each term, 0 for those not used; empty: all 1

  bool is_none() const { return counts == TermCounts::plain && !unit && factors.empty(); }
  bool has(std::uint64_t feature) const { return feature - first < count; }
};

bool is_none(const std::vector<TermScaling>& scalings);

// Of each column of text, without factors; none where cosines replace the features.
std::vector<TermScaling> term_scalings(const Schema& schema);

// Whether the terms of some column are weighted by what the training rows have.
bool weighs_terms(const Schema& schema);

// The counts have become values: they are not to be weighted again.
void mark_weighted(Schema& schema);

// The factors, from the counts that are given one by one.
class TermFit {
 public:
  TermFit() = default;
  TermFit(const Schema& schema, std::uint64_t rows);

  bool empty() const { return columns_.empty(); }
  // Whether the feature is a term.
  bool has(std::uint64_t feature) const;
  // False, and nothing is done, for the feature of another column.
  bool see(std::uint64_t feature, double count);
  std::vector<TermScaling> result() const;

 private:
  struct TextTerms {
    TermScaling scaling;
    TermWeighting weighting;
    std::vector<std::uint64_t> rows;  // that have the term
    std::vector<double> totals;       // of all rows, where the most frequent terms are chosen
  };
  void choose_factors(const TextTerms& column, std::vector<double>& factors) const;

  std::vector<TextTerms> columns_;
  double rows_ = 0;
};

// Scales counts in place.
void apply(const std::vector<TermScaling>& scalings, Matrix& matrix);

}  // namespace perceptron::core
