// The commands of the program, in the order of help.
//
// To add one, write commands/NAME.cc, which defines the function NAME_command(), and add a line
// here. Pages of commands that have one of their own are in report/run_record.cc.

#include "cli/command.h"

// clang-format off
#define PERCEPTRON_COMMANDS(add) \
  add(train) \
  add(predict) \
  add(evaluate) \
  add(explain) \
  add(validate) \
  add(tune) \
  add(split) \
  add(margin) \
  add(verify) \
  add(inspect) \
  add(generate) \
  add(convert) \
  add(report) \
  add(demo) \
  add(pages)
// clang-format on

namespace perceptron::core {

#define PERCEPTRON_DECLARE(name) std::unique_ptr<Command> name##_command();
PERCEPTRON_COMMANDS(PERCEPTRON_DECLARE)
#undef PERCEPTRON_DECLARE

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
#define PERCEPTRON_MAKE(name) commands.push_back(name##_command());
  PERCEPTRON_COMMANDS(PERCEPTRON_MAKE)
#undef PERCEPTRON_MAKE
  return commands;
}

}  // namespace perceptron::core
