// The geometry of pictures: lines and the box they are drawn in.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "report/picture_record.h"

namespace perceptron::core {

struct Point {
  double x;
  double y;
};

struct Box {
  double left;
  double right;
  double bottom;
  double top;
  bool square = false;  // both axes have one scale
};

struct Line {  // a·x + b·y + c = 0
  double a;
  double b;
  double c;
  double at(Point p) const { return a * p.x + b * p.y + c; }
};

Line line_of(const PicturePlane& plane);

// The part of the plane that is drawn.
Box box_of(const PictureRecord& picture);
std::vector<Point> corners(const Box& box);

// The part of a polygon on the nonnegative side of the line.
std::vector<Point> clip(const std::vector<Point>& polygon, const Line& line);

// Where a line enters and leaves a box; nothing if it misses it.
std::optional<std::pair<Point, Point>> within(const Box& box, const Line& line);

}  // namespace perceptron::core
