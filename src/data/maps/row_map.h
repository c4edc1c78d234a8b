// A feature map: which features are computed from those of the data. It is part of a schema, and
// is found from its settings and the columns alone. row_mapper.h applies it to rows.
//
// The mapped features are those of the data, then the products of `polynomial`, then those of
// `interact`; or, with `fourier`, cosines instead of all these.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/read.h>
#include "data/maps/monomials.h"

namespace perceptron::core {

struct Schema;

// The settings of a feature map, from those of reading.
struct MapSettings {
  Polynomial polynomial = {};
  std::vector<Interaction> interact = {};
  std::uint64_t fourier = 0;
  std::optional<double> gamma = {};
  std::uint64_t fourier_seed = 1;

  // Throws a usage error if some of them exclude each other.
  static MapSettings of(const ReadSettings& options);
  // The settings of reading, otherwise with their defaults.
  ReadSettings options() const;
  // Whether there is a map at all.
  bool any() const { return polynomial.degree > 1 || !interact.empty() || fourier > 0; }

  bool operator==(const MapSettings&) const = default;
};

// The settings without those of feature maps.
ReadSettings without_maps(ReadSettings options);

class RowMap {
 public:
  // For the features of `schema`, which has no map yet. Throws a usage error if the settings name
  // columns that it does not have, or make more than `most` products of columns that they name.
  RowMap(MapSettings settings, const Schema& schema, std::uint64_t most);

  const MapSettings& settings() const { return settings_; }
  std::uint64_t base_features() const { return base_; }
  // The largest 64-bit number if they are more.
  std::uint64_t features() const;
  // `base_name` gives the names of the features of the data.
  std::string feature_name(std::uint64_t feature,
                           const std::function<std::string(std::uint64_t)>& base_name) const;

  // The products of `polynomial`. Its variables are features of numbers.
  const Monomials& monomials() const { return monomials_; }
  std::uint64_t feature_of(std::uint64_t variable) const {
    return numbers_ ? (*numbers_)[variable] : variable;
  }
  // None: the feature is no number.
  std::optional<std::uint64_t> variable_of(std::uint64_t feature) const;
  // Those of `interact` as lists of features, sorted.
  using Product = std::vector<std::uint32_t>;
  const std::vector<Product>& products() const { return products_; }
  // Of `fourier`.
  double gamma() const;

 private:
  Product product_of(std::uint64_t feature) const;
  // Whether `polynomial` makes this product.
  bool is_monomial(const Product& product) const;

  MapSettings settings_;
  std::uint64_t base_;
  std::optional<std::vector<std::uint32_t>> numbers_;  // none: all features are numbers
  Monomials monomials_;
  std::vector<Product> products_;
};

}  // namespace perceptron::core
