// Chooses learner and penalty by cross-validation, then trains on all rows.
#include <perceptron/perceptron.h>

#include <iostream>

int main() {
  using namespace perceptron;
  const Dataset data = generate(GeneratorKind::gaussians, {.rows = 300, .distance = 2});
  const Tuning tuning =
      tune(data, {.scale = ScalingKind::standard},
           {{"learner", {Learner::hinge, Learner::logistic}}, {"l2", logspace(1e-4, 1, 3)}},
           {.folds = 10});
  for (const TuningPoint& point : tuning.points) {
    std::cout << name_of(point.settings.learn.learner) << ", l2 " << *point.settings.learn.l2
              << ": " << point.validation.accuracy << " ± " << point.validation.standard_error
              << '\n';
  }
  const TuningPoint& chosen = tuning.points[tuning.simplest];
  const Training run = train(data, chosen.settings);
  std::cout << "chosen: " << name_of(chosen.settings.learn.learner) << ", l2 " << chosen.values[1]
            << "; " << run.correct << " of " << data.rows() << " training rows correct\n";
  return run.converged ? 0 : 1;
}
