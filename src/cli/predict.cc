// perceptron predict MODEL DATA

#include <fmt/format.h>

#include <iterator>

#include "base/output.h"
#include "cli/command.h"
#include "model/file.h"
#include "model/scorer.h"

namespace perceptron {
namespace {

class Predict : public Command {
 public:
  std::string name() const override { return "predict"; }
  std::string summary() const override { return "print the class of each row of a file"; }
  std::string example() const override { return "perceptron predict iris.model new.csv --scores"; }

  void declare(CLI::App& app) override {
    app.add_option("MODEL", model_, "a model that train has saved")->required();
    app.add_option("DATA", data_, "rows to classify: a file, or - for standard input")->required();
    declare_data_for_model(app, reading_);
    app.add_flag("--scores", with_scores_,
                 "print each row's score after its class; 0 or more means the second class")
        ->group("Output");
    app.add_option("-o,--output", output_, "write to a file instead of standard output")
        ->type_name("FILE")
        ->group("Output");
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    const Model model = load_model(model_);
    refuse_same_file(output_, {model_, data_});
    Output output(output_);
    if (json_) output.write("{\"predictions\":[");
    std::vector<double> kept;
    std::string text;
    std::uint64_t row = 0;
    const std::uint64_t rows =
        score_file(model, data_, reading_, LabelUse::ignore, terminal,
                   [&](std::span<const double> scores, auto /*labels*/) {
                     text.clear();
                     for (const double score : scores)
                       append(model.classes[class_of(score)], score, row++, text);
                     if (json_ && with_scores_)
                       kept.insert(kept.end(), scores.begin(), scores.end());
                     output.write(text);
                   });
    if (json_) {
      const std::string scores = with_scores_ ? ",\"scores\":" + Json(kept).dump() : "";
      output.write(fmt::format("]{},\"rows\":{},\"classes\":{}}}\n", scores, rows,
                               Json(model.classes).dump()));
    }
    output.finish();
    return Exit::done;
  }

 private:
  void append(const std::string& name, double score, std::uint64_t row, std::string& text) const {
    const auto end = std::back_inserter(text);
    if (json_) {
      fmt::format_to(end, "{}{}", row > 0 ? "," : "", Json(name).dump());
    } else if (with_scores_) {
      fmt::format_to(end, "{}\t{}\n", name, score);
    } else {
      fmt::format_to(end, "{}\n", name);
    }
  }

  std::string model_;
  std::string data_;
  std::string output_ = "-";
  DataOptions reading_;
  bool with_scores_ = false;
};

}  // namespace

std::unique_ptr<Command> predict_command() { return std::make_unique<Predict>(); }

}  // namespace perceptron
