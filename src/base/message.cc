#include "base/message.h"

#include <algorithm>

namespace perceptron::core {
namespace {

// Control characters cannot come from a file: messages show them as \xNN (text.h).
constexpr char kOpen = '\x0e';
constexpr char kBetween = '\x1f';
constexpr char kClose = '\x0f';
constexpr char kNameOnly = '\x10';  // in place of a value

std::string plain(const Mention& mention) {
  std::string name = mention.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return mention.value.empty() ? name : name + " = " + mention.value;
}

}  // namespace

std::string setting(std::string_view name, std::string_view value) {
  std::string text(1, kOpen);
  text += name;
  text += kBetween;
  text += value;
  text += kClose;
  return text;
}

std::string setting_name(std::string_view name) { return setting(name, {&kNameOnly, 1}); }

Message::Message(std::string_view text) {
  while (!text.empty()) {
    const std::size_t open = text.find(kOpen);
    const std::size_t between = text.find(kBetween, std::min(open, text.size()));
    const std::size_t close = text.find(kClose, std::min(between, text.size()));
    if (close == std::string_view::npos) break;
    if (open > 0) parts_.emplace_back(std::string(text.substr(0, open)));
    const std::string name(text.substr(open + 1, between - open - 1));
    const std::string value(text.substr(between + 1, close - between - 1));
    const bool name_only = value == std::string_view(&kNameOnly, 1);
    parts_.emplace_back(Mention{name, name_only ? "" : value, name_only});
    text.remove_prefix(close + 1);
  }
  if (!text.empty()) parts_.emplace_back(std::string(text));
}

std::string Message::text(const Spelling& spell) const {
  std::string text;
  for (const Part& part : parts_) {
    const auto* mention = std::get_if<Mention>(&part);
    text += mention != nullptr ? spell(*mention) : std::get<std::string>(part);
  }
  return text;
}

std::string Message::text() const { return text(plain); }

Message Message::after(std::string_view start) const {
  Message whole("");
  whole.parts_.emplace_back(std::string(start));
  whole.parts_.insert(whole.parts_.end(), parts_.begin(), parts_.end());
  return whole;
}

}  // namespace perceptron::core
