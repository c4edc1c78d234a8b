#include "cli/recording.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/version.h"
#include "cli/command.h"
#include "cli/spelling.h"
#include "report/assets.h"
#include "report/report_page.h"

namespace perceptron::core {
namespace {

constexpr const char* kRecord = "record";
constexpr const char* kReport = "report";

bool is_own(const CLI::Option& option) {
  return !option.get_lnames().empty() &&
         (option.get_lnames()[0] == kRecord || option.get_lnames()[0] == kReport);
}

// The options that were given, verbatim.
NamedValues<OptionRecord> options_given(const CLI::App& app) {
  NamedValues<OptionRecord> options;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0 || is_own(*option)) continue;
    const std::string name =
        option->get_lnames().empty() ? option->get_name() : option->get_lnames()[0];
    options.emplace_back(name, OptionRecord{option->results()});
  }
  return options;
}

}  // namespace

void Recording::declare_record(CLI::App& app) {
  app.add_option("--record", record_,
                 "where to save a record of the run, as JSON; the command report makes a page "
                 "from it")
      ->type_name("FILE")
      ->group("Output");
}

void Recording::declare_report(CLI::App& app) {
  app.add_option("--report", report_,
                 "where to write a page that explains the run: one HTML file with its plots")
      ->type_name("FILE")
      ->group("Output");
}

void Recording::open(const CLI::App& app) {
  watch_.lap();
  if (record_ && record_ == report_)
    throw Error(ErrorKind::usage,
                "--record and --report name the same file; choose another for one");
  for (const auto& [name, path] : {std::make_pair(kRecord, record_), {kReport, report_}}) {
    if (!path) continue;
    for (const CLI::Option* option : app.get_options()) {
      if (is_own(*option)) continue;
      for (const std::string& text : option->results()) {
        std::error_code trouble;  // paths that are no files are no error
        if (text == *path || (std::filesystem::is_regular_file(*path, trouble) &&
                              std::filesystem::equivalent(text, *path, trouble)))
          throw Error(ErrorKind::usage,
                      fmt::format("--{} {} would overwrite another file of this command; "
                                  "choose another name",
                                  name, *path));
      }
    }
  }
  if (record_) record_output_.emplace(*record_);
  if (report_) {
    require_pages();
    report_output_.emplace(*report_);
  }
}

RunRecord Recording::record(const CLI::App& app, const std::vector<std::string>& arguments,
                            Exit exit, const Terminal& terminal) {
  RunRecord record;
  record.program = program_name();
  record.command = app.get_name();
  record.repeat = "perceptron";
  for (const std::string& argument : arguments) record.repeat += " " + shell_word(argument);
  record.options = options_given(app);
  record.exit = static_cast<std::uint64_t>(exit);
  record.seconds = watch_.lap();
  record.notes = terminal.notes;
  record.finding = std::move(finding_);
  return record;
}

void Recording::finish(const CLI::App& app, const std::vector<std::string>& arguments, Exit exit,
                       Terminal& terminal) {
  const RunRecord record = this->record(app, arguments, exit, terminal);
  if (record_output_) {
    record_output_->write(json_text(to_json(record)) + '\n');
    record_output_->finish();
    if (*record_ != "-") terminal.remark(fmt::format("Record in {}.", *record_));
  }
  if (report_output_) {
    report_output_->write(report_html({record}));
    report_output_->finish();
    if (*report_ != "-")
      terminal.remark(fmt::format("Report in {}; open it in a browser.", *report_));
  }
}

}  // namespace perceptron::core
