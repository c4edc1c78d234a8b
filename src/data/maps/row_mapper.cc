#include "data/maps/row_mapper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/text.h"

namespace perceptron::core {

RowMapper::RowMapper(std::string name, const Schema& schema)
    : name_(std::move(name)), schema_(schema), map_(schema.map) {
  if (map_->settings().fourier > 0) fourier_.emplace(*map_);
  if (!map_->products().empty()) values_.resize(map_->base_features());
  constexpr std::uint64_t kFew = 10'000;
  const Monomials& monomials = map_->monomials();
  if (monomials.variables() > kFew) return;
  for (std::uint64_t k = 2; k <= monomials.degree(); ++k) {
    auto& steps = steps_.emplace_back();
    for (std::uint64_t i = 0; i < monomials.variables(); ++i) steps.push_back(monomials.step(k, i));
  }
}

std::uint64_t RowMapper::step(std::uint64_t factors, std::uint64_t variable) const {
  return steps_.empty() ? map_->monomials().step(factors, variable) : steps_[factors - 2][variable];
}

std::uint64_t mapped_values(const Schema& schema, Matrix::Layout layout, std::uint64_t values) {
  const RowMap& map = *schema.map;
  if (layout == Matrix::Layout::dense || !schema.keeps_features()) return map.features();
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62U;
  const std::uint64_t products = std::min(kMost, map.monomials().size(values));
  return std::min(map.features(), values + products + map.products().size());
}

void RowMapper::require_room(const Matrix& rows) const {
  constexpr std::uint64_t kBytes = 12;
  std::uint64_t values = 0;
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i)
          values += mapped_values(schema_, rows.layout(), view[i].size);
      },
      rows.view());
  require_memory(values, kBytes, fmt::format("the feature map of {}", name_),
                 fmt::format("lower {}, or use fewer columns", setting("polynomial")));
}

void RowMapper::append(const Matrix& rows, Matrix& into) {
  require_room(rows);
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          constexpr std::uint64_t kRowsAtATime = 256;
          if (i % kRowsAtATime == 0) check_interrupt();
          ++row_;
          map_row(view[i], into);
          into.end_row();
        }
      },
      rows.view());
}

Matrix RowMapper::map(const Matrix& rows) {
  Matrix mapped(layout(rows.layout()), features());
  append(rows, mapped);
  return mapped;
}

template <class Row>
void RowMapper::map_row(const Row& row, Matrix& into) {
  if (fourier_) {
    fourier_->start();
    for (std::uint64_t k = 0; k < row.size; ++k) fourier_->add(row.feature(k), row.value(k));
    const auto values = fourier_->finish();
    for (std::uint64_t k = 0; k < values.size(); ++k) push(k, values[k], into);
    return;
  }
  has_missing_ = false;
  for (std::uint64_t k = 0; k < row.size; ++k) {
    has_missing_ = has_missing_ || std::isnan(row.value(k));
    into.push(row.feature(k), row.value(k));
  }
  if (map_->monomials().degree() > 1) {
    list_variables(row, into.layout() == Matrix::Layout::dense);
    add_monomials(into);
  }
  if (map_->products().empty()) return;
  for (std::uint64_t k = 0; k < row.size; ++k) values_[row.feature(k)] = row.value(k);
  add_products(row, into);
  for (std::uint64_t k = 0; k < row.size; ++k) values_[row.feature(k)] = 0;
}

// Those of the row, or only its nonzero ones.
template <class Row>
void RowMapper::list_variables(const Row& row, bool all) {
  variables_.clear();
  for (std::uint64_t k = 0; k < row.size; ++k) {
    const auto number = map_->variable_of(row.feature(k));
    if (number && (all || row.value(k) != 0)) variables_.push_back({*number, row.value(k)});
  }
}

// A product of k factors is a variable times a product of k − 1 factors that begins with a later
// variable or, with powers, the same. In their order, these are the last ones of the list.
void RowMapper::add_monomials(Matrix& into) {
  const Monomials& monomials = map_->monomials();
  const std::size_t skip = monomials.powers() ? 0 : 1;
  terms_.clear();
  begins_.resize(variables_.size() + 1);
  for (std::size_t a = 0; a < variables_.size(); ++a) {
    begins_[a] = a;
    terms_.push_back({variables_[a].number, variables_[a].value});
  }
  std::uint64_t before = map_->base_features();
  for (std::uint64_t factors = 2; factors <= monomials.degree(); ++factors) {
    begins_[variables_.size()] = terms_.size();
    more_.clear();
    for (std::size_t a = 0; a < variables_.size(); ++a) {
      const std::uint64_t number = step(factors, variables_[a].number);
      const std::uint64_t begin = begins_[a + skip];
      begins_[a] = more_.size();
      for (std::uint64_t t = begin; t < terms_.size(); ++t)
        more_.push_back({terms_[t].number + number, variables_[a].value * terms_[t].value});
    }
    std::swap(terms_, more_);
    for (const Term& term : terms_) push(before + term.number, term.value, into);
    before += monomials.count(factors);
  }
}

double RowMapper::product_value(const RowMap::Product& product) const {
  double value = 1;
  for (const std::uint32_t feature : product) value *= values_[feature];
  return value;
}

// In rows that are stored sparse, only the products that begin with one of their features.
template <class Row>
void RowMapper::add_products(const Row& row, Matrix& into) {
  const auto& products = map_->products();
  const std::uint64_t before = map_->base_features() + map_->monomials().size();
  const auto add = [&](std::uint64_t number) {
    push(before + number, product_value(products[number]), into);
  };
  if (into.layout() == Matrix::Layout::dense) {
    for (std::uint64_t i = 0; i < products.size(); ++i) add(i);
    return;
  }
  for (std::uint64_t k = 0; k < row.size; ++k) {
    const auto begins_before = [](const RowMap::Product& product, std::uint64_t feature) {
      return product[0] < feature;
    };
    auto at = std::lower_bound(products.begin(), products.end(), row.feature(k), begins_before);
    for (; at != products.end() && (*at)[0] == row.feature(k); ++at)
      add(static_cast<std::uint64_t>(at - products.begin()));
  }
}

void RowMapper::push(std::uint64_t feature, double value, Matrix& into) const {
  if (!std::isfinite(value) && !(has_missing_ && std::isnan(value))) refuse_size(feature);
  if (into.layout() == Matrix::Layout::dense || value != 0) into.push(feature, value);
}

void RowMapper::refuse_size(std::uint64_t feature) const {
  throw Error(Place{name_},
              fmt::format("feature {} of row {} is beyond the range of numbers (use "
                          "smaller units, or leave out {})",
                          in_quotes(schema_.feature_name(feature)), row_,
                          setting(fourier_ ? "fourier"
                                  : feature - map_->base_features() < map_->monomials().size()
                                      ? "polynomial"
                                      : "interact")));
}

namespace {

// The features of texts whose terms are weighted after the map, which would see plain counts.
struct WeightedText {
  const Column* column;
  std::uint64_t first;
};

std::vector<WeightedText> weighted_texts(const Schema& schema) {
  std::vector<WeightedText> texts;
  std::uint64_t next = 0;
  for (const Column& column : schema.columns) {
    if (column.text) {
      TermWeighting counts;
      counts.min_count = column.text->weighting.min_count;
      if (column.text->terms.hash || column.text->weighting != counts)
        texts.push_back({&column, next});
    }
    next += column.features();
  }
  return texts;
}

// Weights are fitted to training rows, after the map: its products would be those of counts.
void require_counts(const RowMap& map, const Schema& schema) {
  for (const auto& [column, first] : weighted_texts(schema)) {
    const auto takes = [&, from = first, count = column->features()](std::uint32_t feature) {
      return feature - from < count;
    };
    const bool taken = map.settings().fourier > 0 ||
                       std::any_of(map.products().begin(), map.products().end(),
                                   [&](const RowMap::Product& product) {
                                     return std::any_of(product.begin(), product.end(), takes);
                                   });
    if (!taken) continue;
    throw Error(
        ErrorKind::usage,
        fmt::format("{} comes before terms are weighted, so that it would take plain counts of "
                    "column {} (use {}, without other weights or hashing, if counts are wanted)",
                    setting(map.settings().fourier > 0 ? "fourier" : "interact"),
                    in_quotes(column->name), setting("tfidf", "false")));
  }
}

}  // namespace

void map_rows(Dataset& data, const MapSettings& settings, const Limits& limits) {
  if (!settings.any()) return;
  auto map = std::make_shared<const RowMap>(settings, data.schema, limits.most_features);
  require_counts(*map, data.schema);
  if (settings.polynomial.degree > 1 && map->monomials().size() == 0)
    throw Error(ErrorKind::usage,
                fmt::format("{}: {} has no columns of numbers to multiply{}", setting("polynomial"),
                            data.name,
                            settings.polynomial.powers
                                ? ""
                                : " with each other (without \":products\" it makes powers)"));
  require_few_features(Place{data.name}, limits, map->features());
  data.schema.map = std::move(map);
  map_rows(data);
}

void map_rows(Dataset& data) {
  data.matrix = RowMapper(data.name, data.schema).map(data.matrix);
  data.radius = 0;  // these were about the rows before
  data.stated_fingerprint.clear();
}

Matrix unmapped_rows(const Dataset& data) {
  const std::uint64_t features = data.schema.base_features();
  Matrix rows(data.matrix.layout(), features);
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size && row.feature(k) < features; ++k)
            rows.push(row.feature(k), row.value(k));
          rows.end_row();
        }
      },
      data.matrix.view());
  return rows;
}

Schema without_map(Schema schema) {
  schema.map = nullptr;
  return schema;
}

}  // namespace perceptron::core
