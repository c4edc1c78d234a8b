#include "cli/recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "base/options.h"
#include "data/recipe.h"

namespace perceptron::core {
namespace {

// inspect has an option of this name among those of output.
constexpr const char* kGroup = "Data";

bool reads_recipe(const CLI::App& app) {
  const CLI::Option* const option = app.get_option_no_throw("--recipe");
  return option != nullptr && option->get_group() == kGroup;
}

// The value of the option `name` among words; none if it is not there.
std::optional<std::string> value_among(const std::vector<std::string>& words,
                                       const std::string& name) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == name) return i + 1 < words.size() ? words[i + 1] : "";
    if (words[i].starts_with(name + "=")) return words[i].substr(name.size() + 1);
  }
  return std::nullopt;
}

// The values of all options of this name among the words.
std::vector<std::string> values_among(const std::vector<std::string>& words,
                                      const std::string& name) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == name && i + 1 < words.size()) values.push_back(words[i + 1]);
    if (words[i].starts_with(name + "=")) values.push_back(words[i].substr(name.size() + 1));
  }
  return values;
}

// The columns that options among the words name: what the recipe says about their types is void.
std::set<std::string> named_columns(const std::vector<std::string>& words) {
  std::set<std::string> names;
  for (const char* option : {"--ignore", "--label", "--weight", "--group"}) {
    for (const std::string& value : values_among(words, option)) {
      for (std::string& name : split_list(value)) names.insert(std::move(name));
    }
  }
  return names;
}

// A list of names without those that options use in another way.
std::string without_used(const std::string& list, const std::vector<std::string>& words) {
  std::set<std::string> used = named_columns(words);
  for (const std::string& value : values_among(words, "--column"))
    used.insert(value.substr(0, value.find('=')));
  std::string rest;
  for (const std::string& name : split_list(list)) {
    if (!used.contains(name)) rest += (rest.empty() ? "" : ",") + name;
  }
  return rest;
}

bool is_type_of(const std::string& text, const std::set<std::string>& columns) {
  return std::any_of(columns.begin(), columns.end(), [&](const std::string& column) {
    return text.starts_with(column_text(column, ""));
  });
}

}  // namespace

void declare_recipe(CLI::App& app) {
  app.add_option_function<std::string>(
         "--recipe", [](const std::string&) {},
         "file with data options, which are used unless they are given as well; inspect --recipe "
         "writes one")
      ->type_name("FILE")
      ->group(kGroup);
}

RecipeWords with_recipe(std::vector<std::string> words, const CLI::App& app) {
  const auto takes = [&](const std::string& name) {
    return app.get_option_no_throw("--" + name) != nullptr;
  };
  const auto path = value_among(words, "--recipe");
  // A missing name is reported later.
  if (!path || path->empty() || !reads_recipe(app)) return {std::move(words), "", {}};
  constexpr std::array<std::string_view, 4> kOfModel = {"ignore", "column", "missing",
                                                        "missing-values"};
  const bool trains = takes("columns");
  const std::set<std::string> named = named_columns(words);
  std::vector<std::string> options;
  std::set<std::string> settings;
  for (const auto& [name, text] : load_recipe(*path)) {
    const bool of_model = std::find(kOfModel.begin(), kOfModel.end(), name) != kOfModel.end();
    const bool given =
        name == "column" ? is_type_of(text, named) : value_among(words, "--" + name).has_value();
    if (!takes(name) || given || (!trains && of_model)) continue;
    const std::string value = name == "ignore" ? without_used(text, words) : text;
    if (value.empty()) continue;
    options.push_back(fmt::format("--{}={}", name, value));
    settings.insert(name);
  }
  words.insert(words.begin() + 1, options.begin(), options.end());
  return {std::move(words), *path, std::move(settings)};
}

std::string RecipeWords::origin_of(const Message& message) const {
  for (const Message::Part& part : message.parts()) {
    const Mention* const mention = std::get_if<Mention>(&part);
    if (mention == nullptr && !std::get<std::string>(part).empty())
      return "";  // about something else
    if (mention == nullptr) continue;
    const bool given_too = mention->name == "column" && values_among(words, "--column").size() > 1;
    return settings.contains(mention->name)
               ? fmt::format(" (--{} {} the recipe {})", mention->name,
                             given_too ? "may be that of" : "is from", path)
               : "";
  }
  return "";
}

}  // namespace perceptron::core
