// Small learning problems, and the textbook's loop to compare with.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "data/matrix.h"
#include "model/fit.h"

namespace perceptron::core::test {

struct Problem {
  Matrix matrix;
  std::vector<std::uint32_t> labels;

  Problem() = default;
  Problem(const std::vector<std::vector<double>>& points, std::vector<std::uint32_t> classes,
          Matrix::Layout layout = Matrix::Layout::dense)
      : labels(std::move(classes)) {
    matrix = Matrix(Matrix::Layout::dense, points.at(0).size());
    for (const auto& point : points) {
      for (std::size_t j = 0; j < point.size(); ++j) matrix.push(j, point[j]);
      matrix.end_row();
    }
    if (layout != matrix.layout()) matrix = matrix.as(layout);
  }

  Examples examples() const { return {matrix.view(), labels}; }
};

inline std::vector<Fit> fit_all(const Problem& problem, const Targets& targets,
                                const LearnSettings& settings, std::uint64_t threads = 1) {
  Listener silent;
  return fit(problem.examples(), targets, settings, threads, silent);
}

// From `start`, if it has weights.
inline Fit fit_binary(const Problem& problem, const LearnSettings& settings,
                      const WarmStart& start = {}) {
  Listener silent;
  const std::span<const WarmStart> starts(&start, start.weights.empty() ? 0 : 1);
  return fit(problem.examples(), Targets::binary(), settings, 1, silent, starts)[0];
}

// `rows` points whose coordinates `draw` makes, a third of them zero, and
// labels below `classes`.
template <class Draw>
Problem random_problem(Random& random, std::uint64_t rows, std::uint64_t features,
                       std::uint64_t classes, const Draw& draw) {
  std::vector<std::vector<double>> points(rows, std::vector<double>(features));
  std::vector<std::uint32_t> labels;
  for (auto& point : points) {
    for (double& x : point) x = random.below(3) == 0 ? 0 : draw();
    labels.push_back(static_cast<std::uint32_t>(random.below(classes)));
  }
  return {points, labels};
}

// Real numbers, so that any other order of summation would show.
inline Problem real_problem(Random& random, std::uint64_t classes = 2) {
  const std::uint64_t rows = 1 + random.below(40);
  const std::uint64_t features = 1 + random.below(30);
  return random_problem(random, rows, features, classes, [&] { return random.normal(); });
}

}  // namespace perceptron::core::test
