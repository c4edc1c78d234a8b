// perceptron evaluate MODEL DATA

#include <optional>

#include "cli/command.h"
#include "cli/metrics_report.h"
#include "model/file.h"
#include "model/scorer.h"
#include "report/record.h"

namespace perceptron {
namespace {

class Evaluate : public Command {
 public:
  std::string name() const override { return "evaluate"; }
  std::string summary() const override { return "measure a model on rows whose class is known"; }
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
    const Scheme scheme = model.scheme();
    const bool two = scheme.kind() == Scheme::Kind::binary;
    auto calibration = model.to_probabilities();
    std::optional<Probabilities> to_probabilities;
    if (calibration) to_probabilities.emplace(scheme, std::move(*calibration));
    Meter meter(scheme.classes());
    WorstAnswers worst;
    std::uint64_t row = 0;
    std::vector<double> scores(scheme.classes());
    std::vector<double> probabilities(calibration ? scheme.classes() : 0);
    score_file(model, data_, reading_, LabelUse::match, threads_, terminal,
               [&](const ScoredBlock& rows) {
                 for (std::size_t i = 0; i < rows.size(); ++i) {
                   const std::uint32_t answer = scheme.decide(rows[i]);
                   if (!two || recording_.wanted()) scheme.class_scores(rows[i], scores);
                   if (recording_.wanted()) worst.add(row++, rows.labels[i], answer, scores);
                   if (to_probabilities) to_probabilities->make(rows[i], probabilities);
                   meter.add({rows.labels[i], answer, two ? rows[i] : scores, probabilities});
                 }
               });
    const Metrics metrics = meter.metrics();
    if (wants_json()) give(metrics_json(metrics, model.classes));
    if (recording_.wanted()) keep(model, worst);
    if (!json_) print(metrics_text(metrics, model.classes));
    return Exit::done;
  }

 private:
  // What the record has beside the result.
  void keep(const Model& model, const WorstAnswers& worst) {
    Json& record = recording_.details();
    record["weights"] = weights_json(model);
    record["worst"] = Json::array();
    for (const WrongAnswer& wrong : worst.list())
      record["worst"].push_back({{"row", wrong.row + 1},
                                 {"class", model.classes[wrong.truth]},
                                 {"called", model.classes[wrong.answer]},
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
