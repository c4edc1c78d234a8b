// Trains a classifier, proves how close it is to the optimum, and checks the proof.
#include <perceptron/perceptron.h>

#include <iostream>

int main() {
  using namespace perceptron;
  const Dataset data = generate(GeneratorKind::ball, {.rows = 200});

  const Training run =
      train(data, {.learn = {.learner = Learner::logistic, .l2 = 1e-3}, .certify = true});
  std::cout << run.objective->lower << " <= optimum <= " << run.objective->upper << '\n';
  save(run.model, "clouds.model");
  std::cout << "accuracy " << evaluate(load("clouds.model"), data).accuracy << '\n';

  const Margin widest = find_margin(data);
  std::cout << widest.margin.lower << " <= widest margin <= " << widest.margin.upper << '\n';

  const Verdict optimal = verify(run.certificate, data);
  const Verdict proved = verify(widest.certificate, data);
  std::cout << optimal.reason << '\n' << proved.reason << '\n';
  return optimal.valid && proved.valid ? 0 : 1;
}
