#include "report/mapped_points.h"

#include <utility>

namespace perceptron::core {

bool has_flat_map(const Schema& schema) { return schema.map && schema.base_features() == 2; }

MappedPoints::MappedPoints(const Schema& schema, Scaling scaling)
    : mapper_("a point of the picture", schema), scaling_(std::move(scaling)) {}

const std::vector<double>& MappedPoints::at(double x, double y) {
  Matrix point(Matrix::Layout::dense, 2);
  point.push(0, x);
  point.push(1, y);
  point.end_row();
  Matrix mapped = mapper_.map(point);
  scaling_.apply(mapped);
  values_.clear();
  each_value(mapped, [&](std::uint64_t /*feature*/, double value) { values_.push_back(value); });
  return values_;
}

}  // namespace perceptron::core
