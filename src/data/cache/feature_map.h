// Maps features of a cache to those of a model: the cache holds the features of its own file; a
// model may have them in another order, or more or fewer of them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "data/cache/cache.h"
#include "data/read/reader.h"

namespace perceptron::core {

struct FeatureMap {
  static constexpr std::uint64_t kUnused = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kNew = kUnused - 1;  // unknown to the model

  std::vector<std::uint64_t> features;  // the model's, for each of the cache; not of numbered ones
  std::vector<std::string> new_columns;
  bool new_categories = false;  // or names

  // Numbered features keep their number; either file may count from 0 or 1.
  bool numbered = false;
  std::uint64_t cache_base = 0;
  std::uint64_t model_base = 0;
  std::uint64_t model_features = 0;

  // The model's feature; none for feature 0 if the model counts from 1.
  std::optional<std::uint64_t> operator[](std::uint64_t feature) const;
  // Whether every feature of the cache has the same number in the model.
  bool is_identity(std::uint64_t cache_features) const;
};

// Throws if the cache lacks a column of the model, or its columns cannot be matched.
FeatureMap map_features(const Cache& cache, const std::string& name, const Reading& reading);

// Whether a cache made from the present file gives, without error, the same rows as reading the
// file for the model.
bool can_replace_file(const Cache& cache, const CacheOrigin& now, const Reading& reading);

// How to read a file without the model such that its cache can serve for the model.
Reading reading_without_model(const Reading& reading);

}  // namespace perceptron::core
