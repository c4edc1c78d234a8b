// Trains on sparse rows in memory, with three classes, and predicts a row that has none.
#include <perceptron/perceptron.h>

#include <cstdint>
#include <iostream>
#include <vector>

int main() {
  using namespace perceptron;
  // Word counts of six texts: row i has the values from starts[i] to before starts[i + 1].
  const std::vector<std::uint64_t> starts = {0, 2, 3, 5, 6, 8, 9};
  const std::vector<std::uint32_t> indices = {0, 1, 0, 2, 3, 2, 4, 5, 5};
  const std::vector<double> values = {2, 1, 1, 1, 2, 3, 1, 1, 2};
  const Dataset data(SparseRows{starts, indices, values, 6},
                     {"sport", "sport", "money", "money", "music", "music"},
                     {.feature_names = {"goal", "team", "bank", "price", "song", "band"}});

  std::uint64_t reports = 0;
  const Training run = train(data, {.learn = {.learner = Learner::logistic, .l2 = 1e-2},
                                    .progress = [&](const Progress&) { return ++reports > 0; }});
  for (const PlaneResult& plane : run.planes)
    std::cout << plane.positive << " against the rest: " << plane.passes << " passes, "
              << plane.objective->lower << " <= optimum <= " << plane.objective->upper << '\n';

  const std::vector<double> text = {0, 0, 0, 0, 1, 1};
  const Predictions predicted = predict(run.model, DenseRows{text, 6});
  std::cout << "a song of a band is " << predicted.classes[0] << '\n';
  return run.converged && predicted.classes[0] == "music" ? 0 : 1;
}
