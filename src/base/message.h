// A message for the user of the library. The command line, C++ and Python each write the settings
// it mentions in their own way: --l2 0.1, l2 = 0.1 or l2=0.1. So the library knows no option names.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <perceptron/names.h>

namespace perceptron::core {

// A setting by its name in the tables of settings, and the value to give it; empty: any.
struct Mention {
  std::string name;
  std::string value;
  bool name_only = false;  // in a list of names, not as something to set
};

// Marks a setting in the text of a message: setting("scale", "maxabs"). The result is an ordinary
// string that can be formatted into others; Message splits it again.
std::string setting(std::string_view name, std::string_view value = "");
template <Named E>
std::string setting(std::string_view name, E value) {
  return setting(name, name_of(value));
}

// The same for the name alone: early-stop and not --early-stop.
std::string setting_name(std::string_view name);

class Message {
 public:
  using Part = std::variant<std::string, Mention>;
  using Spelling = std::function<std::string(const Mention&)>;

  // Messages are made with setting() and formatting, so text converts implicitly.
  Message(std::string_view text);                                        // NOLINT
  Message(const std::string& text) : Message(std::string_view(text)) {}  // NOLINT
  Message(const char* text) : Message(std::string_view(text)) {}         // NOLINT

  const std::vector<Part>& parts() const { return parts_; }
  // The text, with each setting as `spell` writes it.
  std::string text(const Spelling& spell) const;
  // By the names of the tables: l2, scale = maxabs.
  std::string text() const;

  // The text that the message was made from, to be stored and made into a message again.
  std::string marked() const { return text(mark); }

  // The same message after `start`, which is kept as is.
  Message after(std::string_view start) const;

 private:
  static std::string mark(const Mention& mention) {
    return mention.name_only ? setting_name(mention.name) : setting(mention.name, mention.value);
  }

  std::vector<Part> parts_;
};

}  // namespace perceptron::core
