#include "model/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/text.h"
#include "base/threads.h"
#include "certify/claims.h"
#include "certify/joint_optimality.h"
#include "certify/widest_margin.h"
#include "learn/learners.h"
#include "model/calibrate.h"
#include "model/checks.h"
#include "model/conflicts.h"
#include "model/scorer.h"
#include "model/training_parts.h"
#include "solve/joint/joint_minimise.h"
#include "solve/minimise.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

WidestMargin find_widest(const SignedRows& points, const TrainOptions& options,
                         Listener& listener) {
  WidestMarginSettings settings;
  settings.gap = options.learn.gap.value_or(0);
  settings.seed = options.learn.seed;
  settings.threads = options.threads;
  WidestMargin optimum = find_widest_margin(points, settings, listener);
  if (optimum.separable == false) {
    throw Error(ErrorKind::negative, "no plane separates the classes, so none has a margin",
                fmt::format("finding the margin gives the proof, {} tolerates mistakes",
                            setting("learner", Learner::averaged)));
  }
  return optimum;
}

// The plane with the widest margin.
Fit fit_widest(const SignedRows& points, const TrainOptions& options, Listener& listener) {
  WidestMargin optimum = find_widest(points, options, listener);
  if (optimum.radius != 0 && !(optimum.radius > 1e-100 && optimum.radius < 1e100)) {
    throw Error(
        ErrorKind::input,
        fmt::format(
            "rows of length {:.3g} are too long for a model: their squares overflow; bring the "
            "features to a common size with {}",
            optimum.radius, setting("scale", "maxabs")));
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

bool starts_at_zero(const LearnSettings& settings) {
  return settings.initial_offset == 0 &&
         std::all_of(settings.initial_weights.begin(), settings.initial_weights.end(),
                     [](double w) { return w == 0; });
}

// The sign that all points have, if they have the same. In a training without some of the rows, a
// class may be missing.
std::optional<double> only_side(const SignedRows& points) {
  const auto has = [&](double sign) {
    return std::any_of(points.sign.begin(), points.sign.end(),
                       [&](double y) { return y * sign > 0; });
  };
  if (has(1) && has(-1)) return std::nullopt;
  return has(1) ? 1 : -1;
}

// Predicts that side for every row.
Fit one_sided(const SignedRows& points, double side) {
  Fit fit;
  fit.weights.resize(points.features());
  fit.offset = side;
  fit.converged = true;
  return fit;
}

// One training, step by step.
class Trainer {
 public:
  Trainer(Dataset& data, const TrainOptions& options, Listener& listener)
      : data_(data),
        options_(options),
        settings_(options.learn),
        listener_(listener),
        scheme_(multiclass_of(options.learn), data.classes.size()),
        targets_(0, 1) {
    settings_.tolerance = tolerance_of(options);
  }

  Training run() {
    require_room(data_, scheme_, settings_);
    if (options_.start != nullptr) resume_from(*options_.start);
    TrainingDemands demands = demands_of(data_);
    demands.warm_start = options_.start != nullptr;
    demands.certificate = options_.certify;
    demands.answers = options_.certify_answers;
    require_agreement(settings_, demands);
    require_order(data_, settings_);
    note_large_tolerance(settings_, listener_);
    describe();
    scale();
    result_.class_weights = class_weights(data_, settings_.class_weight);
    targets_ = scheme_.targets(result_.class_weights);
    signs_ = settings_.class_weight.empty() ? targets_ : scheme_.targets();
    examples_ = {data_.matrix.view(), data_.labels, data_.weights};
    fit_planes();
    if (settings_.calibrate != CalibrationKind::none) {
      note_small_classes();
      result_.model.calibration =
          calibrate(settings_.calibrate, examples_, scheme_, targets_, settings_.seed,
                    [&](const Examples& parts, const Targets& targets) {
                      // A warm start was trained on all rows, so it cannot be used here.
                      return fit_all(
                          {parts, targets, {&settings_, 1}, options_.threads, {}, scheme_.joint()});
                    });
    }
    if (!options_.partial) measure_all();
    std::vector<std::uint64_t> all(data_.rows());
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    count_correct(examples_, all, PlaneScores(result_.model), options_.threads, result_);
    sum_up();
    return std::move(result_);
  }

 private:
  void resume_from(const Model& start) {
    if (start.features() != data_.features()) {
      throw Error(ErrorKind::usage,
                  fmt::format("{}: that model has {}, the data {}; use data with the same columns",
                              setting("start"), plural(start.features(), "feature"),
                              with_commas(data_.features())));
    }
    if (start.classes != data_.classes.names()) {
      throw Error(ErrorKind::usage,
                  fmt::format("{}: that model has the classes {}, the data {}", setting("start"),
                              in_list(start.classes), in_list(data_.classes.names())));
    }
    if (start.scheme().name() != scheme_.name()) {
      throw Error(
          ErrorKind::usage,
          fmt::format("{}: that model is {}; use {}", setting("start"), name_of(start.multiclass),
                      setting("multiclass", std::string(name_of(start.multiclass)))));
    }
    if (start.calibration && settings_.calibrate == CalibrationKind::none) {
      listener_.note(fmt::format(
          "the warm start does not keep the calibration of the model; use {} for a new one",
          setting("calibrate", std::string(name_of(start.calibration->kind)))));
    }
    for (const Plane& plane : start.planes) {
      WarmStart& from = starts_.emplace_back(plane.state);
      from.weights = plane.weights;
      from.offset = plane.offset;
      // The state of another learner does not apply.
      if (find_named<Learner>(start.origin.learner) == settings_.learner) continue;
      from.vectors.clear();
      from.epochs = from.steps = 0;
    }
  }

  void note_small_classes() {
    std::vector<std::uint64_t> rows(scheme_.classes());
    for (const std::uint32_t label : data_.labels) ++rows[label];
    const auto fewest = std::min_element(rows.begin(), rows.end());
    if (*fewest >= kCalibrationFolds) return;
    const auto& name = data_.classes.names()[static_cast<std::size_t>(fewest - rows.begin())];
    listener_.note(fmt::format("class {} has {}, so probabilities of such classes are unreliable",
                               in_quotes(name), plural(*fewest, "row")));
  }

  void describe() {
    result_.model = begin_model(data_, options_, data_.fingerprint(), data_.rows());
  }

  void scale() {
    Scaling& scaling = result_.model.scaling;
    scaling =
        options_.start != nullptr ? options_.start->scaling : Scaling::fit(options_.scale, data_);
    // Rows read for a model with text columns are sparse, even if its own were dense and centred.
    if (!scaling.shift.empty() && data_.matrix.layout() == Matrix::Layout::sparse)
      data_.matrix = data_.matrix.as(Matrix::Layout::dense);
    if (leaves_uncentred({scaling.kind, data_.schema}, data_.matrix.layout()))
      listener_.note(kNotCentred);
    scaling.apply(data_);
  }

  Offset offset() const { return settings_.offset ? Offset::constant : Offset::none; }
  SignedRows points_of(std::uint64_t m) const { return {examples_, signs_, m, offset()}; }

  // Does the work for plane `m`; an error message names the plane if there are several.
  template <class Work>
  auto about(std::uint64_t m, const Work& work) const {
    try {
      return work();
    } catch (const Error& error) {
      if (scheme_.models() == 1) throw;
      throw error.after(sides_text(m) + ": ");
    }
  }
  std::string sides_text(std::uint64_t m) const {
    const auto& names = data_.classes.names();
    const auto [positive, negative] = scheme_.sides(m);
    return negative ? fmt::format("{} against {}", in_quotes(names[*negative]),
                                  in_quotes(names[positive]))
                    : fmt::format("{} against the rest", in_quotes(names[positive]));
  }

  std::vector<Fit> fit_all(const FitRequest& request) {
    if (traits_of(settings_).search != SearchKind::widest_margin) return fit(request, listener_);
    std::vector<Fit> fits;
    for (std::uint64_t m = 0; m < request.targets.models(); ++m) {
      const SignedRows points(request.examples, request.targets, m, offset());
      if (const auto side = only_side(points)) {
        fits.push_back(one_sided(points, *side));
        continue;
      }
      fits.push_back(
          about(m % scheme_.models(), [&] { return fit_widest(points, options_, listener_); }));
    }
    return fits;
  }

  void fit_planes() {
    FitRequest request{examples_,        targets_, {&settings_, 1},
                       options_.threads, starts_,  scheme_.joint()};
    request.history = options_.history;
    request.tracer = options_.tracer;
    auto fits = fit_all(request);
    for (std::uint64_t m = 0; m < fits.size(); ++m) {
      Fit& fit = fits[m];
      // The search fails if no plane separates the classes; report that.
      if (traits_of(settings_).search == SearchKind::margin_perceptron && !fit.converged)
        about(m, [&] { return find_widest(points_of(m), options_, listener_); });
      if (options_.single_precision) {
        for (double& w : fit.weights) w = static_cast<float>(w);
      }
      require_finite(fit,
                     "bring the features to a common size with " + setting("scale", "standard"));
      result_.model.planes.push_back({fit.weights, fit.offset, std::move(fit.next)});
      result_.planes.push_back({std::move(fit), {}, {}, {}});
    }
    keep_rows();
  }

  void keep_rows() {
    std::vector<const Fit*> fits;
    for (const PlaneTraining& plane : result_.planes) fits.push_back(&plane.fit);
    result_.model.support = support_planes(data_.matrix, settings_, fits);
  }

  // One plane with all threads, or many with one thread each.
  void measure_all() {
    if (is_joint_loss()) return measure_joint_loss();
    const bool one = scheme_.models() == 1;
    parallel_for(scheme_.models(), options_.threads,
                 [&](std::uint64_t m) { measure(m, one ? options_.threads : 1); });
  }

  // Whether the planes of all classes minimise one objective.
  bool is_joint_loss() const {
    return traits_of(settings_).joint_loss.has_value() && scheme_.joint() > 0;
  }

  void measure_joint_loss() {
    if (result_.planes[0].fit.held_out) return;
    const JointProblem problem =
        joint_problem_of(examples_, targets_, 0, scheme_.classes(), settings_);
    const Bank bank = bank_of(result_.model);
    JointEvidence evidence = measure_joint_optimality(
        problem, bank, result_.planes[0].fit.probabilities, options_.threads);
    const double gap = relative_gap(evidence.upper, evidence.lower);
    for (PlaneTraining& plane : result_.planes) {
      if (problem.l2 > 0) plane.fit.converged = gap <= settings_.tolerance;
      plane.fit.probabilities.clear();
    }
    result_.joint_optimality = OptimalityEvidence{evidence.upper, evidence.lower, {}};
    if (!options_.certify) return;
    require_provable(evidence.upper);
    result_.certificate = signed_by_us(
        certify_joint_optimality(subject(), problem, result_.class_weights, evidence, bank));
  }

  void measure(std::uint64_t m, std::uint64_t threads) {
    if (!has_planes(settings_)) return;
    PlaneTraining& plane = result_.planes[m];
    const Fit& fit = plane.fit;
    // With many planes, margins are computed only where the training converged.
    if (scheme_.models() == 1 || (fit.converged && !fit.optimisation && scheme_.joint() == 0)) {
      plane.evidence = measure_margin({points_of(m), fit.weights, fit.offset, fit.alpha}, threads);
      // The theorem holds for the perceptron itself, started from zero.
      const LearnerTraits& learner = traits_of(settings_);
      if (!((learner.mistake_bound || learner.bounds_others) && starts_.empty() &&
            starts_at_zero(settings_) && settings_.beta == 0 && !fit.optimisation &&
            data_.weights.empty() && settings_.class_weight.empty()))
        plane.evidence->mistake_bound.reset();
    }
    if (fit.optimisation && !fit.held_out) measure_loss(m, threads);
    certify_margin_of(m);
  }

  void measure_loss(std::uint64_t m, std::uint64_t threads) {
    PlaneTraining& plane = result_.planes[m];
    Fit& fit = plane.fit;
    const Problem problem = problem_of(examples_, targets_, m, settings_);
    plane.optimality = measure_optimality(problem, fit.weights, fit.offset, fit.alpha, threads);
    const double gap = relative_gap(plane.optimality->upper, plane.optimality->lower);
    // Convergence is judged by the rigorous bounds, not by the solver's estimate. Without any
    // penalty there may be no bound, but an objective of 0 is optimal.
    if (traits_of(settings_).loss && (problem.l1 > 0 || problem.l2 > 0 || gap == 0))
      fit.converged = gap <= settings_.tolerance;
    if (options_.certify_answers) {
      plane.answers = find_answers(problem, fit.weights, fit.offset, *plane.optimality);
      result_.model.planes[m].region = plane.answers->region;
    }
    if (!options_.certify) return;
    require_provable(plane.optimality->upper);
    const std::array weights = {result_.class_weights[0], result_.class_weights[1]};
    const OptimalityEvidence& evidence = *plane.optimality;
    result_.certificate =
        signed_by_us(plane.answers ? certify_answers(subject(), problem, weights, evidence,
                                                     *plane.answers, fit.weights, fit.offset)
                                   : certify_optimality(subject(), problem, weights, evidence,
                                                        fit.weights, fit.offset));
  }

  // Certificates cover a single plane so far.
  void certify_margin_of(std::uint64_t m) {
    const auto& [fit, evidence, optimality, answers] = result_.planes[m];
    const bool certified = traits_of(settings_).finds_margin;
    if (!certified || scheme_.models() > 1 || !evidence->margin || !evidence->plane) return;
    result_.model.origin.certificate = signed_by_us(
        certify_margin(subject(), *evidence->margin, fit.weights, fit.offset, fit.alpha));
  }

  Subject subject() const {
    const Model& model = result_.model;
    return {data_.name,       model.origin.data_hash, data_.rows(),
            data_.features(), model.scaling.kind,     "",
            options_.reading, settings_.offset};
  }
  std::string signed_by_us(Certificate certificate) const {
    certificate.program = options_.program;
    return encode_certificate(certificate);
  }

  void sum_up() {
    Origin& origin = result_.model.origin;
    result_.converged = true;
    for (const PlaneTraining& plane : result_.planes) {
      origin.epochs = std::max(origin.epochs, plane.fit.epochs);
      origin.updates += plane.fit.updates;
      result_.converged = result_.converged && plane.fit.converged;
    }
    origin.converged = result_.converged;
    if (const auto& evidence = result_.planes[0].evidence; scheme_.models() == 1 && evidence)
      origin.margin = evidence->margin;
  }

  Dataset& data_;
  const TrainOptions& options_;
  LearnSettings settings_;
  Listener& listener_;
  Scheme scheme_;
  Targets targets_;  // multiplied by the class weights
  Targets signs_ = targets_;
  Examples examples_;
  std::vector<WarmStart> starts_;  // one per plane, or none
  Training result_;
};

}  // namespace

Training train(Dataset& data, const TrainOptions& options, Listener& listener) {
  require_features(data);
  require_classes(data);
  if (!options.partial) require_all_present(data);
  return Trainer(data, options, listener).run();
}

}  // namespace perceptron::core
