#include <fmt/format.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/number.h"
#include "base/options.h"
#include "base/text.h"
#include "core.h"
#include "data/generate.h"
#include "data/options.h"
#include "learn/learn_options.h"
#include "learn/learners.h"
#include "model/conflicts.h"

namespace perceptron::core::python {
namespace {

// The names of options in Python that are not those of the program with underscores.
const std::map<std::string, std::string, std::less<>> kNames = {
    {"offset", "fit_intercept"},
    {"penalise-offset", "penalise_intercept"},
    {"tolerance", "tol"},
    {"rate", "eta0"},
    {"aggressiveness", "C"},
    {"epochs", "max_iter"},
    {"updates", "max_updates"},
    {"lambda", "lam"},
    {"kernel-gamma", "gamma"},
    {"order", "shuffle"},
    {"initial-weights", "coef_init"},
    {"initial-offset", "intercept_init"},
    {"seed", "random_state"},
    {"threads", "n_jobs"},
    {"weight", "sample_weight"},
    {"l1", "l1 penalty"},
    {"l2", "l2 penalty"},
    {"start", "warm_start"},
};

std::string python_name(std::string_view option) {
  if (const auto found = kNames.find(option); found != kNames.end()) return found->second;
  std::string name(option);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

template <class Settings, class Table>
py::list table_of(const Table& table) {
  const Settings defaults;
  py::list options;
  for (const Option<Settings>& option : table) {
    py::dict each;
    each["name"] = std::string(option.name);
    each["parameter"] = python_name(option.name);
    each["help"] = in_python(std::string(option.help));
    each["choices"] = split_choices(option.choices);
    each["minimum"] = option.minimum;
    each["maximum"] = option.maximum;
    // None: the choice is left open, and there is no number for that.
    const bool open = !option.has_value(defaults) && !parse_number(option.absent);
    each["default"] =
        open ? py::none()
             : std::visit([](const auto& value) -> py::object { return py::cast(value); },
                          value_of(defaults, option));
    options.append(each);
  }
  return options;
}

// What the package needs to know of the learners; see LearnerTraits.
py::list learner_table() {
  py::list learners;
  for (const LearnerTraits& traits : kLearners) {
    std::vector<std::string> schemes;
    for (const auto& [scheme, name] : enum_names(Multiclass{})) {
      if (takes_scheme(traits, scheme)) schemes.emplace_back(name);
    }
    py::dict each;
    each["name"] = name_of(traits.learner);
    each["schemes"] = schemes;
    each["loss"] = traits.loss.has_value();
    each["joint_loss"] = traits.joint_loss.has_value();
    each["only_at_mistakes"] = traits.only_at_mistakes;
    each["finds_margin"] = traits.finds_margin;
    each["gives_probabilities"] = traits.gives_probabilities;
    learners.append(each);
  }
  return learners;
}

std::vector<std::string> contents_of(const LimitOption& limit) {
  std::vector<std::string> names;
  for (const auto& [content, name] : enum_names(Content{})) {
    if (limit.limits(content)) names.emplace_back(name);
  }
  return names;
}

}  // namespace

Limits limits_from(const OptionTexts& values) {
  Limits limits;
  assign_all(limits, kLimitOptions, values);
  return limits;
}

LearnSettings learn_settings(const OptionTexts& values,
                             const std::vector<std::string>& class_weight) {
  LearnSettings settings;
  assign_all(settings, kLearnOptions, values);
  settings.class_weight = parse_class_weights(class_weight);
  return settings;
}

std::string in_python(const Message& sentence) {
  return sentence.text([](const Mention& mention) {
    std::string text = python_name(mention.name);
    if (mention.value == "true" || mention.value == "false")
      return text + (mention.value == "true" ? "=True" : "=False");
    if (mention.value.empty()) return text;
    const bool number = parse_number(mention.value).has_value();
    return text + (number ? "=" + mention.value : "='" + mention.value + "'");
  });
}

void add_options(py::module_& module) {
  module.def(
      "learn_options", [] { return table_of<LearnSettings>(kLearnOptions); },
      "The options of training: name, default, range and meaning of each.");
  module.def("learners", &learner_table,
             "The learners: the multiclass schemes and the traits of each.");
  module.def(
      "data_options", [] { return table_of<ReadSettings>(kDataOptions); },
      "The options of reading a file.");
  module.def(
      "limit_options",
      [] {
        py::list table = table_of<Limits>(kLimitOptions);
        for (std::size_t i = 0; i < kLimitOptions.size(); ++i)
          table[i]["contents"] = contents_of(kLimitOptions[i]);
        return table;
      },
      "The limits on what is read from files, each with the contents of files that it limits.");
  module.def(
      "generate_options", [] { return table_of<GenerateSettings>(generate_options()); },
      "The options of generating data.");
}

}  // namespace perceptron::core::python
