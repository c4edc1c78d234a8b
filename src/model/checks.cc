#include "model/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "solve/learners.h"
#include "solve/solver.h"

namespace perceptron {
namespace {

// Where to look if the classes are not those one expected.
const char* elsewhere(const Dataset& data) {
  return data.schema.table ? " If the label is in another column, choose it with --label." : "";
}

}  // namespace

std::vector<double> class_totals(const Dataset& data) {
  std::vector<double> total(data.classes.size());
  for (std::uint64_t i = 0; i < data.rows(); ++i)
    total[data.labels[i]] += data.weights.empty() ? 1 : data.weights[i];
  return total;
}

void require_features(const Dataset& data) {
  if (data.features() > 0) return;
  throw Error(Place{data.name},
              "expected features, found none in any row (is the format right? say --format)");
}

void require_classes(const Dataset& data) {
  const auto& names = data.classes.names();
  if (names.size() >= 2) return;
  throw Error(Place{data.name}, fmt::format("expected at least two classes, found only {}.{}",
                                            in_quotes(names[0]), elsewhere(data)));
}

void require_two_classes(const Dataset& data) {
  require_classes(data);
  const auto& names = data.classes.names();
  if (names.size() == 2) return;
  throw Error(Place{data.name},
              fmt::format("expected two classes, found {}: {}. A margin lies between two; train "
                          "takes more.{}",
                          names.size(), in_list(names), elsewhere(data)));
}

// A class may be without rows where the classes come from a model, or its rows
// without weight.
void require_all_present(const Dataset& data) {
  const auto& names = data.classes.names();
  const auto total = class_totals(data);
  for (std::size_t c = 0; c < total.size(); ++c) {
    if (total[c] > 0) continue;
    throw Error(Place{data.name},
                fmt::format("expected rows of {}, found none of class {}{}",
                            names.size() == 2 ? "both classes" : "every class", in_quotes(names[c]),
                            data.weights.empty() ? "" : " with a weight above 0"));
  }
}

// Weights, their average or best, what going on needs and the model's own
// copies: all are as long as there are features. A loss has a number a row too.
void require_room(const Dataset& data, const Scheme& scheme, const LearnSettings& settings) {
  constexpr std::uint64_t kBytesAFeature = 120;
  constexpr std::uint64_t kBytesARow = 40;
  const std::uint64_t parts = settings.calibrate == "none" ? 1 : 6;
  const std::uint64_t models = saturating_product(scheme.models(), parts);
  const std::uint64_t rows = find_learner(settings.learner).loss ? data.rows() : 0;
  std::string what =
      fmt::format("{}: training with {} features", data.name, with_commas(data.features()));
  std::string advice = "number the features without gaps, from 1";
  if (models > 1) {
    what = fmt::format(
        "{}: training {} for the {} classes ({} features × {} models × {} bytes{})", data.name,
        scheme.name(), with_commas(data.classes.size()), with_commas(data.features()),
        with_commas(models), kBytesAFeature,
        rows > 0 ? fmt::format(", and {} rows × {}", with_commas(rows), kBytesARow) : "");
    advice = scheme.kind() == Scheme::Kind::one_vs_one
                 ? "--multiclass one-vs-rest has only a model a class"
                 : "leave out rare features or classes (is the label in the right column?)";
    if (parts > 1) advice = "leave out --calibrate, or " + advice;
  }
  const std::uint64_t table = models > 1 ? data.classes.size() * sizeof(double) : 0;
  const std::uint64_t each = saturating_product(data.features(), kBytesAFeature) +
                             saturating_product(rows, kBytesARow) + table;
  require_memory(models, each, what, advice);
}

namespace {

void require_joint(const LearnSettings& settings, const Dataset& data) {
  const std::string& learner = settings.learner;
  if (settings.multiclass != "joint" || data.classes.size() == 2) return;
  if (learner != "perceptron" && learner != "averaged" && learner != "passive-aggressive")
    throw Error(ErrorKind::usage,
                fmt::format("--multiclass joint takes the learners perceptron, averaged and "
                            "passive-aggressive; for {} say one-vs-rest or one-vs-one",
                            learner));
  if (settings.l1 > 0 || l2_of(settings) > 0)
    throw Error(ErrorKind::usage, "--multiclass joint takes no --l1 or --l2; one-vs-rest does");
  if (settings.early_stop > 0)
    throw Error(ErrorKind::usage, "--multiclass joint takes no --early-stop; one-vs-rest does");
}

}  // namespace

void require_agreement(const LearnSettings& settings, const Dataset& data) {
  const std::string& learner = settings.learner;
  const bool penalised = settings.l1 > 0 || (settings.l2 != "auto" && l2_of(settings) > 0);
  const auto refuse = [&](const std::string& what, const std::string& advice) {
    throw Error(ErrorKind::usage,
                fmt::format("the learner {} takes no {}; {}", learner, what, advice));
  };
  if (penalised && (learner == "pocket" || learner == "passive-aggressive"))
    refuse("--l1 or --l2", "perceptron, averaged and the losses do");
  if (learner == "passive-aggressive" && settings.variant == "PA" &&
      (!data.weights.empty() || !settings.class_weight.empty()))
    throw Error(ErrorKind::usage, "weights are for C, which PA has not; say --variant PA-I");
  if (settings.l1 > 0 && learner == "averaged")
    refuse("--l1", "a mean of weights has no zeros; perceptron and the losses do");
  require_joint(settings, data);
  if (const auto loss = find_learner(learner).loss) {
    Problem problem;
    problem.rows = data.matrix.view();
    problem.loss = *loss;
    problem.l1 = settings.l1;
    problem.l2 = l2_of(settings);
    require_solver(problem, settings.solver);
  }
  if (learner != "margin" && learner != "max-margin") return;
  if (penalised) refuse("--l1 or --l2", "the losses do");
  if (!data.weights.empty()) refuse("--weight", "its margin is that of all rows");
  if (!settings.class_weight.empty()) refuse("--class-weight", "its margin is that of all rows");
  if (settings.early_stop > 0) refuse("--early-stop", "it ends with a proof");
}

std::vector<double> class_weights(const Dataset& data, const std::vector<std::string>& wanted) {
  return class_weights(data.classes, class_totals(data), wanted);
}

std::vector<double> class_weights(const Classes& classes, std::span<const double> totals,
                                  const std::vector<std::string>& wanted) {
  const auto& names = classes.names();
  std::vector<double> weights(names.size(), 1);
  if (wanted == std::vector<std::string>{"balanced"}) {
    const double all = std::accumulate(totals.begin(), totals.end(), 0.0);
    for (std::size_t c = 0; c < names.size(); ++c)
      weights[c] = all / (static_cast<double>(names.size()) * totals[c]);
    return weights;
  }
  for (const std::string& entry : wanted) {
    const auto equals = entry.rfind('=');
    const auto value =
        equals == std::string::npos ? std::nullopt : parse_number(entry.substr(equals + 1));
    if (!value || !(*value > 0 && std::isfinite(*value))) {
      throw Error(ErrorKind::usage,
                  "--class-weight: expected balanced or NAME=W with a number W above 0, found " +
                      in_quotes(entry));
    }
    const auto found = std::find(names.begin(), names.end(), entry.substr(0, equals));
    if (found == names.end()) {
      throw Error(ErrorKind::usage,
                  fmt::format("--class-weight: the data has no class {}, only {}",
                              in_quotes(entry.substr(0, equals)), in_list(names)));
    }
    double& weight = weights[static_cast<std::size_t>(found - names.begin())];
    if (weight != 1) throw Error(ErrorKind::usage, "--class-weight names a class twice");
    weight = *value;
  }
  return weights;
}

}  // namespace perceptron
