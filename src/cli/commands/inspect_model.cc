#include "cli/commands/inspect_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "cli/classes_report.h"
#include "cli/command.h"
#include "cli/text_table.h"
#include "model/feature_weights.h"

namespace perceptron {
namespace {

Json list_json(const std::vector<FeatureWeight>& list) {
  Json json = Json::array();
  for (const FeatureWeight& each : list)
    json.push_back({{"feature", each.feature}, {"weight", each.weight}});
  return json;
}

std::string list_text(const std::vector<FeatureWeight>& list) {
  if (list.empty()) return "nothing";
  std::vector<std::string> words;
  for (const FeatureWeight& each : list)
    words.push_back(fmt::format("{} {}", each.feature, brief(each.weight, Round::nearest, 4)));
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

Json model_json(const Model& model, std::optional<std::uint64_t> top) {
  const Origin& origin = model.origin;
  Json options = Json::object();
  for (const auto& [option, value] : origin.options) options[option] = value;
  Json json = {{"kind", "model"},
               {"classes", model.classes},
               {"features", model.features()},
               {"models", model.planes.size()},
               {"zero_weights", count_zero_weights(model)},
               {"has_offset", model.has_offset},
               {"precision", model.single_precision ? "float32" : "float64"},
               {"scale", model.scaling.kind},
               {"learner", origin.learner},
               {"program", origin.program},
               {"options", options},
               {"data", origin.data},
               {"data_hash", origin.data_hash},
               {"rows", origin.rows},
               {"epochs", origin.epochs},
               {"updates", origin.updates},
               {"converged", origin.converged},
               {"calibration", model.calibration ? Json(name_of(model.calibration->kind)) : Json()},
               {"certificate", !origin.certificate.empty()},
               {"margin", interval_json(origin.margin)}};
  if (model.planes.size() == 1) {
    json["offset"] = model.planes[0].offset;
    json["top"] = list_json(largest_weights(model, top.value_or(kOfTwo)));
    return json;
  }
  json["multiclass"] = name_of(model.multiclass);
  const auto names = model.schema.feature_names();
  const std::uint64_t most = top.value_or(kOfEach);
  Json& per_class = json["per_class"];
  for (std::size_t c = 0; c < model.classes.size(); ++c) {
    const auto features = features_of_class(model, static_cast<std::uint32_t>(c), names, most);
    per_class[model.classes[c]] = {{"for", list_json(features.in_favour)},
                                   {"against", list_json(features.against)}};
  }
  return json;
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
       model.planes.size() == 1
           ? fmt::format("{}, {} with weight 0", with_commas(model.features()),
                         with_commas(count_zero_weights(model)))
           : fmt::format("{}; {} of all {} weights are 0", with_commas(model.features()),
                         with_commas(count_zero_weights(model)), with_commas(weights_in_all))});
  facts.add({"scaling", std::string(name_of(model.scaling.kind))});
  facts.add({"probabilities", model.calibration
                                  ? "calibrated by " + std::string(name_of(model.calibration->kind))
                              : model.to_probabilities() ? "by logistic regression"
                                                         : "none; train with --calibrate"});
  if (origin.margin)
    facts.add({"margin", fmt::format("from {} to {}, on the training data",
                                     brief(origin.margin->lower, Round::down),
                                     brief(origin.margin->upper, Round::up))});
  if (!origin.certificate.empty())
    facts.add({"certificate", "inside; verify MODEL DATA checks it"});
  if (model.planes.size() > 1) {
    std::vector<std::string> offsets;
    for (std::size_t m = 0; m < std::min<std::size_t>(model.planes.size(), 12); ++m)
      offsets.push_back(brief(model.planes[m].offset, Round::nearest, 4));
    facts.add({"offsets", model.has_offset
                              ? fmt::format("{}{}", fmt::join(offsets, ", "),
                                            offsets.size() < model.planes.size() ? ", …" : "")
                              : "none: the planes pass through the origin"});
    return facts.text("") + "\nthe features that speak most for each class and against it\n" +
           classes_text(model, top.value_or(kOfEach));
  }
  facts.add({"offset", model.has_offset ? brief(model.planes[0].offset)
                                        : "none: the plane passes through the origin"});
  TextTable weights("<>");
  weights.add({"feature", "weight"});
  const auto list = largest_weights(model, top.value_or(kOfTwo));
  for (const FeatureWeight& each : list) weights.add({each.feature, brief(each.weight)});
  std::string text = facts.text("") + '\n' + weights.text("");
  if (list.size() < model.features())
    text += fmt::format("… and {} more (--top N shows more)\n",
                        with_commas(model.features() - list.size()));
  return text;
}

}  // namespace perceptron
