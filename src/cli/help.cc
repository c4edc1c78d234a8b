#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/program.h"
#include "cli/text_table.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kTextColumn = 28;
constexpr std::size_t kWidth = 92;

// `text`, wrapped at spaces, to the right of a column that holds `head`.
std::string entry(const std::string& head, const std::string& text) {
  std::string out = "  " + head;
  std::string line = text_width(out) + 2 > kTextColumn
                         ? std::string()
                         : std::string(kTextColumn - text_width(out), ' ');
  if (line.empty()) {
    out += '\n';
    line.assign(kTextColumn, ' ');
  } else {
    line.insert(0, out);
    out.clear();
  }
  std::size_t at = 0;
  bool fresh = true;
  while (at <= text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!fresh && line.size() + 1 + word.size() > kWidth) {
      out += line + '\n';
      line.assign(kTextColumn, ' ');
      fresh = true;
    }
    line += (fresh ? "" : " ") + word;
    fresh = false;
    if (end < text.size() && text[end] == '\n') {
      out += line + '\n';
      line.assign(kTextColumn, ' ');
      fresh = true;
    }
    at = end + 1;
  }
  return out + line + '\n';
}

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text.ends_with('.') ? text : text + '.';
}

}  // namespace

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::string option_names(const CLI::Option& option) {
  if (option.nonpositional()) {
    std::string names;
    for (const std::string& name : option.get_snames())
      names += (names.empty() ? "-" : ", -") + name;
    for (const std::string& name : option.get_lnames())
      names += (names.empty() ? "--" : ", --") + name;
    return names;
  }
  return option.get_name(true);
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string /*name*/,
                                     CLI::AppFormatMode /*mode*/) const {
  std::string text =
      fmt::format("Example\n  {}\n\n{}\n\n", app->get_footer(), sentence(app->get_description()));
  const auto subcommands =
      app->get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });
  std::string usage = app->get_parent() == nullptr ? "perceptron" : "perceptron " + app->get_name();
  std::string arguments;
  for (const CLI::Option* option :
       app->get_options([](const CLI::Option* o) { return o->get_positional(); })) {
    usage += ' ' + option->get_name(true);
    arguments += entry(option->get_name(true), option->get_description());
  }
  text += fmt::format("Usage\n  {}{} [options]\n", usage, subcommands.empty() ? "" : " COMMAND");
  if (!arguments.empty()) text += "\nArguments\n" + arguments;
  if (!subcommands.empty()) {
    text += "\nCommands\n";
    for (const CLI::App* sub : subcommands) text += entry(sub->get_name(), sub->get_description());
  }
  auto groups = app->get_groups();
  std::stable_partition(groups.begin(), groups.end(),
                        [](const std::string& group) { return group != "Output"; });
  for (const std::string& group : groups) {
    std::string lines;
    for (const CLI::Option* option : app->get_options(
             [&](const CLI::Option* o) { return o->get_group() == group && o->nonpositional(); })) {
      std::string head = option_names(*option);
      if (takes_value(*option)) head += ' ' + option->get_type_name();
      lines += entry(head, option->get_description());
    }
    if (!lines.empty()) text += fmt::format("\n{}\n{}", group, lines);
  }
  if (!subcommands.empty()) {
    text +=
        "\nSee perceptron COMMAND --help for more. Results go to standard output, everything else "
        "to "
        "standard\n"
        "error. Exit status: 0 done, 1 the answer is no, 2 wrong usage, 3 bad input, 4 cannot read "
        "or\n"
        "write, 130 interrupted.\n";
  }
  return text;
}

}  // namespace perceptron::core
