// perceptron explain MODEL DATA

#include <fmt/format.h>

#include <algorithm>

#include "base/options.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/explain_report.h"
#include "cli/scoring.h"
#include "evaluate/explained_rows.h"
#include "model/file.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

class Explain : public Command {
 public:
  std::string name() const override { return "explain"; }
  std::string summary() const override {
    return "why rows are predicted as they are: what each feature contributes, and what would "
           "change the answer";
  }
  std::string example() const override { return "perceptron explain iris.model new.csv --row 3"; }

  void declare(CLI::App& app) override {
    app.add_option("MODEL", model_, "a model saved by train")->required();
    app.add_option(kDataArgument, data_, "rows to explain: a file, or - for standard input")
        ->required();
    app.add_option_function<std::vector<std::string>>(
           "--row",
           [this](const std::vector<std::string>& texts) {
             for (const std::string& text : texts)
               settings_.rows.push_back(parse_whole("row", 1, 1e15, text));
           },
           "only this row, counted from 1; once for each row [the first 5; with --json all]")
        ->type_name("N")
        ->group("Output")
        ->allow_extra_args(false);
    app.add_option_function<std::string>(
           "--top",
           [this](const std::string& text) { settings_.most = parse_whole("top", 1, 1e6, text); },
           "how many features to list for each row, those that contribute most [10]")
        ->type_name("N")
        ->group("Output");
    declare_data_for_model(app, reading_);
    declare_limits(app, reading_.limits, Content::data | Content::model);
    declare_cache(app, reading_);
    declare_threshold(app, threshold_);
    declare_threads(app, threads_);
    declare_json(app);
    recording_.declare_report(app);
  }

  Exit run(Terminal& terminal) override {
    Model model = load_model(model_, reading_.limits);
    set_threshold(threshold_, model);
    const bool some = settings_.rows.empty() && !json_;
    if (some) settings_.first = kFirstRows;
    const Explanations explanations =
        explain(model, data_, settings_, reading_, threads_, terminal);
    terminal.clear_line();
    if (!json_) print(explanations_text(explanations));
    if (some && explanations.rows.size() == kFirstRows)
      terminal.note(
          fmt::format("the first {} rows; --row N explains another one, --json all", kFirstRows));
    if (model.scheme().layout() == ModelLayout::per_pair)
      terminal.note(
          "this model decides by votes of the pairs of classes: explained is the score of the pair "
          "of the predicted class and its rival, and what would change the answer is not computed");
    if (wants_json()) {
      ExplanationRecord record;
      record.result.compared_with =
          explanations.compared_with_training ? "training rows" : "given rows";
      for (const RowExplanation& row : explanations.rows)
        record.result.rows.push_back(explained_row_record(row));
      give(std::move(record));
    }
    return Exit::done;
  }

 private:
  static constexpr std::uint64_t kFirstRows = 5;

  std::string model_;
  std::string data_;
  ExplainSettings settings_;
  ReadSettings reading_;
  ThresholdOption threshold_;
  std::uint64_t threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> explain_command() { return std::make_unique<Explain>(); }

}  // namespace perceptron::core
