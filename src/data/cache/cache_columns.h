// A cache holds the features of its own file; a model may know them in another order, or
// more or fewer of them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "data/cache/cache.h"
#include "data/read/reader.h"

namespace perceptron {

// Which feature of a model each feature of a cache is.
struct FeatureMap {
  static constexpr std::uint64_t kUnused = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kNew = kUnused - 1;  // the model does not know it

  std::vector<std::uint64_t> features;  // of a table: one for each of the cache
  std::vector<std::string> new_columns;
  bool new_categories = false;

  // Numbered features keep their number, less what the two count from.
  bool numbered = false;
  std::uint64_t cache_base = 0;
  std::uint64_t model_base = 0;
  std::uint64_t model_features = 0;

  // The model's feature; none where the model counts from 1 and this is 0.
  std::optional<std::uint64_t> operator[](std::uint64_t feature) const;
  // Whether every feature is the one of the same number.
  bool same(std::uint64_t cache_features) const;
};

// Throws where the cache has not all that the model asks for, or it cannot be told.
FeatureMap map_features(const Cache& cache, const std::string& name, const Reading& reading);

// Whether a cache, fresh and made of the file itself, gives the rows that reading the file
// for the model would give, and that without an error.
bool stands_for_file(const Cache& cache, const CacheOrigin& now, const Reading& reading);

// How a file is best read without the model, so that its cache can stand for it.
Reading reading_without_model(const Reading& reading);

}  // namespace perceptron
