// Models with random weights on two features, and their predictions computed the plain way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "model/model.h"

namespace perceptron::core::test {

using Point = std::vector<double>;

struct RandomModel {
  Model model;

  RandomModel(Random& random, std::uint64_t classes, bool scaled) {
    for (std::uint64_t c = 0; c < classes; ++c) model.classes.push_back(std::to_string(c));
    model.schema = Schema::numbered_table(2);
    for (std::uint64_t m = 0; m < (classes == 2 ? 1 : classes); ++m)
      model.planes.push_back({{random.normal(), random.normal()}, random.normal(), {}});
    if (classes == 2 && random.below(2) == 0) model.threshold = random.normal();
    if (!scaled) return;
    model.scaling.kind = ScalingKind::standard;
    model.scaling.shift = {random.normal(), random.normal()};
    model.scaling.scale = {0.1 + 5 * random.uniform(), 0.1 + 5 * random.uniform()};
  }

  std::vector<double> scores(const Point& x) const {
    std::vector<double> scores;
    for (const Plane& plane : model.planes) {
      double score = plane.offset;
      for (std::size_t j = 0; j < x.size(); ++j) {
        const double z = model.scaling.scale.empty()
                             ? x[j]
                             : (x[j] - model.scaling.shift[j]) / model.scaling.scale[j];
        score += plane.weights[j] * z;
      }
      scores.push_back(score);
    }
    return scores;
  }
  std::uint32_t predict(const Point& x) const { return model.scheme().decide(scores(x)); }
};

}  // namespace perceptron::core::test
