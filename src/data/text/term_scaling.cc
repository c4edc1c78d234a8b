#include "data/text/term_scaling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/elementary.h"
#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

// The value of a count before it is weighted. Signed hashing makes negative ones.
double counted(TermCounts counts, double count) {
  if (count == 0 || counts == TermCounts::plain) return count;
  const double value = counts == TermCounts::binary ? 1 : 1 + portable_log(std::abs(count));
  return count < 0 ? -value : value;
}

// The same from a table for most counts.
class CountedValues {
 public:
  explicit CountedValues(TermCounts counts) : counts_(counts) {
    for (std::size_t n = 0; n < values_.size(); ++n)
      values_[n] = counted(counts, static_cast<double>(n));
  }
  double operator()(double count) const {
    const bool listed = count >= 0 && count < kListed && std::trunc(count) == count;
    return listed ? values_[static_cast<std::size_t>(count)] : counted(counts_, count);
  }

 private:
  static constexpr double kListed = 64;
  TermCounts counts_;
  std::array<double, 64> values_{};
};

// Throws if there are terms, none of which is left.
void refuse_limits(const TermWeighting& weighting, const std::vector<std::uint64_t>& rows_of_terms,
                   double rows) {
  if (std::all_of(rows_of_terms.begin(), rows_of_terms.end(),
                  [](std::uint64_t count) { return count == 0; }))
    return;
  std::string limits;
  if (weighting.min_count > 1) limits = setting("min-count", std::to_string(weighting.min_count));
  if (weighting.max_share < 1)
    limits +=
        (limits.empty() ? "" : " and ") + setting("max-share", format_number(weighting.max_share));
  throw Error(ErrorKind::input,
              fmt::format("of the terms in {}, none is left by {}: choose other limits",
                          plural(static_cast<std::uint64_t>(rows), "training row"), limits));
}

}  // namespace

bool is_none(const std::vector<TermScaling>& scalings) {
  return std::all_of(scalings.begin(), scalings.end(),
                     [](const TermScaling& scaling) { return scaling.is_none(); });
}

std::vector<TermScaling> term_scalings(const Schema& schema) {
  std::vector<TermScaling> scalings;
  if (!schema.keeps_features()) return scalings;
  std::uint64_t next = 0;
  for (const Column& column : schema.columns) {
    const std::uint64_t count = column.features();
    if (column.text) {
      const TermWeighting& weighting = column.text->weighting;
      scalings.push_back({next, count, weighting.counts, weighting.tfidf, {}});
    }
    next += count;
  }
  return scalings;
}

bool weighs_terms(const Schema& schema) {
  return schema.keeps_features() &&
         std::any_of(schema.columns.begin(), schema.columns.end(), [](const Column& column) {
           return column.text && column.text->weighting != TermWeighting();
         });
}

void mark_weighted(Schema& schema) {
  for (Column& column : schema.columns) {
    if (column.text) column.text->weighting = {};
  }
}

TermFit::TermFit(const Schema& schema, std::uint64_t rows) : rows_(static_cast<double>(rows)) {
  std::vector<TermScaling> scalings = term_scalings(schema);
  for (const Column& column : schema.columns) {
    if (!column.text || scalings.empty()) continue;
    TextTerms terms{std::move(scalings[columns_.size()]), column.text->weighting, {}, {}};
    terms.rows.resize(terms.scaling.count);
    if (terms.weighting.vocabulary) terms.totals.resize(terms.scaling.count);
    columns_.push_back(std::move(terms));
  }
}

bool TermFit::has(std::uint64_t feature) const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [&](const TextTerms& column) { return column.scaling.has(feature); });
}

bool TermFit::see(std::uint64_t feature, double count) {
  for (TextTerms& column : columns_) {
    if (!column.scaling.has(feature)) continue;
    const std::uint64_t term = feature - column.scaling.first;
    if (count != 0) ++column.rows[term];
    if (!column.totals.empty())
      column.totals[term] += column.weighting.counts == TermCounts::binary ? 1 : std::abs(count);
    return true;
  }
  return false;
}

// 0 for terms that no row has, too few or too many, or that are not frequent enough.
void TermFit::choose_factors(const TextTerms& column, std::vector<double>& factors) const {
  const TermWeighting& weighting = column.weighting;
  const double most = weighting.max_share * rows_;
  std::vector<std::uint64_t> kept;
  for (std::uint64_t term = 0; term < factors.size(); ++term) {
    const auto rows = static_cast<double>(column.rows[term]);
    if (rows >= static_cast<double>(weighting.min_count) && rows <= most) kept.push_back(term);
  }
  if (kept.empty()) refuse_limits(weighting, column.rows, rows_);
  if (weighting.vocabulary && *weighting.vocabulary < kept.size()) {
    const auto end = kept.begin() + static_cast<std::ptrdiff_t>(*weighting.vocabulary);
    std::partial_sort(kept.begin(), end, kept.end(), [&](std::uint64_t a, std::uint64_t b) {
      return column.totals[a] != column.totals[b] ? column.totals[a] > column.totals[b] : a < b;
    });
    kept.erase(end, kept.end());
  }
  const double smooth = weighting.idf == Idf::smooth ? 1 : 0;
  for (const std::uint64_t term : kept) {
    const auto rows = static_cast<double>(column.rows[term]);
    factors[term] = weighting.tfidf ? portable_log((rows_ + smooth) / (rows + smooth)) + 1 : 1;
  }
}

std::vector<TermScaling> TermFit::result() const {
  std::vector<TermScaling> scalings;
  for (const TextTerms& column : columns_) {
    TermScaling& scaling = scalings.emplace_back(column.scaling);
    scaling.factors.resize(scaling.count);
    choose_factors(column, scaling.factors);
    const bool all_one = std::all_of(scaling.factors.begin(), scaling.factors.end(),
                                     [](double factor) { return factor == 1; });
    if (all_one) scaling.factors.clear();
  }
  return scalings;
}

namespace {

void apply_one(const TermScaling& scaling, Matrix& matrix) {
  if (scaling.is_none()) return;
  const CountedValues value_of(scaling.counts);
  std::vector<double> squares(scaling.unit ? matrix.rows() : 0);
  matrix.transform([&](std::uint64_t i, std::uint64_t j, double count) {
    if (!scaling.has(j)) return count;
    double value = value_of(count);
    if (!scaling.factors.empty()) value *= scaling.factors[j - scaling.first];
    if (scaling.unit) squares[i] += value * value;
    return value;
  });
  if (!scaling.unit) return;
  for (double& square : squares) square = std::sqrt(square);
  matrix.transform([&](std::uint64_t i, std::uint64_t j, double value) {
    return scaling.has(j) && squares[i] > 0 ? value / squares[i] : value;
  });
}

}  // namespace

void apply(const std::vector<TermScaling>& scalings, Matrix& matrix) {
  for (const TermScaling& scaling : scalings) apply_one(scaling, matrix);
}

}  // namespace perceptron::core
