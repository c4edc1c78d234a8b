// Small samples, and what is true of them: proofs checked in rational numbers,
// and oracles that share no code with the search for the best margin.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <vector>

#include "certify/widest_margin.h"
#include "data/dataset.h"
#include "problem.h"

namespace perceptron::core::test {

using Point = std::vector<double>;

double dot(const Point& a, const Point& b);

struct Sample {
  std::vector<Point> points;
  std::vector<std::uint32_t> labels;
  bool sparse = false;

  std::size_t size() const { return points.size(); }
  std::size_t features() const { return points[0].size(); }
  double sign(std::size_t i) const { return labels[i] == 1 ? 1 : -1; }
  Problem problem() const;
  // y·x, and with an offset y behind it.
  std::vector<Point> signed_points(bool offset) const;
  // The hull whose distance from the origin is the margin, or twice the margin.
  std::vector<Point> hull(bool offset) const;
};

inline Examples examples_of(const Dataset& data) { return {data.matrix.view(), data.labels}; }

// What the search finds.
WidestMargin optimum_of(const Examples& examples, bool offset,
                        const Targets& targets = Targets::binary(), std::uint64_t threads = 1);
WidestMargin optimum_of(const Sample& sample, bool offset);

// ---- Random data on which every case is common ----

struct Sizes {
  std::uint64_t features = 8;
  std::uint64_t rows = 20;
};

Sample any_sample(Random& random, const Sizes& most);
// Points that some plane keeps at a distance, so that slow methods end too.
Sample separable_sample(Random& random, const Sizes& most, bool offset);

// ---- Proofs, in rational numbers ----

using Numbers = std::vector<mpq_class>;

// "3", "-3/7", or a hexadecimal float such as "0x1.8p+1".
mpq_class number(const std::string& text);
Numbers numbers(const std::vector<std::string>& texts);

// Weights, and the offset behind them if there is one.
Numbers plane_of(const WidestMargin& optimum, bool offset);

// Of rows with y multiplied in and, where the plane has an offset, y behind them.
Numbers scores(const std::vector<Numbers>& rows, const Numbers& plane);

bool separates(const Sample& sample, const Numbers& plane, bool offset);
// No point on its wrong side, and not all of them on the plane.
bool separates_weakly(const Sample& sample, const Numbers& plane, bool offset);
// Few points, each once, whose positive combination is zero.
bool vanishes(const Sample& sample, const ZeroCombination& proof, bool offset);

// Whether target = Σ αz has a solution α ≥ 0: the first phase of the simplex method, by Bland's
// rule, in fractions.
bool in_cone(const std::vector<Numbers>& z, const Numbers& target);

// ---- Oracles, for signed points of small integers ----

bool is_separable(const std::vector<Point>& z);
bool is_weakly_separable(const std::vector<Point>& z);

// The distance of a hull from the origin: the nearest point lies on some face.
double least_height(const std::vector<Point>& hull, std::size_t first = 0,
                    const std::vector<Point>& corners = {});
// Bounds on that distance from moving weight between two points at a time
// (Mitchell, Demyanov and Malozemov 1974).
Interval descend(const std::vector<Point>& hull);

}  // namespace perceptron::core::test
