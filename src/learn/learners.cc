#include "learn/learners.h"

#include "base/error.h"
#include "base/text.h"
#include "learn/settings.h"

namespace perceptron {

const Learner& find_learner(std::string_view name) {
  for (const Learner& learner : kLearners) {
    if (learner.name == name) return learner;
  }
  throw Error(Exit::usage,
              "no learner is called " + in_quotes(name) + "; there are " + learner_names());
}

std::string learner_names() {
  std::string names;
  for (const Learner& learner : kLearners) {
    if (!names.empty()) names += '|';
    names += learner.name;
  }
  return names;
}

const std::vector<Option<LearnSettings>>& learn_options() {
  using Record = Option<LearnSettings>;
  static const std::string learners = learner_names();
  static const std::vector<Record> table = {
      Record{"learner", &LearnSettings::learner, "", learners,
             "how to learn: the last weights, their average, the best ones seen; a wide margin "
             "by steps; the widest margin"},
      Record{"offset", &LearnSettings::offset, "", "",
             "learn an offset b beside the weights, or pass through the origin"},
      Record{"epochs", &LearnSettings::epochs, "T", "",
             "passes over the data at most; a clean pass ends training", 1, 1e9},
      Record{"updates", &LearnSettings::updates, "K", "",
             "stop after the pass that reaches K updates; 0: no limit"},
      Record{"lambda", &LearnSettings::lambda, "L", "",
             "the learner margin reaches 1/L² of the widest margin (with an offset: of the rows "
             "[x, 1])",
             1.000001, 1e6},
      Record{"gap", &LearnSettings::gap, "G", "",
             "how near max-margin comes to the widest margin; 0: 1e-9, or 0.01 where rows and "
             "features are many",
             0, 1},
      Record{"order", &LearnSettings::order, "", "shuffle|file",
             "order of the examples: a new seeded shuffle each pass, or as in the file"},
      Record{"initial-weights", &LearnSettings::initial_weights, "W1,W2,…", "",
             "weights to start from, one a feature (default: zeros)"},
      Record{"initial-offset", &LearnSettings::initial_offset, "B", "", "offset to start from"},
      Record{"seed", &LearnSettings::seed, "N", "",
             "names the random numbers; the same seed gives the same result"},
  };
  return table;
}

}  // namespace perceptron
