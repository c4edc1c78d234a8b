// Parts shared by the drawings of rows and planes.
#pragma once

#include "base/json.h"
#include "report/picture_geometry.h"
#include "report/picture_record.h"

namespace perceptron::core {

// A chart without layers: its axes and its size.
Json ground(const PictureRecord& picture, const Box& box);
// The rows, as values of a chart: x, y, class c, row, updates u and whether it is a support vector,
// s.
Json points_of(const PictureRecord& picture);
Json colour_by_class(const PictureRecord& picture);
// With the colours it tells more than 30 classes apart.
Json shape_by_class(const PictureRecord& picture);

}  // namespace perceptron::core
