// The record of a command and its results: one JSON file, and an HTML page made from it.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/output.h"
#include "cli/exit.h"
#include "cli/terminal.h"
#include "report/run_record.h"

namespace perceptron::core {

class Recording {
 public:
  void declare_record(CLI::App& app);
  void declare_report(CLI::App& app);

  bool wanted() const { return kept_ || record_ || report_; }
  // Keeps the record for the caller.
  void keep() { kept_ = true; }
  bool to_standard_output() const { return record_ == "-" || report_ == "-"; }

  // Opens the outputs: an unwritable path must not cost the work. Throws if a file would overwrite
  // another that the command names.
  void open(const CLI::App& app);

  // The command's results.
  void set(Finding finding) { finding_ = std::move(finding); }

  // Writes the files. `arguments` are those of the command line, without the program.
  void finish(const CLI::App& app, const std::vector<std::string>& arguments, Exit exit,
              Terminal& terminal);
  // The whole record.
  RunRecord record(const CLI::App& app, const std::vector<std::string>& arguments, Exit exit,
                   const Terminal& terminal);

 private:
  bool kept_ = false;
  std::optional<std::string> record_;
  std::optional<std::string> report_;
  std::optional<Output> record_output_;
  std::optional<Output> report_output_;
  Finding finding_;
  Stopwatch watch_;
};

}  // namespace perceptron::core
