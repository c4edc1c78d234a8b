// The features that a point of the data has after the feature map and scaling, for pictures of the
// data before the map.
#pragma once

#include <cstdint>
#include <vector>

#include "data/maps/row_mapper.h"
#include "data/scaling.h"

namespace perceptron::core {

class MappedPoints {
 public:
  // `schema` has a map of two features.
  MappedPoints(const Schema& schema, Scaling scaling);

  // The features of the point until the next call.
  const std::vector<double>& at(double x, double y);

 private:
  RowMapper mapper_;
  Scaling scaling_;
  std::vector<double> values_;
};

// Whether pictures show the two features before the map.
bool has_flat_map(const Schema& schema);

}  // namespace perceptron::core
