// perceptron evaluate MODEL DATA

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/metrics_report.h"
#include "cli/scoring.h"
#include "evaluate/evaluation.h"
#include "model/file.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

class Evaluate : public Command {
 public:
  std::string name() const override { return "evaluate"; }
  std::string summary() const override {
    return "measure a model on test data: accuracy, confusion matrix, AUC, calibration";
  }
  std::string example() const override { return "perceptron evaluate iris.model test.csv"; }

  void declare(CLI::App& app) override {
    app.add_option("MODEL", model_, "a model saved by train")->required();
    app.add_option(kDataArgument, data_, "rows with their classes: a file, or - for standard input")
        ->required();
    declare_costs(app, costs_);
    declare_threshold(app, threshold_);
    declare_data_for_model(app, reading_);
    declare_limits(app, reading_.limits, Content::data | Content::model);
    declare_cache(app, reading_);
    declare_threads(app, threads_);
    declare_json(app);
    recording_.declare_report(app);
  }

  Exit run(Terminal& terminal) override {
    Model model = load_model(model_, reading_.limits);
    set_threshold(threshold_, model);
    const EvaluateOptions options{threads_, recording_.wanted(), costs_};
    const Evaluation result = evaluate(model, data_, reading_, options, terminal);
    EvaluationRecord record;
    static_cast<MetricsRecord&>(record.result) = metrics_record(result.metrics, model.classes);
    record.result.trained_on = result.trained_on;
    if (!json_) print(metrics_text(record.result));
    const Baseline& baseline = result.metrics.baseline;
    if (result.metrics.rows > 0 && result.metrics.accuracy <= baseline.accuracy)
      terminal.note(
          fmt::format("the model is no better than always predicting {}, with accuracy "
                      "{} against {}",
                      model.classes[baseline.predicted], share_text(result.metrics.accuracy),
                      share_text(baseline.accuracy)));
    if (result.trained_on == true)
      terminal.note(
          "these are the rows that the model was trained on, so this is its training accuracy; "
          "rows that it has not seen show how well it predicts");
    if (recording_.wanted()) {
      record.weights = weights_record(model);
      record.worst = worst_records(result.worst, model.classes);
    }
    if (wants_json()) give(std::move(record));
    return Exit::done;
  }

 private:
  std::string model_;
  std::string data_;
  Costs costs_;
  ThresholdOption threshold_;
  ReadSettings reading_;
  std::uint64_t threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> evaluate_command() { return std::make_unique<Evaluate>(); }

}  // namespace perceptron::core
