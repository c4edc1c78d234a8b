#include "cli/scoring.h"

#include <string>

#include "base/options.h"
#include "evaluate/costs.h"

namespace perceptron::core {

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
