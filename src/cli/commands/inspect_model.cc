#include "cli/commands/inspect_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "cli/classes_report.h"
#include "cli/scaling_text.h"
#include "cli/text_table.h"
#include "model/feature_weights.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kEnd = 20;  // characters of a long name

std::vector<FeatureWeightRecord> list_record(const std::vector<FeatureWeight>& list) {
  std::vector<FeatureWeightRecord> record;
  record.reserve(list.size());
  for (const FeatureWeight& each : list) record.push_back({each.feature, each.weight});
  return record;
}

std::string list_text(const std::vector<FeatureWeight>& list) {
  if (list.empty()) return "nothing";
  std::vector<std::string> words;
  words.reserve(list.size());
  for (const FeatureWeight& each : list)
    words.push_back(
        fmt::format("{} {}", shortened(each.feature, kEnd), brief(each.weight, Round::nearest, 4)));
  return fmt::format("{}", fmt::join(words, ", "));
}

constexpr std::uint64_t kOfTwo = 20;
constexpr std::uint64_t kOfEach = 5;

std::string classes_text(const Model& model, std::uint64_t most) {
  constexpr std::size_t kShown = 50;
  const auto names = model.schema.feature_names();
  std::string text;
  const std::size_t shown = model.classes.size() <= kShown + 1 ? model.classes.size() : kShown;
  TextTable table("<<<");
  for (std::size_t c = 0; c < shown; ++c) {
    const auto features = features_of_class(model, static_cast<std::uint32_t>(c), names, most);
    table.add({model.classes[c], "for", list_text(features.in_favour)});
    table.add({"", "against", list_text(features.against)});
  }
  text += table.text("");
  if (shown < model.classes.size())
    text += fmt::format("… and {} more (--json shows all)\n",
                        plural(model.classes.size() - shown, "class"));
  return text;
}

std::string planes_text(const Model& model) {
  if (model.planes.size() == 1)
    return fmt::format("{} against {}; positive scores mean {}", model.classes[0], model.classes[1],
                       model.classes[1]);
  return fmt::format("{} classes, {}, {} models: {}", with_commas(model.classes.size()),
                     name_of(model.multiclass), with_commas(model.planes.size()),
                     in_list(model.classes));
}

}  // namespace

ModelFileRecord model_record(const Model& model, std::optional<std::uint64_t> top) {
  const Origin& origin = model.origin;
  ModelFileRecord record;
  record.classes = model.classes;
  record.features = model.features();
  record.models = model.planes.size();
  record.zero_weights = model.has_planes() ? count_zero_weights(model) : 0;
  record.has_offset = model.has_offset;
  record.precision = model.single_precision ? "float32" : "float64";
  record.scale = model.scaling.kind;
  record.learner = origin.learner;
  record.program = origin.program;
  record.options = origin.options;
  record.data = origin.data;
  record.data_hash = origin.data_hash;
  record.rows = origin.rows;
  record.epochs = origin.epochs;
  record.updates = origin.updates;
  record.converged = origin.converged;
  if (model.calibration) record.calibration = model.calibration->kind;
  if (model.threshold != 0) record.threshold = model.threshold;
  record.certificate = !origin.certificate.empty();
  record.margin = interval_record(origin.margin);
  if (model.planes.size() == 1) {
    record.offset = model.planes[0].offset;
    if (model.has_planes()) record.top = list_record(largest_weights(model, top.value_or(kOfTwo)));
    return record;
  }
  record.multiclass = model.multiclass;
  if (!model.has_planes()) return record;
  const auto names = model.schema.feature_names();
  const std::uint64_t most = top.value_or(kOfEach);
  auto& per_class = record.per_class.emplace();
  for (std::size_t c = 0; c < model.classes.size(); ++c) {
    const auto features = features_of_class(model, static_cast<std::uint32_t>(c), names, most);
    per_class.emplace_back(model.classes[c], ClassFeaturesRecord{list_record(features.in_favour),
                                                                 list_record(features.against)});
  }
  return record;
}

std::string model_text(const Model& model, std::optional<std::uint64_t> top) {
  const Origin& origin = model.origin;
  TextTable facts("<<");
  facts.add({"model", planes_text(model)});
  facts.add({"learner", fmt::format("{}, {}, {}", origin.learner,
                                    origin.converged ? "converged" : "not converged",
                                    origin.updates > 0 ? plural(origin.updates, "update")
                                                       : plural(origin.epochs, "pass"))});
  facts.add({"trained on", fmt::format("{} ({}), by {}", origin.data, plural(origin.rows, "row"),
                                       origin.program)});
  facts.add({"data hash", origin.data_hash});
  const std::uint64_t weights_in_all = model.features() * model.planes.size();
  facts.add(
      {"features",
       !model.has_planes() ? with_commas(model.features())
       : model.planes.size() == 1
           ? fmt::format("{}, {} with weight 0", with_commas(model.features()),
                         with_commas(count_zero_weights(model)))
           : fmt::format("{}; {} of all {} weights are 0", with_commas(model.features()),
                         with_commas(count_zero_weights(model)), with_commas(weights_in_all))});
  if (model.support)
    facts.add({"support", fmt::format("{} of the training data, with the {} kernel",
                                      plural(model.support->rows.rows(), "row"),
                                      name_of(model.support->kernel.kind))});
  facts.add({"scaling", scaling_text(model.scaling.kind, model.schema)});
  for (const Column& column : model.schema.columns) {
    if (column.text)
      facts.add(
          {"text", fmt::format("{}: {}, {}", column.name, name_of(column.type),
                               column.text->weighting.tfidf ? "weighted by TF-IDF" : "counted")});
  }
  facts.add({"probabilities", model.calibration
                                  ? "calibrated by " + std::string(name_of(model.calibration->kind))
                              : model.support            ? "none"
                              : model.to_probabilities() ? "by logistic regression"
                                                         : "none; train with --calibrate"});
  if (model.threshold != 0)
    facts.add({"threshold", fmt::format("a score of {} or more means {}",
                                        format_number(model.threshold), model.classes[1])});
  if (origin.margin)
    facts.add({"margin", fmt::format("from {} to {}, on the training data",
                                     brief(origin.margin->lower, Round::down),
                                     brief(origin.margin->upper, Round::up))});
  if (!origin.certificate.empty())
    facts.add({"certificate", "inside; verify MODEL DATA checks it"});
  if (!model.has_planes()) return facts.text("");
  if (model.planes.size() > 1) {
    std::vector<std::string> offsets;
    for (std::size_t m = 0; m < std::min<std::size_t>(model.planes.size(), 12); ++m)
      offsets.push_back(brief(model.planes[m].offset, Round::nearest, 4));
    facts.add({"offsets", model.has_offset
                              ? fmt::format("{}{}", fmt::join(offsets, ", "),
                                            offsets.size() < model.planes.size() ? ", …" : "")
                              : "none: the planes pass through the origin"});
    return facts.text("") + "\nthe features with the largest weights for and against each class\n" +
           classes_text(model, top.value_or(kOfEach));
  }
  facts.add({"offset", model.has_offset ? brief(model.planes[0].offset)
                                        : "none: the plane passes through the origin"});
  TextTable weights("<>");
  weights.add({"feature", "weight"});
  const auto list = largest_weights(model, top.value_or(kOfTwo));
  for (const FeatureWeight& each : list)
    weights.add({shortened(each.feature, kEnd), brief(each.weight)});
  std::string text = facts.text("") + '\n' + weights.text("");
  if (list.size() < model.features())
    text += fmt::format("… and {} more (--top N shows more)\n",
                        with_commas(model.features() - list.size()));
  return text;
}

}  // namespace perceptron::core
