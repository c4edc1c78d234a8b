// perceptron evaluate MODEL DATA

#include <fmt/format.h>

#include <optional>

#include "base/options.h"
#include "cli/command.h"
#include "cli/metrics_report.h"
#include "cli/scoring.h"
#include "evaluate/evaluation.h"
#include "evaluate/metric.h"
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
    app.add_flag("--curves", curves_,
                 "ROC, precision-recall, gain (lift), calibration and cost curves: on the page of "
                 "--report and in --json; of many classes each against the rest")
        ->group("Evaluation");
    app.add_option_function<std::string>(
           "--robustness",
           [this](const std::string& text) { norm_ = parse_named<Norm>("robustness", text); },
           "the share of rows that stay right under every change of a given size, measured as "
           "√Σδ², the largest |δ|, or Σ|δ|: exact, from the distance to the boundary")
        ->type_name(std::string(choices_of<Norm>()))
        ->group("Evaluation");
    app.add_option_function<std::string>(
           "--units",
           [this](const std::string& text) { units_ = parse_named<FeatureUnits>("units", text); },
           "with --robustness: change the columns of the file, or the features as the model "
           "scales them [original]")
        ->type_name(std::string(choices_of<FeatureUnits>()))
        ->group("Evaluation");
    declare_data_for_model(app, reading_);
    declare_limits(app, reading_.limits, Content::data | Content::model);
    declare_cache(app, reading_);
    declare_threads(app, threads_);
    declare_json(app);
    recording_.declare_report(app);
  }

  Exit run(Terminal& terminal) override {
    if (units_ && !norm_) throw Error(ErrorKind::usage, "--units goes with --robustness; add it");
    if (curves_ && !wants_json())
      throw Error(ErrorKind::usage,
                  "--curves are drawn by --report, and points for --json; use one");
    Model model = load_model(model_, reading_.limits);
    set_threshold(threshold_, model);
    EvaluateOptions options{threads_, recording_.wanted(), costs_};
    options.curves = curves_;
    options.robustness = norm_;
    options.units = units_.value_or(FeatureUnits::original);
    const Evaluation result = evaluate(model, data_, reading_, options, terminal);
    EvaluationRecord record;
    static_cast<MetricsRecord&>(record.result) = metrics_record(result.metrics, model.classes);
    record.result.trained_on = result.trained_on;
    if (const auto& certain = result.metrics.certain)
      record.result.certain = CertainRecord{certain->right, certain->wrong, certain->undecided};
    if (curves_) record.result.curves = curves_record(result.curves, model.classes.size());
    if (result.robustness) record.result.robustness = robustness_record(*result.robustness);
    if (!json_) print(metrics_text(record.result) + robustness_text(result.robustness));
    if (!json_ && record.result.certain) print(certain_text(*record.result.certain));
    if (const std::string doubt = baseline_doubt(result.metrics, model); !doubt.empty())
      terminal.note(doubt);
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
  // That the model is no better than a constant answer, by what it was made for; empty if it is. A
  // threshold trades the accuracy for something else.
  std::string baseline_doubt(const Metrics& metrics, const Model& model) const {
    const Metric metric = !costs_.empty()        ? Metric::cost
                          : model.threshold != 0 ? Metric::balanced_accuracy
                                                 : Metric::accuracy;
    const auto value = value_of(metrics, metric);
    const auto baseline = value_of(metrics.baseline, metric);
    if (metrics.rows == 0 || !value || !baseline || is_better(metric, *value, *baseline)) return "";
    return fmt::format("the model is no better than {}, with {} {} against {}",
                       metric == Metric::accuracy
                           ? "always predicting " + model.classes[metrics.baseline.predicted]
                           : baseline_answer(metric, model.classes[metrics.baseline.predicted]),
                       traits_of(metric).title, share_text(*value), share_text(*baseline));
  }

  std::string model_;
  std::string data_;
  Costs costs_;
  ThresholdOption threshold_;
  bool curves_ = false;
  std::optional<Norm> norm_;
  std::optional<FeatureUnits> units_;
  ReadSettings reading_;
  std::uint64_t threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> evaluate_command() { return std::make_unique<Evaluate>(); }

}  // namespace perceptron::core
