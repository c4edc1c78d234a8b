// A command of the program: its options, and what it does.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/limits.h"
#include "certify/margin.h"
#include "cli/exit.h"
#include "cli/recording.h"
#include "cli/terminal.h"
#include "data/options.h"
#include "data/read/reader.h"

namespace perceptron::core {

class Command {
 public:
  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  virtual std::string name() const = 0;
  virtual bool hidden() const { return false; }  // not listed in help
  virtual std::string summary() const = 0;       // one line
  virtual std::string example() const = 0;
  virtual void declare(CLI::App& app) = 0;
  // run(), then writes its record and report.
  Exit execute(const CLI::App& app, const std::vector<std::string>& arguments, Terminal& terminal);
  // The same without printing: returns the record only.
  RunRecord record(const CLI::App& app, const std::vector<std::string>& arguments,
                   Terminal& terminal);

 protected:
  virtual Exit run(Terminal& terminal) = 0;
  // Whether one of the command's files goes to standard output; --json, --record and --report are
  // not asked about.
  virtual bool writes_file_to_output() const { return false; }

  bool json_ = false;
  Recording recording_;
  // --json and --record.
  void declare_json(CLI::App& app);
  // Whether a record of the run is wanted; give() it once. --json prints its result.
  bool wants_json() const { return json_ || recording_.wanted(); }
  void give(Finding finding);
  // Prints to standard output, unless that is reserved for the record.
  void print(std::string_view text) const;

 private:
  bool silent_ = false;
};

// Every command, in the order of help; commands/registry.cc lists them.
std::vector<std::unique_ptr<Command>> all_commands();

// The options for reading data: for training, or for a model.
void declare_data(CLI::App& app, ReadSettings& options);
void declare_data_for_model(CLI::App& app, ReadSettings& options);
// The limits of what the command reads.
void declare_limits(CLI::App& app, Limits& limits, Content contents);
// --cache, for commands that read data.
void declare_cache(CLI::App& app, ReadSettings& options);
// --threads, with as many as there are processors by default.
void declare_threads(CLI::App& app, std::uint64_t& threads);
// --strict, for commands that train.
void declare_strict(CLI::App& app, bool& strict);
// Ends a strict run that did not converge, after its results.
[[noreturn]] void refuse_unconverged(Terminal& terminal);

// The file, its rows, features and classes, on one line.
std::string describe(const Dataset& data, const Terminal& terminal, double seconds);

// Throws if the output is one of the inputs, which would be overwritten.
void refuse_same_file(const std::string& output, const std::vector<std::string>& inputs,
                      const std::string& option = "-o");
// DATA for a shell, with the further files that belong to it, such as its labels.
std::string data_words(const std::string& data, const ReadSettings& reading);

// Writes one JSON document to standard output.
void print_json(const Json& json);
// Writes text to standard output.
void print(std::string_view text);

}  // namespace perceptron::core
