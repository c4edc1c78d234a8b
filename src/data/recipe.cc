#include "data/recipe.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "data/read/source.h"

namespace perceptron::core {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{1} << 24U;  // bytes

[[noreturn]] void refuse(const std::string& path, const std::string& sentence) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", path, sentence));
}

// Text that is no JSON from this byte on, counted from 1.
[[noreturn]] void refuse_text(const std::string& path, std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t begin = before.rfind('\n') + 1;
  throw Error(Place{path, static_cast<std::uint64_t>(line), before.size() - begin + 1},
              R"(expected a recipe, such as {"label": "class", "ignore": ["id"]}, found what is )"
              "no JSON from here on");
}

const Option<ReadSettings>* find_option(std::string_view name) {
  for (const auto& option : kDataOptions) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

// A single value as an option has it; none for lists and objects.
std::optional<std::string> text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  return std::nullopt;
}

std::string list_text(const std::string& path, const std::string& name, const Json& list) {
  std::vector<std::string> parts;
  for (const Json& each : list) {
    const auto part = text_of(each);
    if (!part) refuse(path, fmt::format("{}: expected names in the list", name));
    if (part->find(',') != std::string::npos) {
      refuse(path, fmt::format("{}: a name with a comma, {}, cannot be in a list (write the number "
                               "of its column)",
                               name, in_quotes(*part)));
    }
    parts.push_back(*part);
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

void add_member(const std::string& path, const std::string& name, const Json& value,
                Recipe& recipe) {
  if (const auto text = text_of(value)) {
    recipe.emplace_back(name, *text);
  } else if (value.is_array()) {
    recipe.emplace_back(name, list_text(path, name, value));
  } else if (value.is_object() && name == "column") {
    for (const auto& [column, type] : value.items()) {
      if (!type.is_string())
        refuse(path,
               fmt::format("column {}: expected a type such as \"category\"", in_quotes(column)));
      recipe.emplace_back(name, column_text(column, type.get<std::string>()));
    }
  } else {
    refuse(path, fmt::format("{}: expected a text, a number or a list of names", name));
  }
}

// A name for a list of names, which commas would take apart.
std::string name_in_list(const ColumnProfile& column) {
  return column.name.find(',') == std::string::npos ? column.name : std::to_string(column.position);
}

}  // namespace

Recipe load_recipe(const std::string& path) {
  Json json;
  const std::string text = read_up_to(*open_source(path), kLargest + 1);
  if (text.size() > kLargest) refuse(path, "expected a recipe, found a larger file");
  try {
    json = parse_json(text, path);
  } catch (const Json::parse_error& error) {
    refuse_text(path, text, error.byte);
  } catch (const Json::exception&) {
    refuse(path, R"(expected a recipe, such as {"label": "class", "ignore": ["id"]})");
  }
  if (!json.is_object())
    refuse(path, R"(expected a recipe, such as {"label": "class", "ignore": ["id"]})");
  Recipe recipe;
  for (const auto& [name, value] : json.items()) {
    if (find_option(name) == nullptr) {
      std::vector<std::string_view> names;
      names.reserve(kDataOptions.size());
      for (const auto& option : kDataOptions) names.emplace_back(option.name);
      refuse(path, fmt::format("expected names of data options, found {}; they are {}",
                               in_quotes(name), fmt::join(names, ", ")));
    }
    if (names_file(name)) {
      refuse(path, fmt::format("{} names a file, which a recipe may not do (give it as an option)",
                               name));
    }
    add_member(path, name, value, recipe);
  }
  try {
    settings_of(recipe);
  } catch (const Error& error) {
    refuse(path, error.message().text());
  }
  return recipe;
}

ReadSettings settings_of(const Recipe& recipe) {
  ReadSettings settings;
  std::string columns;
  for (const auto& [name, text] : recipe) {
    const Option<ReadSettings>& option = *find_option(name);
    if (option.repeats) {
      columns += (columns.empty() ? "" : ";") + text;
      assign(settings, option, columns);
    } else {
      assign(settings, option, text);
    }
  }
  return settings;
}

std::vector<const ColumnProfile*> suspected_identifiers(const TableProfile& profile) {
  std::vector<const ColumnProfile*> found;
  for (const ColumnProfile& column : profile.columns) {
    const bool suspected = std::any_of(
        profile.warnings.begin(), profile.warnings.end(), [&](const ProfileWarning& warning) {
          return warning.what == Suspicion::identifier && warning.column == column.name;
        });
    if (suspected && column.type != ColumnType::label) found.push_back(&column);
  }
  return found;
}

std::string recipe_text(const TableProfile& profile, const ReadSettings& settings) {
  Json recipe = Json::object();
  const auto identifiers = suspected_identifiers(profile);
  Json types = Json::object();
  Json ignored = Json::array();
  for (const ColumnProfile& column : profile.columns) {
    const ColumnType type = column.type;
    if (type == ColumnType::label)
      recipe["label"] = profile.header ? column.name : std::to_string(column.position);
    if (type == ColumnType::label || type == ColumnType::weight || type == ColumnType::group)
      continue;
    const bool identifier =
        std::find(identifiers.begin(), identifiers.end(), &column) != identifiers.end();
    if (type == ColumnType::ignore || identifier) {
      ignored.push_back(name_in_list(column));
    } else {
      types[column.name] = type_text(column.setting);
    }
  }
  for (const auto& [name, text] : unusual(settings)) {
    if (name == "label" || name == "column" || name == "ignore" || name == "columns" ||
        names_file(name))
      continue;
    recipe[name] = text;
  }
  if (settings.scale != ScalingKind::none) recipe["scale"] = settings.scale;
  if (!ignored.empty()) recipe["ignore"] = std::move(ignored);
  recipe["column"] = std::move(types);
  recipe["missing"] = settings.missing;
  return recipe.dump(2) + "\n";
}

}  // namespace perceptron::core
