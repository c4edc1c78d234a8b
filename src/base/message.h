// A sentence for the user of the library. Where it mentions a setting, each door spells it its
// own way: the command line writes --l2 0.1, Python l2=0.1. So the library knows no option names.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace perceptron::core {

// A setting as the tables of settings call it, and the value it should have; empty: any.
struct Mention {
  std::string name;
  std::string value;
};

// Puts a mention into the text of a message: setting("scale", "maxabs"). The result is an
// ordinary string that can be formatted into others; Message takes it apart again.
std::string setting(std::string_view name, std::string_view value = "");

class Message {
 public:
  using Part = std::variant<std::string, Mention>;
  using Spelling = std::function<std::string(const Mention&)>;

  // Sentences are made with setting() and formatting, so text converts by itself.
  Message(std::string_view text);                                        // NOLINT
  Message(const std::string& text) : Message(std::string_view(text)) {}  // NOLINT
  Message(const char* text) : Message(std::string_view(text)) {}         // NOLINT

  const std::vector<Part>& parts() const { return parts_; }
  // The sentence as a door spells it.
  std::string text(const Spelling& spell) const;
  // As C++ has it: l2, scale = maxabs.
  std::string text() const;

  // The text that the message was made of, to be kept in a file and made a message again.
  std::string marked() const { return text(mark); }

  // The same behind `start`, which is taken as it is.
  Message after(std::string_view start) const;

 private:
  static std::string mark(const Mention& mention) { return setting(mention.name, mention.value); }

  std::vector<Part> parts_;
};

}  // namespace perceptron::core
