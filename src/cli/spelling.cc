#include "cli/spelling.h"

namespace perceptron::core {

std::string option_text(const Mention& mention) {
  if (mention.name_only) return mention.name;
  if (mention.name == "order" && mention.value == "given") return "--order FILE";
  if (mention.value == "false") return "--no-" + mention.name;
  if (mention.value.empty() || mention.value == "true") return "--" + mention.name;
  return "--" + mention.name + " " + mention.value;
}

std::string in_options(const Message& message) { return message.text(option_text); }

}  // namespace perceptron::core
