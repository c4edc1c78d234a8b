// Rows and planes in two dimensions, and the steps of a training.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/fields.h"

namespace perceptron::core {

// What the axes of the picture are.
enum class PictureKind {
  features,    // the only two features
  mapped,      // the only two features before the feature map
  line,        // the only feature, and the row's number
  distance,    // from the plane, and the first principal component of the rest
  directions,  // those in which the planes of many classes differ most
  variation,   // the first two principal components, without a plane
};
constexpr auto enum_names(PictureKind) {
  return std::array{
      std::pair{PictureKind::features, "features"},
      std::pair{PictureKind::mapped, "mapped"},
      std::pair{PictureKind::line, "line"},
      std::pair{PictureKind::distance, "distance"},
      std::pair{PictureKind::directions, "directions"},
      std::pair{PictureKind::variation, "variation"},
  };
}

// The rows that are drawn, one list per property.
struct PicturePoints {
  std::vector<std::uint64_t> row;  // from 1
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::uint64_t> label;  // the class, as an index into `classes`
  std::optional<std::vector<std::uint64_t>> updates;
  std::optional<std::vector<std::uint64_t>> support;  // support vectors of the widest margin

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("row", self.row);
    fields.required("x", self.x);
    fields.required("y", self.y);
    fields.required("class", self.label);
    fields.optional("updates", self.updates);
    fields.optional("support", self.support);
  }
};

// a·x + b·y + c = 0 in the picture, and half the width of the band around it.
struct PicturePlane {
  std::string name;
  double a = 0;
  double b = 0;
  double c = 0;
  double margin = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("name", self.name);
    fields.required("a", self.a);
    fields.required("b", self.b);
    fields.required("c", self.c);
    fields.required("margin", self.margin);
  }
};

// The predicted class of each square of the background.
struct PictureRegions {
  std::array<double, 2> x{};  // from, to
  std::array<double, 2> y{};
  std::uint64_t side = 0;            // squares in x and y
  std::vector<std::uint64_t> label;  // row by row, from the bottom

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("x", self.x);
    fields.required("y", self.y);
    fields.required("side", self.side);
    fields.required("class", self.label);
  }
};

struct PictureRecord {
  PictureKind kind = PictureKind::features;
  std::array<std::string, 2> axes;  // titles of the axes
  bool scaled = false;
  std::uint64_t rows = 0;  // of the data
  std::vector<std::string> classes;
  PicturePoints points;
  std::vector<PicturePlane> planes;
  std::optional<PictureRegions> regions;
  std::optional<bool> overlap;  // the marked rows prove that no plane separates the classes
  // A point in the hulls of both classes, which the marked rows surround: no plane separates them.
  std::optional<std::array<double, 2>> shared;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("kind", self.kind);
    fields.required("axes", self.axes);
    fields.required("scaled", self.scaled);
    fields.required("rows", self.rows);
    fields.required("classes", self.classes);
    fields.required("points", self.points);
    fields.required("planes", self.planes);
    fields.optional("regions", self.regions);
    fields.optional("overlap", self.overlap);
    fields.optional("shared", self.shared);
  }
  // Lists have the same length, and class indices are valid.
  void check(const std::string& where) const;
};

// One update of a training on two features, and the weights after it.
struct StepRecord {
  std::uint64_t pass = 0;
  std::uint64_t row = 0;  // from 1
  std::string label;
  double score = 0;
  double step = 0;
  std::array<double, 2> weights{};
  double offset = 0;
  std::optional<double> guess;  // of the margin perceptron
  std::array<double, 2> point{};

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("pass", self.pass);
    fields.required("row", self.row);
    fields.required("class", self.label);
    fields.required("score", self.score);
    fields.required("step", self.step);
    fields.required("weights", self.weights);
    fields.required("offset", self.offset);
    fields.optional("guess", self.guess);
    fields.required("point", self.point);
  }
};

}  // namespace perceptron::core
