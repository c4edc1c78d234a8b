#include "cli/program.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <numeric>

#include "base/interrupt.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/exit.h"
#include "cli/help.h"
#include "cli/recipe.h"
#include "cli/spelling.h"

namespace perceptron::core {
namespace {

// The edit distance between `a` and `b`.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
    }
  }
  return row.back();
}

// " Did you mean X?" if a name is close to `word`.
std::string guess(const std::string& word, const std::vector<std::string>& names) {
  const std::string* best = nullptr;
  std::size_t least = 1 + word.size() / 5;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(word, name);
    if (distance <= least) {
      least = distance;
      best = &name;
    }
  }
  return best == nullptr ? "" : fmt::format(" Did you mean {}?", *best);
}

}  // namespace

Program::Program()
    : app("Linear classifiers with proof: train, measure, explain.", "perceptron"),
      commands(all_commands()) {
  app.footer("perceptron train iris.csv -o iris.model");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("-h,--help", "show this help");
  app.set_version_flag("--version", program_name(), "show the version");
  app.require_subcommand(1);
  for (const auto& command : commands) {
    CLI::App* sub = app.add_subcommand(command->name(), command->summary());
    sub->footer(command->example());
    if (command->hidden()) sub->group("");
    sub->set_help_flag("-h,--help", "show this help")->group("Output");
    command->declare(*sub);
    sub->add_flag("-q,--quiet", terminal.quiet,
                  "print no summary, notes and progress; only errors, and results such as tables")
        ->group("Output");
    sub->add_flag("--verbose", terminal.verbose, "print more about the progress")->group("Output");
  }
}

int Program::run(int argc, char** argv) {
  try {
    return static_cast<int>(dispatch(argc, argv));
  } catch (const CLI::ParseError& error) {
    std::string sentence = error.what();
    std::replace(sentence.begin(), sentence.end(), '\n', ' ');
    const auto chosen = app.get_subcommands();
    terminal.error(fmt::format("{} (see perceptron {}--help)", sentence,
                               chosen.empty() ? "" : chosen[0]->get_name() + " "));
    return static_cast<int>(Exit::usage);
  } catch (const Error& error) {
    terminal.error(in_options(error.message()) + recipe.origin_of(error.message()));
    return static_cast<int>(exit_of(error.kind()));
  } catch (const std::bad_alloc&) {
    terminal.error("out of memory; use a machine with more, or fewer features or rows");
    return static_cast<int>(Exit::io);
  } catch (const std::exception& error) {
    terminal.error(fmt::format("unexpected error: {}", error.what()));
    return static_cast<int>(Exit::io);
  }
}

// Throws unless `first`, the first word of the command line, is a command or an option that may
// stand alone.
void Program::require_command(const std::string& first) const {
  std::vector<std::string> names;
  for (const auto& command : commands) {
    if (!command->hidden() || command->name() == first) names.push_back(command->name());
  }
  constexpr std::string_view kAlone[] = {"-h", "--help", "--version"};
  if (first.starts_with('-') &&
      std::find(std::begin(kAlone), std::end(kAlone), first) == std::end(kAlone)) {
    throw Error(
        ErrorKind::usage,
        fmt::format("expected a command, found {}; options come after the command (see {} --help)",
                    in_quotes(first), terminal.program));
  }
  if (!first.starts_with('-') && std::find(names.begin(), names.end(), first) == names.end()) {
    throw Error(ErrorKind::usage,
                fmt::format("no command is called {}.{} The commands are {}.", in_quotes(first),
                            guess(first, names), fmt::join(names, ", ")));
  }
}

Exit Program::dispatch(int argc, char** argv) {
  if (argc < 2) {
    terminal.put(app.help() + "\n");
    throw Error(ErrorKind::usage, "expected a command, found none");
  }
  terminal.program = argv[0];
  const bool help = std::string_view(argv[1]) == "help";
  const std::string first = argv[help && argc > 2 ? 2 : 1];
  if (help) {
    const auto named = [&](const CLI::App* sub) { return argc > 2 && sub->get_name() == argv[2]; };
    const auto found = app.get_subcommands(named);
    if (argc == 2 || !found.empty()) {
      print(found.empty() ? app.help() : found[0]->help());
      return Exit::done;
    }
  }
  require_command(first);
  try {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (!help && !first.starts_with('-')) {
      recipe = with_recipe(std::move(words), *app.get_subcommand(first));
      words = recipe.words;
    }
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    print(chosen.empty() ? app.help() : chosen[0]->help());
    return Exit::done;
  } catch (const CLI::CallForVersion&) {
    print(fmt::format("perceptron {}\n", kVersionText));
    return Exit::done;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string sentence = error.what();
    const std::string option = sentence.substr(0, sentence.find(':'));
    const auto chosen = app.get_subcommands();
    const CLI::Option* known = chosen.empty() ? nullptr : chosen[0]->get_option_no_throw(option);
    const bool many = known != nullptr && known->get_items_expected_max() > 1;
    throw Error(ErrorKind::usage,
                fmt::format("{} takes {}", option, many ? "a value" : "one value, once"));
  } catch (const CLI::ExtrasError&) {
    for (const CLI::App* sub : app.get_subcommands()) {
      for (const std::string& word : sub->remaining()) unknown_word(word, sub->get_name());
    }
    throw;
  }
  for (const auto& command : commands) {
    if (app.got_subcommand(command->name()))
      return command->execute(*app.get_subcommand(command->name()), {argv + 1, argv + argc},
                              terminal);
  }
  return Exit::usage;
}

RunRecord Program::record(const std::vector<std::string>& arguments) {
  app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  for (const auto& command : commands) {
    if (app.got_subcommand(command->name()))
      return command->record(*app.get_subcommand(command->name()), arguments, terminal);
  }
  return {};
}

void Program::unknown_word(const std::string& word, const std::string& command) const {
  std::vector<std::string> options;
  for (const CLI::Option* option : app.get_subcommand(command)->get_options()) {
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  }
  const std::string option = word.substr(0, word.find('='));
  throw Error(ErrorKind::usage,
              word.starts_with('-')
                  ? fmt::format("{} has no option {}.{} See perceptron {} --help.", command,
                                in_quotes(option), guess(option, options), command)
                  : fmt::format("{} does not know what to do with {} (see perceptron {} --help)",
                                command, in_quotes(word), command));
}

}  // namespace perceptron::core
