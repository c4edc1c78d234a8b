// Settings are values; one table for each kind of settings gives the name, meaning, range and
// member of each. The table drives the command line, its help, the manual, the range checks, the
// record of a run, and the parameters in Python.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <perceptron/names.h>
#include <perceptron/written_number.h>
#include "base/number.h"

namespace perceptron::core {

// The names of an enumeration as the choices of an option.
namespace names {

template <Named E>
constexpr std::size_t length_of_choices() {
  std::size_t length = 0;
  for (const auto& [value, name] : enum_names(E{})) length += std::string_view(name).size() + 1;
  return length - 1;
}

template <Named E>
constexpr auto join_choices() {
  std::array<char, length_of_choices<E>()> text{};
  std::size_t at = 0;
  for (const auto& [value, name] : enum_names(E{})) {
    if (at > 0) text[at++] = '|';
    for (const char letter : std::string_view(name)) text[at++] = letter;
  }
  return text;
}

template <Named E>
inline constexpr auto kChoices = join_choices<E>();

}  // namespace names

// "a|b|c"
template <Named E>
constexpr std::string_view choices_of() {
  return {names::kChoices<E>.data(), names::kChoices<E>.size()};
}

[[noreturn]] void refuse_enumerator(std::string_view name, std::string_view choices, int found);

// Throws a usage error unless `value` is an enumerator, for values from outside.
template <Named E>
void require_named(E value, std::string_view name) {
  if (name_of(value).empty()) refuse_enumerator(name, choices_of<E>(), static_cast<int>(value));
}

// A setting's value for display: an enumerator by its name, an empty optional as the table writes
// it.
using SettingValue = std::variant<bool, std::uint64_t, double, std::string,
                                  std::vector<std::string>, std::vector<double>>;

template <class Settings>
struct Option {
  std::string_view name;     // "epochs"
  std::string_view value;    // what help calls the value: "T"
  std::string_view choices;  // "auto|yes|no" where only these are allowed
  std::string_view help;
  double minimum;
  double maximum;
  std::string_view absent;  // how an empty optional is written: "auto", "0"

  // Applied to default-constructed settings, this gives the default.
  SettingValue (*get)(const Settings& settings, const Option& option);
  std::string (*text)(const Settings& settings, const Option& option);
  void (*set)(Settings& settings, const Option& option, const std::string& text);
  bool (*has_value)(const Settings& settings);  // false for an empty optional

  // Model files of before this option existed do not have it; to keep their bytes, those of today
  // omit it where it has its default.
  bool is_late = false;
  // May be given several times; the texts are joined by semicolons.
  bool repeats = false;
  constexpr Option added_later() const {
    Option late = *this;
    late.is_late = true;
    return late;
  }
  constexpr Option repeated() const {
    Option several = *this;
    several.repeats = true;
    return several;
  }
};

// Split "a|b|c" and "a,b,c".
std::vector<std::string> split_choices(std::string_view choices);
std::vector<std::string> split_list(const std::string& text, char separator = ',');

// Parse text; the option's name, range and choices are for the error message.
bool parse_choice(std::string_view name, std::string_view choices, const std::string& text);
std::uint64_t parse_whole(std::string_view name, double minimum, double maximum,
                          const std::string& text, std::string_view absent = "");
double parse_real(std::string_view name, double minimum, double maximum, const std::string& text,
                  std::string_view absent = "");

// Parses an enumerator of the setting `name`.
template <Named E>
E parse_named(std::string_view name, const std::string& text) {
  parse_choice(name, choices_of<E>(), text);
  return *find_named<E>(text);
}

[[noreturn]] void refuse_option(const std::string& name);  // reports an unknown option
// A program has assigned the value by which text leaves the choice open.
[[noreturn]] void refuse_automatic(std::string_view name, const std::string& text);

// Values as written on the command line.
std::string value_text(bool value);
std::string value_text(std::uint64_t value);
std::string value_text(double value);
std::string value_text(const WrittenNumber& value);
std::string value_text(const std::string& value);
std::string value_text(const std::vector<std::string>& value);
std::string value_text(const std::vector<double>& value);
template <Named E>
std::string value_text(E value) {
  return std::string(name_of(value));
}

// A setting with a type of its own overloads these: writing it, parsing it and, unless its text
// will do, its value for display.
//     std::string value_text(const Type& value);
//     void parse_setting(std::string_view name, const std::string& text, Type& value);
//     SettingValue shown_setting(const Type& value);

namespace options {

template <class>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class>
struct Field;
template <class S, class V>
struct Field<V S::*> {
  using Settings = S;
  using Value = V;
};

template <class Value>
SettingValue shown(const Value& value) {
  if constexpr (requires { shown_setting(value); }) {
    return shown_setting(value);
  } else if constexpr (std::is_same_v<Value, WrittenNumber>) {
    return static_cast<double>(value);
  } else if constexpr (std::is_constructible_v<SettingValue, Value> && !std::is_enum_v<Value>) {
    return value;
  } else {
    return value_text(value);
  }
}

inline SettingValue shown_absent(std::string_view absent, bool whole) {
  if (const auto count = parse_count(absent); count && whole) return *count;
  if (const auto number = parse_number(absent)) return *number;
  return std::string(absent);
}

template <class Value, class Settings>
void parse(const Option<Settings>& option, const std::string& text, Value& value) {
  if constexpr (kIsOptional<Value>) {
    // If the word for an empty optional is a number out of range, it is shown but not accepted.
    const auto number = parse_number(text);
    if (text == option.absent && !(number && *number < option.minimum)) {
      value.reset();
    } else {
      parse(option, text, value.emplace());
    }
  } else if constexpr (std::is_same_v<Value, bool>) {
    value = text == "true";
  } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
    value = parse_whole(option.name, option.minimum, option.maximum, text, option.absent);
  } else if constexpr (std::is_same_v<Value, double>) {
    value = parse_real(option.name, option.minimum, option.maximum, text, option.absent);
  } else if constexpr (Named<Value>) {
    value = parse_named<Value>(option.name, text);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    if (option.choices.empty() || parse_choice(option.name, option.choices, text)) value = text;
  } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
    value.clear();
    for (const std::string& part : split_list(text))
      value.push_back(parse_real(option.name, option.minimum, option.maximum, part));
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    value = split_list(text);
  } else {
    parse_setting(option.name, text, value);
  }
}

// Keeps the text of the number.
template <class Settings>
void parse(const Option<Settings>& option, const std::string& text,
           std::optional<WrittenNumber>& value) {
  if (text == option.absent) {
    value.reset();
  } else {
    value.emplace(parse_real(option.name, option.minimum, option.maximum, text, option.absent),
                  text);
  }
}

}  // namespace options

// The table entry of one member:
//     option<&Settings::epochs>("epochs", "T", "", "passes at most", 1, 1e9)
// The choices of an enumeration are its names.
template <auto kField>
constexpr auto option(std::string_view name, std::string_view value, std::string_view choices,
                      std::string_view help,
                      double minimum = -std::numeric_limits<double>::infinity(),
                      double maximum = std::numeric_limits<double>::infinity(),
                      std::string_view absent = "") {
  using Settings = typename options::Field<decltype(kField)>::Settings;
  using Value = typename options::Field<decltype(kField)>::Value;
  if constexpr (Named<Value>) choices = choices_of<Value>();
  return Option<Settings>{
      name,
      value,
      choices,
      help,
      minimum,
      maximum,
      absent,
      [](const Settings& settings, const Option<Settings>& self) -> SettingValue {
        if constexpr (options::kIsOptional<Value>) {
          constexpr bool kWhole = std::is_same_v<Value, std::optional<std::uint64_t>>;
          return (settings.*kField).has_value() ? options::shown(*(settings.*kField))
                                                : options::shown_absent(self.absent, kWhole);
        } else {
          return options::shown(settings.*kField);
        }
      },
      [](const Settings& settings, const Option<Settings>& self) -> std::string {
        if constexpr (options::kIsOptional<Value>) {
          return (settings.*kField).has_value() ? value_text(*(settings.*kField))
                                                : std::string(self.absent);
        } else {
          return value_text(settings.*kField);
        }
      },
      [](Settings& settings, const Option<Settings>& self, const std::string& text) {
        options::parse(self, text, settings.*kField);
      },
      [](const Settings& settings) {
        if constexpr (options::kIsOptional<Value>) return (settings.*kField).has_value();
        return true;
      }};
}

template <class Settings>
std::string text_of(const Settings& settings, const Option<Settings>& option) {
  return option.text(settings, option);
}

template <class Settings>
SettingValue value_of(const Settings& settings, const Option<Settings>& option) {
  return option.get(settings, option);
}

template <class Settings>
void assign(Settings& settings, const Option<Settings>& option, const std::string& text) {
  option.set(settings, option, text);
}

// Sets the options named in `values`, as the command line would.
template <class Settings, class Table>
void assign_all(Settings& settings, const Table& table,
                const std::map<std::string, std::string>& values) {
  for (const auto& [name, text] : values) {
    const auto named = [&name = name](const Option<Settings>& option) {
      return option.name == name;
    };
    const auto option = std::find_if(std::begin(table), std::end(table), named);
    if (option == std::end(table)) refuse_option(name);
    assign(settings, *option, text);
  }
}

// The options whose value is not the default. Throws a usage error if a value is out of range:
// text is checked when it is parsed, this is for settings that a program assigned.
template <class Settings, class Table>
std::vector<Option<Settings>> find_changed(const Settings& settings, const Table& table) {
  const Settings usual;
  Settings copy;
  std::vector<Option<Settings>> changed;
  for (const Option<Settings>& option : table) {
    const std::string text = text_of(settings, option);
    if (option.has_value(settings) == option.has_value(usual) && text == text_of(usual, option))
      continue;
    assign(copy, option, text);
    if (option.has_value(settings) && !option.has_value(copy)) refuse_automatic(option.name, text);
    changed.push_back(option);
  }
  return changed;
}

// Names and values, for the record of a run.
template <class Settings, class Table>
std::vector<std::pair<std::string, std::string>> record(const Settings& settings,
                                                        const Table& table) {
  std::vector<std::pair<std::string, std::string>> values;
  values.reserve(std::size(table));
  for (const Option<Settings>& option : table)
    values.emplace_back(option.name, text_of(settings, option));
  return values;
}

}  // namespace perceptron::core
