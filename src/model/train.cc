#include "model/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/threads.h"
#include "certify/claims.h"
#include "certify/optimum.h"
#include "learn/learners.h"
#include "learn/minimise.h"
#include "learn/solver.h"
#include "model/scorer.h"

namespace perceptron {

// Weights, their average or best, scaling, the sums of the margin and the
// model's own copies: all are as long as there are features.
void require_room(const Dataset& data, std::uint64_t models) {
  constexpr std::uint64_t kBytesAFeature = 120;
  require_memory(
      saturating_product(data.features(), models), kBytesAFeature,
      fmt::format("{}: training with {} features", data.name, with_commas(data.features())),
      "number the features without gaps, from 1");
}

namespace {

void require_finite(const Fit& fit) {
  const auto finite = [](double w) { return std::isfinite(w); };
  if (finite(fit.offset) && std::all_of(fit.weights.begin(), fit.weights.end(), finite)) return;
  throw Error(Exit::input,
              "the weights grew beyond the range of numbers; bring the features to a common size "
              "with --scale standard");
}

Optimum find_widest(const Points& points, const TrainOptions& options, Listener& listener) {
  OptimumSettings settings;
  settings.gap = options.learn.gap;
  settings.seed = options.learn.seed;
  settings.threads = options.threads;
  Optimum optimum = find_optimum(points, settings, listener);
  if (optimum.separable == false) {
    throw Error(Exit::no,
                "no plane separates the classes, so none has a margin; the margin command shows "
                "the proof, --learner averaged makes do with mistakes");
  }
  return optimum;
}

// The plane of the widest margin.
Fit fit_widest(const Points& points, const TrainOptions& options, Listener& listener) {
  Optimum optimum = find_widest(points, options, listener);
  if (optimum.radius != 0 && !(optimum.radius > 1e-100 && optimum.radius < 1e100)) {
    throw Error(Exit::input,
                fmt::format("rows of length {:.3g} are beyond what a model can square; bring the "
                            "features to a common size with --scale maxabs",
                            optimum.radius));
  }
  Fit fit;
  fit.weights = std::move(optimum.weights);
  fit.weights.resize(points.features());
  fit.offset = optimum.offset;
  fit.converged = optimum.separable.has_value();
  fit.epochs = optimum.passes;
  fit.alpha.resize(points.size());
  for (std::size_t k = 0; k < optimum.support.size(); ++k)
    fit.alpha[optimum.support[k]] = optimum.alpha[k];
  return fit;
}

}  // namespace

std::array<double, 2> class_weights(const Dataset& data, const std::vector<std::string>& wanted) {
  std::array<double, 2> weights = {1, 1};
  if (wanted == std::vector<std::string>{"balanced"}) {
    std::array<double, 2> total = {0, 0};
    for (std::uint64_t i = 0; i < data.rows(); ++i)
      total[data.labels[i]] += data.weights.empty() ? 1 : data.weights[i];
    for (std::size_t c = 0; c < 2; ++c) weights[c] = (total[0] + total[1]) / (2 * total[c]);
    return weights;
  }
  for (const std::string& entry : wanted) {
    const auto equals = entry.rfind('=');
    const auto value =
        equals == std::string::npos ? std::nullopt : parse_number(entry.substr(equals + 1));
    if (!value || !(*value > 0 && std::isfinite(*value))) {
      throw Error(Exit::usage,
                  "--class-weight: expected balanced or NAME=W with a number W above 0, found " +
                      in_quotes(entry));
    }
    const auto& names = data.classes.names();
    const auto found = std::find(names.begin(), names.end(), entry.substr(0, equals));
    if (found == names.end()) {
      throw Error(Exit::usage, fmt::format("--class-weight: the data has no class {}, only {}",
                                           in_quotes(entry.substr(0, equals)), in_list(names)));
    }
    double& weight = weights[static_cast<std::size_t>(found - names.begin())];
    if (weight != 1) throw Error(Exit::usage, "--class-weight names a class twice");
    weight = *value;
  }
  return weights;
}

// A class may be without rows where the classes come from a model, or its rows
// without weight.
void require_all_present(const Dataset& data) {
  const auto& names = data.classes.names();
  std::vector<double> total(names.size());
  for (std::uint64_t i = 0; i < data.rows(); ++i)
    total[data.labels[i]] += data.weights.empty() ? 1 : data.weights[i];
  for (std::size_t c = 0; c < total.size(); ++c) {
    if (total[c] > 0) continue;
    throw Error(Place{data.name},
                fmt::format("expected rows of {}, found none of class {}{}",
                            names.size() == 2 ? "both classes" : "every class", in_quotes(names[c]),
                            data.weights.empty() ? "" : " with a weight above 0"));
  }
}

void require_agreement(const LearnSettings& settings, const Dataset& data) {
  const std::string& learner = settings.learner;
  const bool penalised = settings.l1 > 0 || (settings.l2 != "auto" && l2_of(settings) > 0);
  const auto refuse = [&](const std::string& what, const std::string& advice) {
    throw Error(Exit::usage, fmt::format("the learner {} takes no {}; {}", learner, what, advice));
  };
  if (penalised && (learner == "pocket" || learner == "passive-aggressive"))
    refuse("--l1 or --l2", "perceptron, averaged and the losses do");
  if (learner == "passive-aggressive" && settings.variant == "PA" &&
      (!data.weights.empty() || !settings.class_weight.empty()))
    throw Error(Exit::usage, "weights are for C, which PA has not; say --variant PA-I");
  if (settings.l1 > 0 && learner == "averaged")
    refuse("--l1", "a mean of weights has no zeros; perceptron and the losses do");
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
  if (!settings.start.weights.empty()) refuse("--start", "it starts from zero");
}

namespace {

bool starts_at_zero(const LearnSettings& settings) {
  return settings.start.weights.empty() && settings.initial_offset == 0 &&
         std::all_of(settings.initial_weights.begin(), settings.initial_weights.end(),
                     [](double w) { return w == 0; });
}

void count_answers(const Dataset& data, const Model& model, std::uint64_t threads,
                   Training& training) {
  constexpr std::uint64_t kBlock = 4096;
  Bank bank(model.features(), 1);
  bank.put(0, model.weights, model.offset);
  const std::uint64_t rows = data.rows();
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts((rows + kBlock - 1) / kBlock);
  parallel_for(counts.size(), threads, [&](std::uint64_t b) {
    std::vector<double> scores(kBlock);
    const std::uint64_t begin = b * kBlock;
    const std::uint64_t end = std::min(rows, begin + kBlock);
    score(data.matrix.view(), begin, end, bank, scores);
    for (std::uint64_t i = begin; i < end; ++i) {
      const double s = scores[i - begin];
      counts[b].first += class_of(s) == data.labels[i] ? 1U : 0U;
      counts[b].second += s == 0 || class_of(s) != data.labels[i] ? 1U : 0U;
    }
  });
  for (const auto& [correct, wrong] : counts) {
    training.correct += correct;
    training.wrong += wrong;
  }
}

}  // namespace

void require_features(const Dataset& data) {
  if (data.features() > 0) return;
  throw Error(Place{data.name},
              "expected features, found none in any row (is the format right? say --format)");
}

void require_two_classes(const Dataset& data) {
  const auto& names = data.classes.names();
  if (names.size() == 2) return;
  const char* elsewhere =
      data.schema.table ? " If the label is in another column, choose it with --label." : "";
  if (names.size() == 1) {
    throw Error(Place{data.name}, fmt::format("expected two classes, found only {}.{}",
                                              in_quotes(names[0]), elsewhere));
  }
  throw Error(Place{data.name},
              fmt::format("expected two classes, found {}: {}. More than two need one-vs-rest, "
                          "which is coming.{}",
                          names.size(), in_list(names), elsewhere));
}

Training train(Dataset& data, const TrainOptions& options, Listener& listener) {
  require_features(data);
  require_two_classes(data);
  require_all_present(data);
  require_room(data, 1);
  LearnSettings settings = options.learn;
  if (options.start != nullptr) {
    settings.start = options.start->state;
    settings.start.weights = options.start->weights;
    settings.start.offset = options.start->offset;
    // Another learner counts and keeps other things beside its weights.
    if (options.start->origin.learner != settings.learner) {
      settings.start.vectors.clear();
      settings.start.epochs = settings.start.steps = 0;
    }
  }
  require_agreement(settings, data);
  Training training;
  Model& model = training.model;
  model.classes = data.classes.names();
  model.schema = data.schema;
  model.has_offset = settings.offset;
  model.single_precision = options.single_precision;
  model.origin.program = options.program;
  model.origin.data = data.name;
  model.origin.data_hash = data.fingerprint();
  model.origin.rows = data.rows();
  model.origin.learner = settings.learner;
  model.scaling =
      options.start != nullptr ? options.start->scaling : Scaling::fit(options.scale, data.matrix);
  if (model.scaling.kind == "standard" && data.matrix.layout() == Matrix::Layout::sparse) {
    listener.note(
        "sparse rows are divided by each feature's deviation, not centred, so that zeros stay "
        "zeros");
  }
  model.scaling.apply(data.matrix);

  const Examples examples{data.matrix.view(), data.labels, data.weights};
  training.class_weights = class_weights(data, settings.class_weight);
  const Targets targets = Targets::binary(training.class_weights[0], training.class_weights[1]);
  const Points points(examples, Targets::binary(), 0,
                      settings.offset ? Offset::constant : Offset::none);
  training.fit = settings.learner == "max-margin"
                     ? fit_widest(points, options, listener)
                     : std::move(fit(examples, targets, settings, options.threads, listener)[0]);
  Fit& fit = training.fit;
  // A search for a margin that there is not cannot end well.
  if (settings.learner == "margin" && !fit.converged) find_widest(points, options, listener);
  if (options.single_precision) {
    for (double& w : fit.weights) w = static_cast<float>(w);
  }
  model.state = std::move(fit.next);
  require_finite(fit);
  model.weights = fit.weights;
  model.offset = fit.offset;
  training.evidence = measure_margin({points, fit.weights, fit.offset, fit.alpha}, options.threads);
  // The theorem is about the perceptron itself, from zero.
  if (!starts_at_zero(settings) || settings.learner == "margin" || fit.proximity ||
      settings.learner == "passive-aggressive" || !data.weights.empty() ||
      !settings.class_weight.empty())
    training.evidence.mistake_bound.reset();
  count_answers(data, model, options.threads, training);
  model.origin.epochs = fit.epochs;
  model.origin.updates = fit.updates;
  model.origin.converged = fit.converged;
  model.origin.margin = training.evidence.margin;
  Subject subject{data.name,       model.origin.data_hash, data.rows(),
                  data.features(), model.scaling.kind,     "",
                  options.reading, settings.offset};
  if (fit.proximity && !fit.held_out) {
    const Problem problem = problem_of(examples, targets, 0, settings);
    training.optimality =
        measure_optimality(problem, fit.weights, fit.offset, fit.alpha, options.threads);
    const double gap = relative_gap(training.optimality->upper, training.optimality->lower);
    // What is said to be reached is what was measured, not what a solver hoped.
    if (find_learner(settings.learner).loss && problem.l2 > 0)
      fit.converged = gap <= settings.tolerance;
    model.origin.converged = fit.converged;
    if (options.certify && !std::isfinite(training.optimality->upper)) {
      throw Error(Exit::input,
                  "the objective is beyond the range of numbers, so nothing can be proved of it; "
                  "choose a larger --l2 or smaller weights");
    }
    if (options.certify) {
      Certificate certificate = certify_optimality(subject, problem, training.class_weights,
                                                   *training.optimality, fit.weights, fit.offset);
      certificate.program = options.program;
      training.certificate = encode_certificate(certificate);
    }
  }
  const bool certified = settings.learner == "margin" || settings.learner == "max-margin";
  if (certified && training.evidence.margin && training.evidence.plane) {
    Certificate certificate =
        certify_margin(subject, *training.evidence.margin, fit.weights, fit.offset, fit.alpha);
    certificate.program = options.program;
    model.origin.certificate = encode_certificate(certificate);
  }
  return training;
}

}  // namespace perceptron
