#include "cli/scoring.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/number.h"
#include "base/options.h"
#include "base/text.h"
#include "evaluate/costs.h"
#include "evaluate/threshold.h"

namespace perceptron::core {
namespace {

// What follows `name` and an equals sign, with or without a > before it.
std::optional<double> required_share(const std::string& text, std::string_view name) {
  if (!text.starts_with(name)) return std::nullopt;
  std::string_view rest = std::string_view(text).substr(name.size());
  if (rest.starts_with('>')) rest.remove_prefix(1);
  if (!rest.starts_with('=')) return std::nullopt;
  return parse_number(std::string(rest.substr(1)));
}

std::optional<ThresholdRule> rule_of(const std::string& text) {
  ThresholdRule rule;
  rule.precision = required_share(text, "precision");
  rule.recall = required_share(text, "recall");
  const auto metric = find_named<Metric>(text);
  if (metric) rule.metric = *metric;
  if (!metric && !rule.precision && !rule.recall) return std::nullopt;
  require_threshold_rule(rule);
  return rule;
}

// A score, or a probability as a percentage.
bool take_value(const std::string& text, ThresholdOption& threshold) {
  const bool percentage = text.ends_with('%');
  const auto number = parse_number(percentage ? text.substr(0, text.size() - 1) : text);
  if (!number || !std::isfinite(*number)) return false;
  if (percentage && !(*number > 0 && *number < 100)) return false;
  (percentage ? threshold.probability : threshold.score) = percentage ? *number / 100 : *number;
  return true;
}

}  // namespace

void declare_threshold_rule(CLI::App& app, ThresholdOption& threshold, const char* group) {
  app.add_option_function<std::string>(
         "--threshold",
         [&threshold](const std::string& text) {
           threshold.text = text;
           threshold.rule = rule_of(text);
           if (threshold.rule || (take_value(text, threshold) && threshold.score)) return;
           throw Error(
               ErrorKind::usage,
               fmt::format("--threshold takes a score, a metric that depends on it (f1, mcc, "
                           "balanced-accuracy, cost …), precision>=0.9 or recall>=0.9, not "
                           "{}{}",
                           in_quotes(text),
                           threshold.probability
                               ? "; a probability can be given to predict and evaluate"
                               : ""));
         },
         "the lowest score that means the second of two classes: a number, or chosen on held-out "
         "rows by a metric or a required precision or recall of that class [0]")
      ->type_name("SCORE|METRIC|precision>=P|recall>=R")
      ->group(group);
}

double threshold_for(ThresholdOption& threshold, const Dataset& data, const TrainOptions& options,
                     Terminal& terminal) {
  if (threshold.text.empty()) {
    if (!threshold.costs.empty())
      throw Error(ErrorKind::usage, "--costs goes with --threshold cost; add it");
    return options.start != nullptr ? options.start->threshold : 0;
  }
  require_two_classes(data.classes.size(), data.name);
  if (threshold.score) return *threshold.score;
  ThresholdRule rule = *threshold.rule;
  rule.costs = threshold.costs;
  const ThresholdChoice chosen =
      find_threshold(data, {options.learn, options.scale}, rule,
                     threshold_split(options.learn.seed), options.threads, terminal);
  terminal.say(
      fmt::format("threshold {}, chosen by {} on held-out rows (5-fold cross-validation): "
                  "precision {:.4f} and recall {:.4f} of {} there",
                  brief(chosen.threshold), threshold.text, chosen.precision, chosen.recall,
                  data.classes.names()[1]));
  threshold.choice = chosen;
  return chosen.threshold;
}

Judgement judgement_of(const ScoreSettings& settings, const ThresholdOption& threshold) {
  ScoreSettings with_rule = settings;
  with_rule.threshold = threshold.rule;
  Judgement judgement = with_rule;
  judgement.threshold = threshold.score.value_or(0);
  return judgement;
}

double streamed_threshold(const ThresholdOption& threshold, const Dataset& shape) {
  if (threshold.rule)
    throw Error(
        ErrorKind::usage,
        fmt::format("--threshold {} needs all rows in memory; leave out --memory, or give a "
                    "score",
                    threshold.text));
  if (!threshold.text.empty()) require_two_classes(shape.classes.size(), shape.name);
  return threshold.score.value_or(0);
}

void declare_threshold(CLI::App& app, ThresholdOption& threshold) {
  app.add_option_function<std::string>(
         "--threshold",
         [&threshold](const std::string& text) {
           threshold.text = text;
           if (take_value(text, threshold)) return;
           throw Error(
               ErrorKind::usage,
               fmt::format("--threshold takes a score such as 0.5, or a probability such as "
                           "30%, not {}",
                           in_quotes(text)));
         },
         "the lowest score, or with % the lowest probability, that means the second of two classes "
         "[that of the model]")
      ->type_name("SCORE|P%")
      ->group("Evaluation");
}

void set_threshold(const ThresholdOption& threshold, Model& model) {
  if (threshold.text.empty()) return;
  if (threshold.probability) {
    model.threshold = threshold_of_probability(model, *threshold.probability);
    return;
  }
  require_two_classes(model.classes.size(), "the model");
  model.threshold = *threshold.score;
}

void declare_scoring(CLI::App& app, ScoreSettings& settings) {
  app.add_option_function<std::string>(
         "--metric",
         [&settings](const std::string& text) {
           settings.metric = parse_named<Metric>("metric", text);
         },
         "what settings are compared by on held-out rows; log-loss and brier need probabilities "
         "[accuracy, with --costs cost]")
      ->type_name(std::string(choices_of<Metric>()))
      ->group("Evaluation");
  declare_costs(app, settings.costs);
}

void declare_costs(CLI::App& app, Costs& costs) {
  app.add_option_function<std::string>(
         "--costs", [&costs](const std::string& text) { parse_setting("costs", text, costs); },
         "what wrong predictions cost: spam:ham=5 if a row of spam is predicted to be ham; those "
         "that are not listed cost 1")
      ->type_name("TRUE:PREDICTED=COST,…")
      ->group("Evaluation");
}

}  // namespace perceptron::core
