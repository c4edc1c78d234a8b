// perceptron report RECORD… -o report.html

#include <fmt/format.h>

#include "base/output.h"
#include "base/text.h"
#include "cli/command.h"
#include "data/read/source.h"
#include "report/report_page.h"

namespace perceptron::core {
namespace {

class Report : public Command {
 public:
  std::string name() const override { return "report"; }
  std::string summary() const override { return "make one page from the records of runs"; }
  std::string example() const override {
    return "perceptron report train.json tune.json -o report.html";
  }

  void declare(CLI::App& app) override {
    app.add_option("RECORD", records_, "records saved with --record, one or more")->required();
    app.add_option("-o,--output", output_, "where to write the page, one HTML file")
        ->type_name("FILE")
        ->required()
        ->group("Output");
    app.add_option("--title", title_, "the title of the page")->type_name("TEXT")->group("Output");
    declare_limits(app, limits_, Content::record);
  }

  Exit run(Terminal& terminal) override {
    refuse_same_file(output_, records_);
    std::vector<RunRecord> records;
    for (const std::string& path : records_) records.push_back(read(path));
    Output output(output_);
    output.write(report_html(records, {title_, ""}));
    output.finish();
    if (output_ != "-")
      terminal.say(
          fmt::format("{}: {}; open it in a browser.", output_, plural(records.size(), "run")));
    return Exit::done;
  }

 protected:
  bool writes_file_to_output() const override { return is_standard_output(output_); }

 private:
  // " (line 1, column 5)" of the parser's message, if it says so.
  static std::string place_in(std::string_view message) {
    const auto begin = message.find("line ");
    const auto end = message.find(':', begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) return "";
    return fmt::format(" ({})", message.substr(begin, end - begin));
  }

  RunRecord read(const std::string& path) const {
    const std::string name = source_name(path);
    const std::string text = read_up_to(*open_source(path), limits_.largest_record + 1);
    if (text.size() > limits_.largest_record)
      refuse_excess(Place{name}, kLargestRecordLimit, "a record of at most {} bytes",
                    limits_.largest_record);
    Json json;
    try {
      json = parse_json(text, name, limits_.deepest_json);
    } catch (const Json::exception& error) {
      throw Error(Place{name}, fmt::format("expected a record of a run, as --record saves it; "
                                           "this is not JSON{}",
                                           place_in(error.what())));
    }
    return read_record(json, name);
  }

  std::vector<std::string> records_;
  std::string output_;
  std::string title_;
  Limits limits_;
};

}  // namespace

std::unique_ptr<Command> report_command() { return std::make_unique<Report>(); }

}  // namespace perceptron::core
