// perceptron train DATA -o MODEL

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/settings.h"
#include "model/file.h"
#include "model/train.h"

namespace perceptron {
namespace {

// More weights than this are printed only when asked for.
constexpr std::uint64_t kWeightsShown = 10'000;

class Train : public Command {
 public:
  std::string name() const override { return "train"; }
  std::string summary() const override { return "fit a classifier to a file and save it"; }
  std::string example() const override {
    return "perceptron train iris.csv --learner averaged --scale standard -o iris.model";
  }

  void declare(CLI::App& app) override {
    app.add_option("DATA", data_, "training data: a file, or - for standard input")->required();
    app.add_option("-o,--output", model_, "where to save the model")
        ->type_name("MODEL")
        ->group("Output");
    declare_options(app, options_.learn, learn_options(), "Learning");
    declare_options(app, reading_, kDataOptions, "Data");
    app.add_option_function<std::string>(
           "--precision",
           [this](const std::string& text) {
             parse_choice("precision", "float64|float32", text);
             options_.single_precision = text == "float32";
           },
           "precision of the weights in the model file [float64]")
        ->type_name("float64|float32")
        ->group("Output");
    app.add_flag("--weights", all_weights_,
                 fmt::format("show weights in --json even above {} features", kWeightsShown))
        ->group("Output");
    declare_threads(app, options_.threads);
    app_ = &app;
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    options_.scale = reading_.scale;
    options_.reading = unusual(reading_);
    options_.program = fmt::format("perceptron {}", kVersionText);
    if (json_ && model_ == "-") {
      throw Error(Exit::usage,
                  "--json and the model cannot share standard output; save the model with -o FILE");
    }
    const std::string& learner = options_.learn.learner;
    if (app_->count("--lambda") > 0 && learner != "margin")
      throw Error(Exit::usage, "--lambda goes with --learner margin");
    if (app_->count("--gap") > 0 && learner != "max-margin")
      throw Error(Exit::usage, "--gap goes with --learner max-margin");
    if (model_) refuse_same_file(*model_, {data_});
    // Opened first: a place that cannot be written must not cost a training.
    std::optional<Output> output;
    if (model_) output.emplace(*model_);
    Stopwatch watch;
    Reading reading;
    reading.options = reading_;
    reading.listener = &terminal;
    Dataset data = read_dataset(data_, reading);
    read_seconds_ = watch.lap();
    nonzeros_ = data.matrix.nonzeros();
    terminal.say(describe(data, terminal, read_seconds_));
    if (!model_) terminal.note("the model will not be saved; say -o FILE to keep it");
    Training training = train(data, options_, terminal);
    fit_seconds_ = watch.lap();
    Origin& origin = training.model.origin;
    origin.options = record(options_.learn, learn_options());
    for (const auto& option : record(reading_, kDataOptions)) {
      // A model without weights has the same bytes as before there were any.
      if (option.first != "weight" || !option.second.empty()) origin.options.push_back(option);
    }
    if (output) {
      output->write(encode_model(training.model));
      output->finish();
    }
    summarise(training, data, terminal);
    if (json_) print_json(report(training, data));
    return Exit::done;
  }

 private:
  Json report(const Training& training, const Dataset& data) const {
    const Fit& fit = training.fit;
    const auto rows = static_cast<double>(data.rows());
    Json model = {{"positive", training.model.classes[1]}, {"negative", training.model.classes[0]}};
    if (all_weights_ || data.features() <= kWeightsShown) model["weights"] = fit.weights;
    model["offset"] = fit.offset;
    model["mistakes"] = fit.updates;
    model["updates"] = fit.updates;
    model["mistakes_by_epoch"] = fit.mistakes;
    const MarginEvidence& evidence = training.evidence;
    return {{"rows", data.rows()},
            {"features", data.features()},
            {"nonzeros", nonzeros_},
            {"classes", training.model.classes},
            {"learner", options_.learn.learner},
            {"offset", options_.learn.offset},
            {"epochs", fit.epochs},
            {"converged", fit.converged},
            {"seconds", {{"read", read_seconds_}, {"fit", fit_seconds_}}},
            {"accuracy", static_cast<double>(training.correct) / rows},
            {"training_error", static_cast<double>(training.wrong) / rows},
            {"radius", evidence.radius},
            {"margin", interval_json(evidence.margin)},
            {"mistake_bound", evidence.mistake_bound ? Json(*evidence.mistake_bound) : Json()},
            {"data_hash", training.model.origin.data_hash},
            {"seed", options_.learn.seed},
            {"models", Json::array({model})}};
  }

  static std::string errors_text(const Training& training, std::uint64_t rows) {
    if (training.wrong == 0) return "every row on its side";
    const std::uint64_t wrong = rows - training.correct;
    const std::uint64_t undecided = training.wrong - wrong;
    return fmt::format(
        "{} wrong{}", with_commas(wrong),
        undecided == 0 ? "" : fmt::format(", {} more on the plane itself", with_commas(undecided)));
  }

  void summarise(const Training& training, const Dataset& data, Terminal& terminal) const {
    const Fit& fit = training.fit;
    const Model& model = training.model;
    const bool widest = options_.learn.learner == "max-margin";
    terminal.say(fmt::format("learner {}{}: {} after {}{} ({:.2f} s)", options_.learn.learner,
                             options_.learn.offset ? "" : " through the origin",
                             fit.converged ? "converged" : "not converged",
                             plural(fit.epochs, "pass"),
                             widest ? "" : ", " + plural(fit.updates, "mistake"), fit_seconds_));
    if (!widest) {
      terminal.say(
          (options_.learn.learner == "margin" ? "  of the last guess  " : "  mistakes by pass   ") +
          passes_text(fit.mistakes));
    }
    terminal.say(
        fmt::format("  training accuracy  {:.4f} ({})",
                    static_cast<double>(training.correct) / static_cast<double>(data.rows()),
                    errors_text(training, data.rows())));
    margin_lines(training, terminal);
    terminal.say("  largest weights    " + weights_text(model));
    if (!fit.converged) terminal.say("  " + advice(fit));
    if (!model.origin.certificate.empty() && model_ && *model_ != "-") {
      terminal.say(fmt::format("  certificate        inside the model; check it: {} verify {} {}",
                               terminal.program, shell_word(*model_), shell_word(data_)));
    }
    if (model_ && *model_ != "-") {
      terminal.say(fmt::format("Saved to {}. Next: {} evaluate {} TEST-DATA", *model_,
                               terminal.program, *model_));
    }
  }

  void margin_lines(const Training& training, Terminal& terminal) const {
    const MarginEvidence& evidence = training.evidence;
    if (!evidence.margin) {
      terminal.say(
          "  margin             not measured: numbers this large overflow (try --scale standard)");
      return;
    }
    terminal.say(fmt::format("  radius R           {}{}", brief(evidence.radius),
                             reading_.scale == "none" ? "" : " (after scaling)"));
    const auto [lower, upper] = *evidence.margin;
    if (lower > 0) {
      terminal.say(fmt::format("  margin             this plane has {}; no plane has more than {}",
                               brief(lower, Round::down), brief(upper, Round::up)));
    } else {
      terminal.say(
          fmt::format("  margin             this plane does not separate the classes; no plane has "
                      "more than {}",
                      brief(upper, Round::up)));
    }
    if (evidence.mistake_bound) {
      terminal.say(fmt::format(
          "  mistake bound      {} by {}{}", brief(*evidence.mistake_bound, Round::up),
          options_.learn.offset ? "(R² + 1)/margin² of the examples [x, 1]" : "(R/margin)²",
          options_.learn.learner == "max-margin" ? " for any perceptron"
                                                 : "; made " + with_commas(training.fit.updates)));
    }
  }

  static std::string passes_text(const std::vector<std::uint64_t>& mistakes) {
    constexpr std::size_t kShown = 12;
    std::string text;
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
      if (mistakes.size() > kShown && i == kShown - 2) {
        text += "… ";
        i = mistakes.size() - 2;
      }
      text += with_commas(mistakes[i]) + (i + 1 < mistakes.size() ? " " : "");
    }
    return text;
  }

  static std::string weights_text(const Model& model) {
    std::vector<std::uint64_t> order(model.features());
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    const std::size_t shown = std::min<std::size_t>(order.size(), 4);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown),
                      order.end(), [&](std::uint64_t a, std::uint64_t b) {
                        return std::make_pair(-std::abs(model.weights[a]), a) <
                               std::make_pair(-std::abs(model.weights[b]), b);
                      });
    std::string text;
    for (std::size_t i = 0; i < shown; ++i)
      text += fmt::format("{} {}, ", model.schema.feature_name(order[i]),
                          brief(model.weights[order[i]]));
    return text + (model.has_offset ? "offset " + brief(model.offset) : "no offset");
  }

  std::string advice(const Fit& fit) const {
    if (options_.learn.updates > 0 && fit.updates >= options_.learn.updates) {
      return "Stopped at the limit of --updates.";
    }
    if (options_.learn.learner == "max-margin")
      return "The question was not decided; the margin command shows the interval reached.";
    if (options_.learn.learner == "margin") {
      return fmt::format(
          "The last guess was neither met nor refuted; more passes are needed: --epochs {}.",
          10 * options_.learn.epochs);
    }
    std::string next;
    if (options_.learn.learner == "perceptron") next += "--learner averaged, ";
    if (reading_.scale == "none") next += "--scale standard, ";
    return fmt::format(
        "Either the classes overlap or more passes are needed; what may help: {}--epochs {}.", next,
        10 * options_.learn.epochs);
  }

  CLI::App* app_ = nullptr;
  std::string data_;
  std::optional<std::string> model_;
  DataOptions reading_;
  TrainOptions options_;
  bool all_weights_ = false;
  double read_seconds_ = 0;
  double fit_seconds_ = 0;
  std::uint64_t nonzeros_ = 0;
};

}  // namespace

std::unique_ptr<Command> train_command() { return std::make_unique<Train>(); }

}  // namespace perceptron
