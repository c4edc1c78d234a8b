// The program's command line as a whole.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <vector>

#include "cli/command.h"
#include "cli/recipe.h"
#include "cli/terminal.h"

namespace perceptron::core {

struct Program {
  Program();

  CLI::App app;
  std::vector<std::unique_ptr<Command>> commands;
  Terminal terminal;
  RecipeWords recipe;

  // Parses and runs; returns the exit status.
  int run(int argc, char** argv);
  // Runs a command without output and returns its record. Throws on errors.
  RunRecord record(const std::vector<std::string>& arguments);

 private:
  Exit dispatch(int argc, char** argv);
  void require_command(const std::string& first) const;
  [[noreturn]] void unknown_word(const std::string& word, const std::string& command) const;
};

// The option's names as help shows them: "-o,--output", "--offset / --no-offset".
std::string option_names(const CLI::Option& option);
// Whether a value follows it; a flag has none.
bool takes_value(const CLI::Option& option);

}  // namespace perceptron::core
