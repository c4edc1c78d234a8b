// perceptron train DATA -o MODEL

#include <fmt/format.h>

#include <optional>

#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/relevance.h"
#include "cli/settings.h"
#include "cli/train_report.h"
#include "model/file.h"
#include "model/train.h"

namespace perceptron {
namespace {

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
    declare_cache(app, reading_);
    app.add_option_function<std::string>(
           "--precision",
           [this](const std::string& text) {
             parse_choice("precision", "float64|float32", text);
             options_.single_precision = text == "float32";
           },
           "precision of the weights in the model file [float64]")
        ->type_name("float64|float32")
        ->group("Output");
    app.add_option("--start", start_, "model to go on from: its weights, columns and scaling")
        ->type_name("MODEL")
        ->group("Learning");
    app.add_option("--certificate", certificate_,
                   "where to save a proof of how near a loss is to its least, for verify")
        ->type_name("FILE")
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
    refuse_what_does_not_matter();
    if (model_) refuse_same_file(*model_, {data_, reading_.labels});
    if (certificate_)
      refuse_same_file(*certificate_, {data_, reading_.labels, start_.value_or("")});
    if (certificate_ && certificate_ == model_ && certificate_ != "-")
      throw Error(Exit::usage, "-o and --certificate name the same file; choose another for one");
    if (certificate_ == "-" && (json_ || model_ == "-"))
      throw Error(Exit::usage,
                  "only one of --json, -o and --certificate can have standard output; give the "
                  "others a file");
    // Opened first: a place that cannot be written must not cost a training.
    std::optional<Output> output;
    if (model_) output.emplace(*model_);
    std::optional<Output> proof;
    if (certificate_) proof.emplace(*certificate_);
    options_.certify = certificate_.has_value();
    Stopwatch watch;
    Reading reading;
    reading.options = reading_;
    reading.listener = &terminal;
    reading.threads = options_.threads;
    std::optional<Model> start;
    Classes classes;
    if (start_) {
      start = load_model(*start_);
      classes = Classes(start->classes);
      reading.schema = &start->schema;
      reading.classes = &classes;
      reading.labels = LabelUse::match;
      options_.start = &*start;
      refuse_with_start(*start);
      options_.learn.offset = start->has_offset;
      if (app_->count("--multiclass") == 0) options_.learn.multiclass = start->multiclass;
    }
    Dataset data = read_dataset(data_, reading);
    if (start) {
      data.classes = classes;
      data.schema = start->schema;
    }
    read_seconds_ = watch.lap();
    nonzeros_ = data.matrix.nonzeros();
    terminal.say(describe(data, terminal, read_seconds_));
    if (!model_) terminal.note("the model will not be saved; say -o FILE to keep it");
    if (certificate_ && data.classes.size() > 2)
      throw Error(Exit::usage,
                  fmt::format("--certificate is of a model of two classes, {} has {}; leave it "
                              "out, the gap of each model is shown all the same",
                              data.name, data.classes.size()));
    Training training = train(data, options_, terminal);
    fit_seconds_ = watch.lap();
    record_options(options_.learn, reading_, training.model.origin);
    if (output) {
      output->write(encode_model(training.model));
      output->finish();
    }
    if (proof) {
      proof->write(training.certificate);
      proof->finish();
    }
    const TrainRun run{options_, reading_,     training,  data,          data_,
                       model_,   certificate_, nonzeros_, read_seconds_, fit_seconds_};
    say_training(run, terminal);
    if (json_) print_json(train_json(run, all_weights_));
    return Exit::done;
  }

 private:
  // What the model decides is not for the command line to say again.
  void refuse_with_start(const Model& start) const {
    for (const char* option : {"--scale", "--initial-weights", "--initial-offset"}) {
      if (app_->count(option) > 0)
        throw Error(Exit::usage,
                    fmt::format("{} does not go with --start, which has its own", option));
    }
    if (app_->count("--offset") > 0 && options_.learn.offset != start.has_offset)
      throw Error(Exit::usage,
                  fmt::format("--start: that model has {}offset, and going on keeps it so",
                              start.has_offset ? "an " : "no "));
    if (start.schema.weight_position)
      throw Error(Exit::usage,
                  "--start: that model was trained with --weight; going on with weights is not "
                  "possible yet");
  }

  // An option that would be passed over may be a misunderstanding.
  void refuse_what_does_not_matter() const {
    for (const CLI::Option* option : app_->get_options()) {
      if (option->count() == 0 || option->get_lnames().empty()) continue;
      const std::string& name = option->get_lnames()[0];
      const std::string company = missing_company(name, options_.learn);
      if (!company.empty())
        throw Error(Exit::usage, fmt::format("--{} goes with {}", name, company));
    }
    if (certificate_ && options_.learn.early_stop > 0)
      throw Error(Exit::usage, "--certificate is about all rows; leave out --early-stop");
  }

  CLI::App* app_ = nullptr;
  std::string data_;
  std::optional<std::string> start_;
  std::optional<std::string> certificate_;
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
