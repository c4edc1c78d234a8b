// Rows and planes in two dimensions: the data of a drawing of a run.
//
// Two features are drawn as they are. More are projected on two directions: the distance from the
// plane, and the first principal component of the rest. For many classes: the two directions in
// which the planes' weights vary most. Where two features went through a feature map, these are
// drawn, with the class of every place.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "report/picture_record.h"

namespace perceptron::core {

struct DrawnPlane {
  std::string name;
  std::span<const double> weights;
  double offset = 0;
  double margin = 0;  // half the width of the band around it; 0: none
};

struct Scene {
  const Dataset& data;  // scaled as for training
  std::vector<DrawnPlane> planes;
  std::vector<std::uint64_t> updates = {};  // at each row; empty: not known
  std::vector<std::uint64_t> support = {};  // of the widest margin, or the rows that prove overlap
  // The class of a point of two features, if regions are to be coloured.
  std::function<std::uint32_t(double, double)> decide = {};
  bool scaled = false;
  // The rows of two features before the feature map, if they are to be drawn, not scaled; then the
  // class is that of such a point.
  const Matrix* before_map = nullptr;
  bool overlap = false;  // `support` proves that no plane separates the classes
  // The weights of these rows with which both classes have the same weighted mean; empty: unknown.
  std::vector<double> shared = {};
};

// If there are many rows some are drawn, the important ones first. Nothing if there are no rows or
// no features.
std::optional<PictureRecord> draw_picture(const Scene& scene);

// Enough digits to distinguish values that differ by a ten-thousandth of their range, more than
// the eye can see.
int digits_for(double low, double high);
double rounded(double value, int digits = 5);

}  // namespace perceptron::core
