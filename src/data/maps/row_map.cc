#include "data/maps/row_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "data/maps/interactions.h"
#include "data/schema.h"

namespace perceptron::core {
namespace {

// The features of numbers, for products; none: all are.
std::optional<std::vector<std::uint32_t>> numbers_of(const Schema& schema) {
  if (!schema.table || schema.only_numbers()) return std::nullopt;
  std::vector<std::uint32_t> numbers;
  std::uint32_t next = 0;
  for (const Column& column : schema.columns) {
    if (column.type == ColumnType::number || column.type == ColumnType::ordinal)
      numbers.push_back(next);
    next += static_cast<std::uint32_t>(column.features());
  }
  return numbers;
}

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  return a > Monomials::kTooMany - b ? Monomials::kTooMany : a + b;
}

}  // namespace

MapSettings MapSettings::of(const ReadSettings& options) {
  MapSettings settings{options.polynomial, options.interact, options.fourier, options.gamma,
                       options.fourier_seed};
  if (settings.fourier > 0 && (settings.polynomial.degree > 1 || !settings.interact.empty())) {
    throw Error(
        ErrorKind::usage,
        fmt::format("{} replaces the features, so it does not go with {}", setting("fourier"),
                    settings.interact.empty() ? setting("polynomial") : setting("interact")));
  }
  for (const ColumnSetting& column : options.column) {
    if (settings.fourier > 0 && column.scale)
      throw Error(ErrorKind::usage,
                  fmt::format("{} puts cosines in the place of the columns, so none of them can "
                              "have a scaling of its own (leave out that of {})",
                              setting("fourier"), in_quotes(column.name)));
  }
  if (settings.fourier == 0 && settings.gamma)
    throw Error(ErrorKind::usage,
                fmt::format("{} is a setting of {}", setting("gamma"), setting("fourier")));
  return settings;
}

ReadSettings MapSettings::options() const {
  ReadSettings options;
  options.polynomial = polynomial;
  options.interact = interact;
  options.fourier = fourier;
  options.gamma = gamma;
  options.fourier_seed = fourier_seed;
  return options;
}

ReadSettings without_maps(ReadSettings options) {
  const MapSettings none;
  options.polynomial = none.polynomial;
  options.interact = none.interact;
  options.fourier = none.fourier;
  options.gamma = none.gamma;
  options.fourier_seed = none.fourier_seed;
  return options;
}

RowMap::RowMap(MapSettings settings, const Schema& schema, std::uint64_t most)
    : settings_(std::move(settings)),
      base_(schema.base_features()),
      numbers_(settings_.polynomial.degree > 1 ? numbers_of(schema) : std::nullopt),
      monomials_(numbers_ ? numbers_->size() : base_, settings_.polynomial.degree,
                 settings_.polynomial.powers) {
  if (base_ > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::input, "a feature map is for fewer than 2^32 features");
  if (settings_.interact.empty()) return;
  products_ = find_products(settings_.interact, schema, most);
  std::erase_if(products_, [&](const Product& product) { return is_monomial(product); });
}

bool RowMap::is_monomial(const Product& product) const {
  const auto is_number = [&](std::uint32_t feature) { return variable_of(feature).has_value(); };
  const bool power = std::adjacent_find(product.begin(), product.end()) != product.end();
  return product.size() <= monomials_.degree() && (monomials_.powers() || !power) &&
         std::all_of(product.begin(), product.end(), is_number);
}

std::uint64_t RowMap::features() const {
  if (settings_.fourier > 0) return settings_.fourier;
  return saturating_sum(saturating_sum(base_, monomials_.size()), products_.size());
}

double RowMap::gamma() const {
  return settings_.gamma.value_or(1 / static_cast<double>(std::max<std::uint64_t>(base_, 1)));
}

std::optional<std::uint64_t> RowMap::variable_of(std::uint64_t feature) const {
  if (!numbers_) return feature;
  const auto at = std::lower_bound(numbers_->begin(), numbers_->end(), feature);
  if (at == numbers_->end() || *at != feature) return std::nullopt;
  return static_cast<std::uint64_t>(at - numbers_->begin());
}

RowMap::Product RowMap::product_of(std::uint64_t feature) const {
  const std::uint64_t number = feature - base_;
  if (number >= monomials_.size()) return products_[number - monomials_.size()];
  Product product;
  for (const std::uint64_t variable : monomials_.variables_of(number))
    product.push_back(static_cast<std::uint32_t>(feature_of(variable)));
  return product;
}

std::string RowMap::feature_name(std::uint64_t feature,
                                 const std::function<std::string(std::uint64_t)>& base_name) const {
  if (settings_.fourier > 0) return fmt::format("rbf {}", feature + 1);
  if (feature < base_) return base_name(feature);
  const Product product = product_of(feature);
  std::string name;
  for (auto at = product.begin(); at != product.end();) {
    const auto next = std::find_if(at, product.end(), [&](std::uint32_t j) { return j != *at; });
    name += (name.empty() ? "" : "*") + base_name(*at);
    if (next - at > 1) name += fmt::format("^{}", next - at);
    at = next;
  }
  return name;
}

}  // namespace perceptron::core
