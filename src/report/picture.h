// Rows and planes on paper: what a drawing of a run needs.
//
// Two features are drawn as they are. More are seen along two directions: how far a row
// is from the plane, and where the rows vary most beside that (the first principal
// component of what is left). Of many classes: the two directions in which the planes'
// weights vary most.
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
  const Dataset& data;  // as the planes see it
  std::vector<DrawnPlane> planes;
  std::vector<std::uint64_t> updates = {};  // at each row; empty: not known
  std::vector<std::uint64_t> support = {};  // rows that hold the widest margin
  // The class of a point of two features, where there are regions to colour.
  std::function<std::uint32_t(double, double)> decide = {};
  bool scaled = false;
};

// Of many rows a part is shown, those that matter first. Nothing where there are no rows or no
// features.
std::optional<PictureRecord> draw_picture(const Scene& scene);

// So many digits that values which differ by a ten thousandth of their range stay apart:
// more than an eye can see.
int digits_for(double low, double high);
double rounded(double value, int digits = 5);

}  // namespace perceptron::core
