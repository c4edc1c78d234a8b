// What a command did and found, kept as one JSON file, and as a page made of it.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/output.h"
#include "cli/exit.h"
#include "cli/terminal.h"

namespace perceptron {

class Recording {
 public:
  void declare_record(CLI::App& app);
  void declare_report(CLI::App& app);

  bool wanted() const { return kept_ || record_ || report_; }
  // For whoever asks for the record itself.
  void keep() { kept_ = true; }
  bool to_standard_output() const { return record_ == "-" || report_ == "-"; }

  // Opens what will be written: a place that cannot be must not cost the work. Throws
  // if a file would replace another that the command names.
  void open(const CLI::App& app);

  // The document that --json would print.
  void set_result(const Json& result) { result_ = result; }
  // What the record holds beside it.
  Json& details() { return details_; }

  // Writes the files. `arguments` are those of the command line, without the program.
  void finish(const CLI::App& app, const std::vector<std::string>& arguments, Exit exit,
              Terminal& terminal);
  // The whole record.
  Json record(const CLI::App& app, const std::vector<std::string>& arguments, Exit exit);

 private:
  bool kept_ = false;
  std::optional<std::string> record_;
  std::optional<std::string> report_;
  std::optional<Output> record_output_;
  std::optional<Output> report_output_;
  Json result_;
  Json details_ = Json::object();
  Stopwatch watch_;
};

}  // namespace perceptron
