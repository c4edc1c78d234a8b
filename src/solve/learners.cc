#include "solve/learners.h"

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "learn/settings.h"

namespace perceptron {

const Learner& find_learner(std::string_view name) {
  for (const Learner& learner : kLearners) {
    if (learner.name == name) return learner;
  }
  throw Error(ErrorKind::usage,
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
  static const std::string learners = learner_names();
  static const std::vector<Option<LearnSettings>> table = {
      option<&LearnSettings::learner>(
          "learner", "", learners,
          "how to learn: the perceptron's last weights, their average, the best ones seen; steps "
          "as large as need be; a loss at its least; a wide margin by steps; the widest margin"),
      option<&LearnSettings::offset>(
          "offset", "", "", "learn an offset b beside the weights, or pass through the origin"),
      option<&LearnSettings::penalise_offset>(
          "penalise-offset", "", "", "of a loss: let --l1 and --l2 hold for the offset too"),
      option<&LearnSettings::solver>(
          "solver", "", "auto|online|batch|dual|newton",
          "how the least of a loss is found; auto chooses by the data's shape and --l1, --l2"),
      option<&LearnSettings::tolerance>(
          "tolerance", "G", "",
          "of a loss: stop when it is proved to be within this share of its least", 0, 1),
      option<&LearnSettings::l1>(
          "l1", "L", "", "weight of the sum of absolute weights, which makes many of them 0", 0,
          1e300),
      option<&LearnSettings::l2>(
          "l2", "L", "",
          "weight of half the sum of squared weights; auto: 1e-4 for the losses, 0 elsewhere"),
      option<&LearnSettings::rate>(
          "rate", "R", "", "length of a step of online or batch; 0: their own choice", 0, 1e300),
      option<&LearnSettings::schedule>(
          "schedule", "", "constant|inverse|sqrt",
          "how --rate falls with the step or pass k: not at all, as 1/k, as 1/sqrt(k)"),
      option<&LearnSettings::average>(
          "average", "", "",
          "of online: give the mean of all weights passed through, or the last ones"),
      option<&LearnSettings::variant>(
          "variant", "", "PA|PA-I|PA-II",
          "of passive-aggressive: steps without bound, at most C, softened by C"),
      option<&LearnSettings::aggressiveness>(
          "aggressiveness", "C", "", "of PA-I and PA-II: how large steps may be", 1e-300, 1e300),
      option<&LearnSettings::multiclass>(
          "multiclass", "", "one-vs-rest|one-vs-one|joint",
          "how three or more classes are told apart: a model for each, for each pair, or one a "
          "class moved together"),
      option<&LearnSettings::calibrate>(
          "calibrate", "", "none|sigmoid|isotonic|temperature",
          "turn scores into probabilities, by five trainings that each leave out a fifth of the "
          "rows"),
      option<&LearnSettings::class_weight>(
          "class-weight", "NAME=W,…|balanced", "",
          "how much the examples of a class count; balanced: each class as much as the others"),
      option<&LearnSettings::early_stop>(
          "early-stop", "F", "",
          "hold out this share of the rows and keep the weights that do best on it", 0, 0.9),
      option<&LearnSettings::epochs>(
          "epochs", "T", "",
          "passes over the data at most (default: 100; losses 1000, online 5); a clean pass ends "
          "training",
          1, 1e9),
      option<&LearnSettings::updates>("updates", "K", "",
                                      "stop after the pass that reaches K updates; 0: no limit"),
      option<&LearnSettings::lambda>(
          "lambda", "L", "",
          "the learner margin reaches 1/L² of the widest margin (with an offset: of the rows "
          "[x, 1])",
          1.000001, 1e6),
      option<&LearnSettings::gap>(
          "gap", "G", "",
          "how near max-margin comes to the widest margin; 0: 1e-9, or 0.01 where rows and "
          "features are many",
          0, 1),
      option<&LearnSettings::order>(
          "order", "", "shuffle|file",
          "order of the examples: a new seeded shuffle each pass, or as in the file"),
      option<&LearnSettings::initial_weights>(
          "initial-weights", "W1,W2,…", "",
          "weights to start from, one a feature (default: zeros)"),
      option<&LearnSettings::initial_offset>("initial-offset", "B", "", "offset to start from"),
      option<&LearnSettings::seed>("seed", "N", "",
                                   "names the random numbers; the same seed gives the same result"),
  };
  return table;
}

double l2_of(const LearnSettings& settings) {
  if (settings.l2 == "auto") return find_learner(settings.learner).loss ? 1e-4 : 0;
  const auto value = parse_number(settings.l2);
  if (!value || !(*value >= 0 && *value <= 1e300)) {
    throw Error(ErrorKind::usage,
                "--l2: expected auto or a number from 0 to 1e300, found " + in_quotes(settings.l2));
  }
  return *value;
}

std::uint64_t epochs_of(const LearnSettings& settings) {
  constexpr std::uint64_t kPerceptrons = 100;
  constexpr std::uint64_t kOnline = 5;
  constexpr std::uint64_t kCertified = 1000;
  if (settings.epochs > 0) return settings.epochs;
  if (!find_learner(settings.learner).loss) return kPerceptrons;
  return settings.solver == "online" ? kOnline : kCertified;
}

}  // namespace perceptron
