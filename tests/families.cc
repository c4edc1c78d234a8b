#include "families.h"

#include <cmath>
#include <utility>

namespace perceptron::core::test {
namespace {

// Normal values and a class that depends on the first of them, with noise.
struct Shape {
  std::uint64_t rows;
  std::uint64_t features;
  double noise = 1;
};

struct Sheet {
  Grid points;
  std::vector<double> signs;

  Task task() { return Task(std::move(points), std::move(signs)); }
};

Sheet sheet(Random& random, const Shape& shape) {
  Sheet made{Grid(shape.rows, std::vector<double>(shape.features)), {}};
  for (auto& point : made.points) {
    for (double& x : point) x = random.normal();
    made.signs.push_back(point[0] + shape.noise * random.normal() > 0 ? 1 : -1);
  }
  made.signs[0] = 1;
  made.signs[1] = -1;
  return made;
}

Task columns_of_any_size(Random& random, std::uint64_t times) {
  Sheet made = sheet(random, {60 * times, 17});
  for (auto& point : made.points) {
    for (std::size_t j = 0; j < point.size(); ++j)
      point[j] *= std::pow(10, static_cast<double>(j) - 8);
  }
  return made.task();
}

Task duplicate_columns(Random& random, std::uint64_t times) {
  Sheet made = sheet(random, {50 * times, 12});
  for (auto& point : made.points) {
    for (std::size_t j = 6; j < point.size(); ++j) point[j] = point[j - 6];
  }
  return made.task();
}

Task constant_columns(Random& random, std::uint64_t times) {
  Sheet made = sheet(random, {50 * times, 8});
  for (auto& point : made.points) {
    point[3] = 1;
    point[4] = 1000;
    point[5] = 0;
  }
  return made.task();
}

Task nearly_collinear_columns(Random& random, std::uint64_t times) {
  Sheet made = sheet(random, {50 * times, 10});
  for (auto& point : made.points) {
    for (std::size_t j = 5; j < point.size(); ++j) point[j] = point[j - 5] + 1e-7 * random.normal();
  }
  return made.task();
}

Task more_features_than_rows(Random& random, std::uint64_t times) {
  return sheet(random, {20 * times, 400 * times}).task();
}

Task rows_of_any_size(Random& random, std::uint64_t times) {
  Sheet made = sheet(random, {40 * times, 60 * times});
  for (auto& point : made.points) {
    const double size = std::pow(10, random.uniform(-3, 3));
    for (double& x : point) x *= size;
  }
  return made.task();
}

Task more_rows_than_features(Random& random, std::uint64_t times) {
  return sheet(random, {1000 * times, 3}).task();
}

Task one_row_a_class(Random& random, std::uint64_t times) {
  return sheet(random, {2, 5 * times}).task();
}

Task rare_class(Random& random, std::uint64_t times) {
  Sheet made = sheet(random, {1000 * times, 4});
  for (std::size_t i = 0; i < made.signs.size(); ++i) made.signs[i] = i % 1000 == 0 ? 1 : -1;
  return made.task();
}

Task separable(Random& random, std::uint64_t times) {
  return sheet(random, {100 * times, 4, 0}).task();
}

Task almost_separable(Random& random, std::uint64_t times) {
  Sheet made = sheet(random, {100 * times, 4, 0});
  made.signs[7] = -made.signs[7];
  return made.task();
}

}  // namespace

std::vector<Family> families() {
  return {{"columns of size 1e-8 to 1e8", columns_of_any_size},
          {"duplicate columns", duplicate_columns},
          {"constant columns", constant_columns},
          {"nearly collinear columns", nearly_collinear_columns},
          {"many more features than rows", more_features_than_rows},
          {"rows of size 1e-3 to 1e3", rows_of_any_size},
          {"many more rows than features", more_rows_than_features},
          {"one row a class", one_row_a_class},
          {"99.9 % of one class", rare_class},
          {"separable", separable},
          {"almost separable", almost_separable}};
}

std::vector<Penalty> stress_penalties() {
  return {{"l2 1e-9", 0, 1e-9},
          {"l2 1e-4", 0, 1e-4},
          {"l2 1", 0, 1},
          {"l2 1e3", 0, 1e3},
          {"l1 1e-6", 1e-6, 0},
          {"l1 1e-3", 1e-3, 0},
          {"l1 1", 1, 0},
          {"l1 1e-3, l2 1e-4", 1e-3, 1e-4},
          {"l1 1e-4, l2 1e-8", 1e-4, 1e-8},
          {"none", 0, 0}};
}

}  // namespace perceptron::core::test
