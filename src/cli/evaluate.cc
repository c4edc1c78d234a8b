// perceptron evaluate MODEL DATA

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/text_table.h"
#include "evaluate/metrics.h"
#include "model/file.h"
#include "model/scorer.h"

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
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    const Model model = load_model(model_);
    const Scheme scheme = model.scheme();
    Meter meter(model.classes.size());
    score_file(model, data_, reading_, LabelUse::match, terminal, [&](const ScoredBlock& rows) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        meter.add({rows.labels[i], scheme.decide(rows[i]), rows[i]});
    });
    const Metrics metrics = meter.metrics();
    if (json_) {
      print_json(report(metrics, model.classes));
    } else {
      print(table(metrics, model.classes));
    }
    return Exit::done;
  }

 private:
  static Json report(const Metrics& metrics, const std::vector<std::string>& classes) {
    Json per_class = Json::object();
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const ClassMetrics& each = metrics.per_class[c];
      per_class[classes[c]] = {{"precision", each.precision},
                               {"recall", each.recall},
                               {"f1", each.f1},
                               {"support", each.support}};
    }
    return {{"rows", metrics.rows},   {"accuracy", metrics.accuracy},
            {"classes", classes},     {"confusion", metrics.confusion},
            {"per_class", per_class}, {"auc", metrics.auc ? Json(*metrics.auc) : Json()}};
  }

  static std::string table(const Metrics& metrics, const std::vector<std::string>& classes) {
    std::string text = fmt::format("rows      {}\naccuracy  {:.4f}\n", with_commas(metrics.rows),
                                   metrics.accuracy);
    text += metrics.auc ? fmt::format("AUC       {:.4f}\n\n", *metrics.auc)
                        : "AUC       needs rows of both classes\n\n";
    TextTable table("<" + std::string(classes.size() + 4, '>'));
    std::vector<std::string> header = {"class"};
    for (const std::string& name : classes) header.push_back("called " + name);
    header.insert(header.end(), {"precision", "recall", "F1", "rows"});
    table.add(header);
    for (std::size_t c = 0; c < classes.size(); ++c) {
      std::vector<std::string> row = {classes[c]};
      for (const std::uint64_t count : metrics.confusion[c]) row.push_back(with_commas(count));
      const ClassMetrics& each = metrics.per_class[c];
      for (const double value : {each.precision, each.recall, each.f1})
        row.push_back(fmt::format("{:.4f}", value));
      row.push_back(with_commas(each.support));
      table.add(row);
    }
    return text + table.text("");
  }

  std::string model_;
  std::string data_;
  DataOptions reading_;
};

}  // namespace

std::unique_ptr<Command> evaluate_command() { return std::make_unique<Evaluate>(); }

}  // namespace perceptron
