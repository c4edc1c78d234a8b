// A column of a table, as a user chooses it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace perceptron {

class ColumnChoice {
 public:
  ColumnChoice() : text_("last") {}
  // By name. Where the file has no column of this name, "3" means its third column, "first" its
  // first and "last" its last one.
  ColumnChoice(std::string name) : text_(std::move(name)) {}  // NOLINT: a name chooses a column
  ColumnChoice(const char* name) : text_(name) {}             // NOLINT
  // By number, counted from 1, whatever the columns are called.
  static ColumnChoice number(std::uint64_t number) {
    ColumnChoice choice(std::to_string(number));
    choice.number_ = number;
    return choice;
  }
  static ColumnChoice first() { return "first"; }
  static ColumnChoice last() { return "last"; }

  // As it is written in options and records.
  const std::string& text() const { return text_; }
  std::optional<std::uint64_t> number() const { return number_; }

  bool operator==(const ColumnChoice& other) const { return text_ == other.text_; }

 private:
  std::string text_;
  std::optional<std::uint64_t> number_;  // none: by name
};

inline std::string value_text(const ColumnChoice& choice) { return choice.text(); }
inline void parse_setting(std::string_view /*name*/, const std::string& text,
                          ColumnChoice& choice) {
  choice = ColumnChoice(text);
}

}  // namespace perceptron
