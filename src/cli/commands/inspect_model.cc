#include "cli/commands/inspect_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/highest.h"
#include "base/text.h"
#include "cli/classes_report.h"
#include "cli/command.h"
#include "cli/text_table.h"

namespace perceptron {
namespace {

// How much each feature speaks for a class: the weights of its score, which in
// one-vs-one is the sum of its pairs' scores.
std::vector<double> weights_for(const Model& model, std::uint32_t c) {
  std::vector<double> sum(model.features());
  const Scheme scheme = model.scheme();
  for (std::uint64_t m = 0; m < model.planes.size(); ++m) {
    const auto [positive, negative] = scheme.sides(m);
    const double sign = positive == c ? 1 : negative == c ? -1 : 0;
    if (sign == 0) continue;
    for (std::uint64_t j = 0; j < sum.size(); ++j) sum[j] += sign * model.planes[m].weights[j];
  }
  return sum;
}

struct NamedWeight {
  std::string feature;
  double weight;
};

// What speaks most for a class (sign +1) or against it (−1).
std::vector<NamedWeight> strongest(const std::vector<double>& weights,
                                   const std::vector<std::string>& names, double sign,
                                   std::uint64_t most) {
  std::vector<NamedWeight> list;
  for (const std::uint64_t j :
       highest(weights.size(), most, [&](std::uint64_t k) { return sign * weights[k]; })) {
    if (sign * weights[j] > 0) list.push_back({names[j], weights[j]});
  }
  return list;
}

Json list_json(const std::vector<NamedWeight>& list) {
  Json json = Json::array();
  for (const NamedWeight& each : list)
    json.push_back({{"feature", each.feature}, {"weight", each.weight}});
  return json;
}

std::string list_text(const std::vector<NamedWeight>& list) {
  if (list.empty()) return "nothing";
  std::vector<std::string> words;
  for (const NamedWeight& each : list)
    words.push_back(fmt::format("{} {}", each.feature, brief(each.weight, Round::nearest, 4)));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<NamedWeight> largest(const Model& model, std::uint64_t most) {
  const auto names = model.schema.feature_names();
  const std::vector<double>& weights = model.planes[0].weights;
  std::vector<NamedWeight> list;
  for (const std::uint64_t j :
       highest(weights.size(), most, [&](std::uint64_t k) { return std::abs(weights[k]); }))
    list.push_back({names[j], weights[j]});
  return list;
}

constexpr std::uint64_t kOfTwo = 20;
constexpr std::uint64_t kOfEach = 5;

std::uint64_t zeros_in(const Model& model) {
  std::uint64_t zeros = 0;
  for (const Plane& plane : model.planes)
    zeros +=
        static_cast<std::uint64_t>(std::count(plane.weights.begin(), plane.weights.end(), 0.0));
  return zeros;
}

std::string classes_text(const Model& model, std::uint64_t most) {
  constexpr std::size_t kShown = 50;
  const auto names = model.schema.feature_names();
  std::string text;
  const std::size_t shown = model.classes.size() <= kShown + 1 ? model.classes.size() : kShown;
  TextTable table("<<<");
  for (std::size_t c = 0; c < shown; ++c) {
    const auto weights = weights_for(model, static_cast<std::uint32_t>(c));
    table.add({model.classes[c], "for", list_text(strongest(weights, names, 1, most))});
    table.add({"", "against", list_text(strongest(weights, names, -1, most))});
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
                     model.multiclass, with_commas(model.planes.size()), in_list(model.classes));
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
               {"zero_weights", zeros_in(model)},
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
               {"calibration", model.calibration ? Json(model.calibration->kind) : Json()},
               {"certificate", !origin.certificate.empty()},
               {"margin", interval_json(origin.margin)}};
  if (model.planes.size() == 1) {
    json["offset"] = model.planes[0].offset;
    json["top"] = list_json(largest(model, top.value_or(kOfTwo)));
    return json;
  }
  json["multiclass"] = model.multiclass;
  const auto names = model.schema.feature_names();
  const std::uint64_t most = top.value_or(kOfEach);
  Json& per_class = json["per_class"];
  for (std::size_t c = 0; c < model.classes.size(); ++c) {
    const auto weights = weights_for(model, static_cast<std::uint32_t>(c));
    per_class[model.classes[c]] = {{"for", list_json(strongest(weights, names, 1, most))},
                                   {"against", list_json(strongest(weights, names, -1, most))}};
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
  facts.add({"features",
             model.planes.size() == 1
                 ? fmt::format("{}, {} with weight 0", with_commas(model.features()),
                               with_commas(zeros_in(model)))
                 : fmt::format("{}; {} of all {} weights are 0", with_commas(model.features()),
                               with_commas(zeros_in(model)), with_commas(weights_in_all))});
  facts.add({"scaling", model.scaling.kind});
  facts.add({"probabilities", model.calibration ? "calibrated by " + model.calibration->kind
                              : model.to_probabilities() ? "as the loss has them"
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
  const auto list = largest(model, top.value_or(kOfTwo));
  for (const NamedWeight& each : list) weights.add({each.feature, brief(each.weight)});
  std::string text = facts.text("") + '\n' + weights.text("");
  if (list.size() < model.features())
    text += fmt::format("… and {} more (--top N shows more)\n",
                        with_commas(model.features() - list.size()));
  return text;
}

}  // namespace perceptron
