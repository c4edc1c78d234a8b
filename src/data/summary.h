// Describes a dataset: its size, its classes, and the range of each feature.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.h"

namespace perceptron::core {

struct FeatureRange {
  std::string name;
  double minimum = 0;
  double maximum = 0;
  double mean = 0;
  std::uint64_t nonzeros = 0;
};

struct DataSummary {
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::uint64_t nonzeros = 0;
  bool sparse = false;
  std::string value_type;
  std::vector<std::uint64_t> rows_of_classes;
  double total_weight = 0;           // 0 if rows have no weights
  std::vector<FeatureRange> ranges;  // of the first features
  std::string hash;
};

// `most` is the number of features to describe: there may be too many for memory.
DataSummary summarise(const Dataset& data, std::uint64_t most);

}  // namespace perceptron::core
