// perceptron pages man|bash|zsh|fish: the manual page and the completions, generated from the
// command line itself, so that they are always up to date.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/program.h"
#include "cli/settings.h"
#include "data/generate.h"

namespace perceptron::core {
namespace {

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// Escapes text for troff: no line may start with a control character.
std::string roff(const std::string& text) {
  std::string out = replace_all(text, "\\", "\\e");
  out = replace_all(out, "-", "\\-");
  out = replace_all(out, "\n", "\n.br\n");
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::vector<const CLI::App*> visible(const Program& program) {
  return program.app.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app, bool positional) {
  return app.get_options(
      [=](const CLI::Option* o) { return positional ? o->get_positional() : o->nonpositional(); });
}

// The choices of an option; empty if its value is free.
std::vector<std::string> shown_choices(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const bool free = type.find('|') == std::string::npos ||
                    type.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos;
  return free ? std::vector<std::string>() : split_choices(type);
}

std::string manual(const Program& program) {
  std::string text = fmt::format(
      ".TH PERCEPTRON 1 \"\" \"perceptron {}\" \"User Commands\"\n.SH NAME\nperceptron \\- linear "
      "classifiers with proof\n"
      ".SH SYNOPSIS\n.B perceptron\n.I COMMAND\n[options]\n.SH DESCRIPTION\n{}\n",
      kVersionText, roff(program.app.get_description()));
  text +=
      "Results go to standard output, everything else to standard error. A file name of \\- is "
      "standard input.\n.SH COMMANDS\n";
  for (const CLI::App* sub : visible(program)) {
    text += fmt::format(".SS {}", sub->get_name());
    for (const CLI::Option* option : options_of(*sub, true)) text += ' ' + option->get_name(true);
    text += fmt::format("\n{}.\n.PP\nExample:\n.B {}\n", roff(sub->get_description()),
                        roff(sub->get_footer()));
    for (const bool positional : {true, false}) {
      for (const CLI::Option* option : options_of(*sub, positional)) {
        text += fmt::format(
            ".TP\n.B {}\n",
            roff(option_names(*option) +
                 (positional || !takes_value(*option) ? "" : ' ' + option->get_type_name())));
        text += roff(option->get_description()) + '\n';
      }
    }
  }
  return text +
         ".SH EXIT STATUS\n0 done; 1 the answer is no; 2 wrong usage; 3 bad input; 4 cannot read "
         "or write; 130 interrupted.\n"
         ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set, nothing is coloured.\n"
         ".TP\n.B TMPDIR\nFolder of temporary caches; /tmp if not set.\n";
}

std::string bash(const Program& program) {
  std::string kinds;
  for (const auto& [kind, name] : enum_names(GeneratorKind{})) kinds += std::string(name) + ' ';
  std::string names;
  std::string cases;
  for (const CLI::App* sub : visible(program)) {
    names += sub->get_name() + ' ';
    std::string words;
    std::string values;
    for (const CLI::Option* option : options_of(*sub, false)) {
      for (const std::string& name : option->get_lnames()) words += "--" + name + ' ';
      if (const auto choices = shown_choices(*option); !choices.empty()) {
        values +=
            fmt::format("        --{}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                        option->get_lnames()[0], fmt::join(choices, " "));
      }
    }
    cases += fmt::format("    {})\n      case $previous in\n{}      esac\n      options='{}' ;;\n",
                         sub->get_name(), values, words);
  }
  return fmt::format(R"(# bash completion for perceptron
_perceptron() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} options=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{}--help --version' -- "$word")); return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ ${{COMP_WORDS[1]}} == generate && $COMP_CWORD -eq 2 ]]; then
    COMPREPLY=($(compgen -W '{}' -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _perceptron perceptron
)",
                     names, cases, kinds);
}

// Quotes and brackets would terminate a zsh description.
std::string zsh_text(std::string text) {
  text = replace_all(text, "'", "'\\''");
  text = replace_all(replace_all(text, "[", "("), "]", ")");
  text = replace_all(text, ":", "\\:");
  return text.substr(0, text.find('\n'));
}

std::string zsh(const Program& program) {
  std::string names;
  std::string cases;
  for (const CLI::App* sub : visible(program)) {
    names += fmt::format("    '{}:{}'\n", sub->get_name(), zsh_text(sub->get_description()));
    cases += fmt::format("    {}) _arguments", sub->get_name());
    for (const CLI::Option* option : options_of(*sub, false)) {
      for (const std::string& name : option->get_lnames()) {
        std::string value;
        if (takes_value(*option)) {
          const auto choices = shown_choices(*option);
          value = choices.empty() ? ":value:_files"
                                  : fmt::format(":value:({})", fmt::join(choices, " "));
        }
        cases += fmt::format(" \\\n      '--{}[{}]{}'", name, zsh_text(option->get_description()),
                             value);
      }
    }
    cases += " \\\n      '*:file:_files' ;;\n";
  }
  return fmt::format(R"(#compdef perceptron
local -a commands
commands=(
{})
if (( CURRENT == 2 )); then
  _describe command commands
else
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
fi
)",
                     names, cases);
}

std::string fish(const Program& program) {
  const auto text = [](const std::string& s) {
    return replace_all(s.substr(0, s.find('\n')), "'", "\\'");
  };
  std::string out = "# fish completion for perceptron\n";
  for (const CLI::App* sub : visible(program)) {
    out += fmt::format("complete -c perceptron -n __fish_use_subcommand -f -a {} -d '{}'\n",
                       sub->get_name(), text(sub->get_description()));
    for (const CLI::Option* option : options_of(*sub, false)) {
      for (const std::string& name : option->get_lnames()) {
        const auto choices = shown_choices(*option);
        std::string value = takes_value(*option) ? " -r" : "";
        if (!choices.empty()) value += fmt::format(" -f -a '{}'", fmt::join(choices, " "));
        out += fmt::format(
            "complete -c perceptron -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n",
            sub->get_name(), name, value, text(option->get_description()));
      }
    }
  }
  return out;
}

class Pages : public Command {
 public:
  std::string name() const override { return "pages"; }
  bool hidden() const override { return true; }
  std::string summary() const override {
    return "print the manual page or the completions of a shell";
  }
  std::string example() const override { return "perceptron pages bash > perceptron.bash"; }
  void declare(CLI::App& app) override {
    app.add_option("KIND", kind_, "man, bash, zsh or fish")->required();
  }
  Exit run(Terminal& /*terminal*/) override {
    const Program program;
    const auto kinds = split_choices("man|bash|zsh|fish");
    if (std::find(kinds.begin(), kinds.end(), kind_) == kinds.end()) {
      throw Error(ErrorKind::usage, fmt::format("expected one of {}, found {}",
                                                fmt::join(kinds, ", "), in_quotes(kind_)));
    }
    print(kind_ == "man"    ? manual(program)
          : kind_ == "bash" ? bash(program)
          : kind_ == "zsh"  ? zsh(program)
                            : fish(program));
    return Exit::done;
  }

 private:
  std::string kind_;
};

}  // namespace

std::unique_ptr<Command> pages_command() { return std::make_unique<Pages>(); }

}  // namespace perceptron::core
