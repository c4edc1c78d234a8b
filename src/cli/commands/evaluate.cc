// perceptron evaluate MODEL DATA

#include "cli/command.h"
#include "cli/metrics_report.h"
#include "evaluate/evaluation.h"
#include "model/file.h"
#include "report/record.h"

namespace perceptron {
namespace {

class Evaluate : public Command {
 public:
  std::string name() const override { return "evaluate"; }
  std::string summary() const override {
    return "measure a model on test data: accuracy, confusion matrix, AUC, calibration";
  }
  std::string example() const override { return "perceptron evaluate iris.model test.csv"; }

  void declare(CLI::App& app) override {
    app.add_option("MODEL", model_, "a model that train has saved")->required();
    app.add_option("DATA", data_, "rows with their classes: a file, or - for standard input")
        ->required();
    declare_data_for_model(app, reading_);
    declare_cache(app, reading_);
    declare_threads(app, threads_);
    declare_json(app);
    recording_.declare_report(app);
  }

  Exit run(Terminal& terminal) override {
    const Model model = load_model(model_);
    const EvaluateOptions options{threads_, recording_.wanted()};
    const Evaluation result = evaluate(model, data_, reading_, options, terminal);
    if (wants_json()) give(metrics_json(result.metrics, model.classes));
    if (recording_.wanted()) keep(model, result.worst);
    if (!json_) print(metrics_text(result.metrics, model.classes));
    return Exit::done;
  }

 private:
  // What the record has beside the result.
  void keep(const Model& model, const std::vector<WrongPrediction>& worst) {
    Json& record = recording_.details();
    record["weights"] = weights_json(model);
    record["worst"] = Json::array();
    for (const WrongPrediction& wrong : worst)
      record["worst"].push_back({{"row", wrong.row + 1},
                                 {"class", model.classes[wrong.truth]},
                                 {"called", model.classes[wrong.predicted]},
                                 {"by", wrong.by}});
  }

  std::string model_;
  std::string data_;
  DataOptions reading_;
  std::uint64_t threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> evaluate_command() { return std::make_unique<Evaluate>(); }

}  // namespace perceptron
