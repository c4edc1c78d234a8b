#include "cli/defaults.h"

#include <fmt/format.h>

#include "cli/scaling_text.h"

namespace perceptron::core {

void declare_default_scale(CLI::App& app) {
  CLI::Option* option = app.get_option("--scale");
  const std::string help = option->get_description();
  option->description(help.substr(0, help.rfind('[')) + "[none; auto if no learner is named]");
}

NamedChoices named_choices(const CLI::App& app) {
  return {app.count("--learner") > 0, app.count("--scale") > 0};
}

void take_default_scale(const NamedChoices& named, ReadSettings& reading) {
  if (!named.learner && !named.scale) reading.scale = ScalingKind::automatic;
}

std::string choice_text(const NamedChoices& named, Learner learner,
                        const std::optional<ScalingChoice>& scaling, const std::string& source) {
  if (named.learner) return scaling ? "--scale auto: " + scaling_text(*scaling) : "";
  std::string text = fmt::format("no learner was named: {}", name_of(learner));
  if (!source.empty()) text += ", as in " + source;
  return text + (scaling ? ", with " + scaling_text(*scaling) : "");
}

std::string choice_text(const NamedChoices& named, Learner learner, ScalingKind scaling) {
  if (named.learner) return "";
  return fmt::format("no learner was named: {}{}", name_of(learner),
                     scaling == ScalingKind::automatic
                         ? ", with --scale auto, which looks at the training rows of each fold"
                         : "");
}

}  // namespace perceptron::core
