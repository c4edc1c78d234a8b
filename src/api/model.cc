#include <perceptron/model.h>

#include <fmt/format.h>

#include <optional>
#include <utility>

#include <perceptron/curves.h>
#include <perceptron/evaluate.h>
#include <perceptron/explain.h>
#include "api/contents.h"
#include "api/memory_rows.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"
#include "data/maps/row_mapper.h"
#include "evaluate/evaluation.h"
#include "evaluate/explained_rows.h"
#include "model/certainty.h"
#include "model/file.h"
#include "model/scorer.h"

namespace perceptron {
namespace {

const core::Plane& plane_of(const core::Model& model, std::uint64_t plane) {
  if (plane >= model.planes.size())
    throw core::Error(ErrorKind::usage, fmt::format("there is no plane {}: the model has {}", plane,
                                                    core::plural(model.planes.size(), "plane")));
  return model.planes[plane];
}

// Turns scores into predictions block by block.
class Predictor {
 public:
  explicit Predictor(const core::Model& model)
      : model_(model), scheme_(model.scheme()), each_(scheme_.classes()) {
    if (auto calibration = model.to_probabilities())
      probabilities_.emplace(scheme_, std::move(*calibration));
    if (core::proves_predictions(model)) certainty_.emplace(model);
  }

  void add(const core::ScoredBlock& block, Predictions& into) {
    for (std::uint64_t i = 0; i < block.size(); ++i) {
      add(block[i], into);
      if (certainty_)
        into.certain.push_back(certainty_->is_certain(block.rows, i, scheme_.decide(block[i])));
    }
  }

 private:
  void add(std::span<const double> planes, Predictions& into) {
    into.classes.push_back(model_.classes[scheme_.decide(planes)]);
    if (model_.classes.size() == 2) {
      into.scores.emplace_back(planes.begin(), planes.end());
    } else {
      scheme_.class_scores(planes, each_);
      into.scores.push_back(each_);
    }
    if (!probabilities_) return;
    probabilities_->make(planes, each_);
    into.probabilities.push_back(each_);
  }

  const core::Model& model_;
  core::Scheme scheme_;
  std::optional<core::Probabilities> probabilities_ = {};
  std::optional<core::Certainty> certainty_ = {};
  std::vector<double> each_;  // one per class
};

// The rows with the model's feature map, where they have the features before it; `kept` holds them.
const core::Dataset& mapped(const core::Model& model, const core::Dataset& rows,
                            std::optional<core::Dataset>& kept) {
  const auto& map = model.schema.map;
  if (!map || rows.schema.map || rows.features() != map->base_features()) return rows;
  kept = rows;
  kept->schema = model.schema;
  core::map_rows(*kept);
  return *kept;
}

Predictions predict_rows(const core::Model& model, const core::Dataset& given) {
  std::optional<core::Dataset> kept;
  const core::Dataset& rows = mapped(model, given, kept);
  core::require_features(model, rows);
  Predictor predictor(model);
  Predictions predictions;
  // One thread, so that blocks come in order.
  core::score_rows(model, rows.matrix, 1,
                   [&](std::uint64_t /*first*/, const core::ScoredBlock& block) {
                     predictor.add(block, predictions);
                   });
  return predictions;
}

Predictions predict_file(const core::Model& model, const std::string& path,
                         const ReadSettings& reading) {
  Predictor predictor(model);
  Predictions predictions;
  api::CallListener listener;
  core::score_file(model, path, reading, core::LabelUse::ignore, core::available_threads(),
                   listener,
                   [&](const core::ScoredBlock& block) { predictor.add(block, predictions); });
  predictions.notes = std::move(listener.notes);
  return predictions;
}

core::Evaluation evaluate_rows(const Model& model, const Dataset& data,
                               const core::EvaluateOptions& options) {
  const core::Model& own = model.contents().model;
  std::optional<core::Dataset> kept;
  return core::evaluate(own, mapped(own, api::rows_of(data), kept), options);
}

}  // namespace

Model::Model(std::shared_ptr<const Contents> contents) : contents_(std::move(contents)) {}

const std::vector<std::string>& Model::classes() const { return contents_->model.classes; }
std::vector<std::string> Model::feature_names() const {
  return contents_->model.schema.feature_names();
}
std::uint64_t Model::features() const { return contents_->model.features(); }
std::uint64_t Model::planes() const { return contents_->model.planes.size(); }
std::span<const double> Model::weights(std::uint64_t plane) const {
  return plane_of(contents_->model, plane).weights;
}
double Model::offset(std::uint64_t plane) const { return plane_of(contents_->model, plane).offset; }
std::uint64_t Model::support_rows() const {
  const auto& support = contents_->model.support;
  return support ? support->rows.rows() : 0;
}
ScalingKind Model::scaling() const { return contents_->model.scaling.kind; }
std::span<const double> Model::shifts() const { return contents_->model.scaling.shift; }
std::span<const double> Model::scales() const { return contents_->model.scaling.scale; }
const std::string& Model::learner() const { return contents_->model.origin.learner; }
const std::vector<std::pair<std::string, std::string>>& Model::settings() const {
  return contents_->model.origin.options;
}
bool Model::has_probabilities() const { return contents_->model.to_probabilities().has_value(); }

void save(const Model& model, const std::string& path) {
  api::call([&] { core::save_model(model.contents().model, path); });
}
Model load(const std::string& path, const Limits& limits) {
  return api::call([&] {
    core::require_ranges(limits);
    return api::model(core::load_model(path, limits));
  });
}

Predictions predict(const Model& model, const Dataset& data) {
  return api::call([&] { return predict_rows(model.contents().model, data.contents().rows); });
}

Predictions predict(const Model& model, const DenseRows& rows) {
  return api::call([&] { return predict_rows(model.contents().model, api::rows_from(rows)); });
}

Predictions predict(const Model& model, const SparseRows& rows) {
  return api::call([&] { return predict_rows(model.contents().model, api::rows_from(rows)); });
}

Predictions predict(const Model& model, const std::string& path, const ReadSettings& reading) {
  return api::call([&] { return predict_file(model.contents().model, path, reading); });
}

Metrics evaluate(const Model& model, const Dataset& data, const Costs& costs) {
  core::EvaluateOptions options;
  options.costs = costs;
  return api::call([&] { return evaluate_rows(model, data, options).metrics; });
}

std::vector<ClassCurves> evaluate_curves(const Model& model, const Dataset& data,
                                         const Costs& costs) {
  core::EvaluateOptions options;
  options.costs = costs;
  options.curves = true;
  return api::call([&] { return evaluate_rows(model, data, options).curves; });
}

Robustness robustness(const Model& model, const Dataset& data, Norm norm, FeatureUnits units) {
  return api::call([&] {
    core::require_named(norm, "robustness");
    core::require_named(units, "units");
    core::EvaluateOptions options;
    options.robustness = norm;
    options.units = units;
    return *evaluate_rows(model, data, options).robustness;
  });
}

Metrics evaluate(const Model& model, const std::string& path, const ReadSettings& reading,
                 const Costs& costs) {
  return api::call([&] {
    api::CallListener listener;
    core::EvaluateOptions options;
    options.costs = costs;
    Metrics metrics =
        core::evaluate(model.contents().model, path, reading, options, listener).metrics;
    metrics.notes = std::move(listener.notes);
    return metrics;
  });
}

Explanations explain(const Model& model, const Dataset& data, const ExplainSettings& settings) {
  return api::call([&] {
    const core::Model& own = model.contents().model;
    std::optional<core::Dataset> kept;
    return core::explain(own, mapped(own, api::rows_of(data), kept), settings);
  });
}

Explanations explain(const Model& model, const std::string& path, const ExplainSettings& settings,
                     const ReadSettings& reading) {
  return api::call([&] {
    api::CallListener listener;
    Explanations explanations = core::explain(model.contents().model, path, settings, reading,
                                              core::available_threads(), listener);
    explanations.notes = std::move(listener.notes);
    return explanations;
  });
}

}  // namespace perceptron
