// perceptron train DATA -o MODEL

#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/defaults.h"
#include "cli/memory_option.h"
#include "cli/recipe.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/train_report.h"
#include "data/cache/sidecar.h"
#include "data/maps/mapped_reader.h"
#include "data/read/row_order.h"
#include "learn/learn_options.h"
#include "learn/learners.h"
#include "model/added_features.h"
#include "model/conflicts.h"
#include "model/file.h"
#include "model/file_stream.h"
#include "model/origin.h"
#include "model/train.h"
#include "report/summaries.h"
#include "report/trace_file.h"
#include "report/trained_run.h"

namespace perceptron::core {
namespace {

class Train : public Command {
 public:
  std::string name() const override { return "train"; }
  std::string summary() const override { return "fit a classifier to a file and save it"; }
  std::string example() const override {
    return "perceptron train iris.csv --learner averaged --scale standard -o iris.model";
  }

  void declare(CLI::App& app) override {
    app.add_option(kDataArgument, data_, "training data: a file, or - for standard input")
        ->required();
    app.add_option("-o,--output", model_, "where to save the model")
        ->type_name("MODEL")
        ->group("Output");
    constexpr std::array<std::string_view, 1> kOrder = {"order"};
    declare_options(app, options_.learn, kLearnOptions, "Learning", kOrder);
    app.add_option("--order", order_,
                   "order of the examples: a new seeded shuffle each pass, as in the file, or, in "
                   "memory and for the perceptrons, that of the row numbers in FILE, which names "
                   "every row once [shuffle]")
        ->type_name("shuffle|file|FILE")
        ->group("Learning");
    declare_options(app, reading_, kDataOptions, "Data");
    declare_recipe(app);
    declare_default_scale(app);
    declare_limits(app, reading_.limits, Content::data | Content::model);
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
    declare_threshold_rule(app, threshold_, "Learning");
    declare_costs(app, threshold_.costs);
    app.add_option("--start", start_,
                   "warm start: model to resume from, with its weights, columns and scaling")
        ->type_name("MODEL")
        ->group("Learning");
    app.add_option("--certificate", certificate_,
                   "where to save a proof of how close a loss is to its optimum, for verify")
        ->type_name("FILE")
        ->group("Output");
    app.add_flag("--certify", options_.certify_answers,
                 "prove what every exact minimiser of the loss shares: signs of weights, zeros, "
                 "support vectors, answers of predict --certain; default tolerance 1e-10")
        ->group("Learning");
    app.add_flag("--weights", all_weights_,
                 fmt::format("show weights in --json even above {} features", kWeightsShown))
        ->group("Output");
    memory_.declare(app);
    app.add_option("--trace", trace_,
                   "where to write every update as a line of JSON: row, score, step, and the "
                   "weights after it if they are few")
        ->type_name("FILE")
        ->group("Output");
    declare_strict(app, strict_);
    declare_threads(app, options_.threads);
    app_ = &app;
    declare_json(app);
    recording_.declare_report(app);
  }

  Exit run(Terminal& terminal) override {
    refuse_to_share_output();
    std::optional<Model> start;
    if (start_) {
      start = load_model(*start_, reading_.limits);
      take_learner_of(*start);
    } else {
      take_default_scale(named_choices(*app_), reading_);
    }
    options_.scale = reading_.scale;
    options_.reading = unusual(reading_);
    options_.program = program_name();
    options_.certify = certificate_.has_value();
    // A file with the name of another order is ./shuffle or ./file.
    const auto named = find_named<VisitOrder>(order_);
    options_.learn.order = named && *named != VisitOrder::given ? *named : VisitOrder::given;
    refuse_unused_options();
    refuse_shared_files();
    // Opened first: an unwritable path must not cost a training.
    Outputs outputs;
    if (model_) outputs.model.emplace(*model_);
    if (certificate_) outputs.certificate.emplace(*certificate_);
    if (trace_) outputs.trace.emplace(*trace_);

    Stopwatch watch;
    Reading reading;
    reading.options = reading_;
    reading.listener = &terminal;
    reading.threads = options_.threads;
    Classes classes;
    if (start) {
      classes = Classes(start->classes);
      resume(*start, classes, reading);
    }
    if (memory_.is_given()) {
      stream(reading, outputs.model, terminal, watch);
    } else {
      train_in_memory(reading, outputs, terminal, watch);
    }
    // Early stopping is meant to end before convergence.
    if (strict_ && !converged_ && options_.learn.early_stop == 0) refuse_unconverged(terminal);
    return Exit::done;
  }

 protected:
  bool writes_file_to_output() const override {
    const auto taken = [](const auto& path) { return path && is_standard_output(*path); };
    return taken(model_) || taken(certificate_) || taken(trace_);
  }

 private:
  struct Outputs {
    std::optional<Output> model;
    std::optional<Output> certificate;
    std::optional<Output> trace;
  };

  void refuse_shared_files() const {
    if (data_ == "-" && order_ == "-")
      throw Error(ErrorKind::usage, "DATA and --order cannot both be standard input; name a file");
    auto inputs = files_of(reading_);
    inputs.push_back(data_);
    inputs.push_back(order_file());
    if (model_) {
      refuse_same_file(*model_, inputs);
      refuse_same_file(*model_, {reading_.cache ? sidecar_path(data_) : ""});
    }
    inputs.push_back(start_.value_or(""));
    if (certificate_) refuse_same_file(*certificate_, inputs);
    if (certificate_ && certificate_ == model_ && certificate_ != "-")
      throw Error(ErrorKind::usage,
                  "-o and --certificate name the same file; choose another for one");
    if (!trace_) return;
    refuse_same_file(*trace_, inputs, "--trace");
    if (trace_ == model_ || trace_ == certificate_)
      throw Error(ErrorKind::usage, "--trace names the file of another output; choose another");
  }

  // The file of --order, if it is one.
  std::string order_file() const { return options_.learn.order == VisitOrder::given ? order_ : ""; }

  // Where no learner is named, training resumes with that of the model.
  void take_learner_of(const Model& start) {
    const auto learner = find_named<Learner>(start.origin.learner);
    if (!named_choices(*app_).learner && learner) options_.learn.learner = *learner;
  }

  // Reads and trains as for the model that training resumes from.
  void resume(const Model& start, const Classes& classes, Reading& reading) {
    reading.resuming = true;
    reading.schema = &start.schema;
    reading.classes = &classes;
    reading.labels = LabelUse::match;
    reading.keep_weights = true;
    options_.start = &start;
    require_agreement(options_.learn, start, [this](std::string_view name) {
      return app_->count("--" + std::string(name)) > 0;
    });
    options_.learn.offset = start.has_offset;
    if (app_->count("--multiclass") == 0) options_.learn.multiclass = start.multiclass;
  }

  void train_in_memory(const Reading& reading, Outputs& outputs, Terminal& terminal,
                       Stopwatch& watch) {
    Dataset data = read_mapped(data_, reading, recording_.wanted() ? &before_map_ : nullptr);
    std::optional<Model> widened;
    if (options_.start != nullptr) {
      if (!data.weights.empty())
        throw Error(ErrorKind::usage,
                    fmt::format("--start: the rows of {} have weights; resuming with weights is "
                                "not supported yet; train from the beginning",
                                data.name));
      data.classes = *reading.classes;
      if (reading.add_new_features()) {
        widened = add_features(*options_.start, data);
        options_.start = &*widened;
      } else {
        data.schema = *reading.schema;
      }
    }
    options_.learn.tolerance = tolerance_of(options_);
    if (options_.learn.order == VisitOrder::given)
      options_.learn.given_order = read_order(order_, data.rows(), reading_.limits, terminal);
    read_seconds_ = watch.lap();
    nonzeros_ = data.matrix.nonzeros();
    terminal.say(describe(data, terminal, read_seconds_));
    if (!model_) terminal.note("the model will not be saved; use -o FILE to keep it");
    History history;
    Tracers tracers;
    std::optional<TraceFile> trace_file;
    // Tracing runs in one thread, so it is used only if something can be traced. The page of a loss
    // shows its objective instead, and with a kernel there are no planes to follow.
    const bool follow = recording_.wanted() && has_updates(options_.learn) &&
                        !minimises_loss(options_.learn) && has_planes(options_.learn);
    if (follow) tracers.add(history);
    if (outputs.trace) {
      trace_file.emplace(*outputs.trace, data, multiclass_of(options_.learn),
                         options_.learn.offset);
      tracers.add(*trace_file);
    }
    options_.history = recording_.wanted();
    if (outputs.trace || follow) options_.tracer = &tracers;
    options_.threshold = threshold_for(threshold_, data, options_, terminal);
    Training training = train(data, options_, terminal);
    fit_seconds_ = watch.lap();
    converged_ = training.converged;
    record_options(options_.learn, reading_, training.model);
    save(training, outputs);
    show(data, training, history, terminal);
  }

  static void save(const Training& training, Outputs& outputs) {
    if (outputs.model) {
      outputs.model->write(encode_model(training.model));
      outputs.model->finish();
    }
    if (outputs.certificate) {
      outputs.certificate->write(training.certificate);
      outputs.certificate->finish();
    }
    if (outputs.trace) outputs.trace->finish();
  }

  void show(const Dataset& data, const Training& training, const History& history,
            Terminal& terminal) {
    TrainRun run{options_,     reading_,    training,  data,          data_,       model_,
                 certificate_, data.rows(), nonzeros_, read_seconds_, fit_seconds_};
    describe_choice(run);
    if (!terminal.quiet && !start_) run.hints = find_hints(data, training, options_.learn);
    say_training(run, terminal);
    note_hints(run.hints, options_.learn, run.named, terminal);
    if (saved_trace())
      terminal.say(fmt::format("  {:<18} {}, one line per update", "trace", *trace_));
    if (!wants_json()) return;
    TrainRecord record;
    record.result = train_outcome(run, all_weights_);
    if (recording_.wanted())
      add_training({data, training, options_.learn, history, options_.threads, start_.has_value(),
                    before_map_ ? &*before_map_ : nullptr},
                   record, terminal);
    give(std::move(record));
  }

  void describe_choice(TrainRun& run) const {
    run.named = named_choices(*app_);
    run.learner_source = start_.value_or("");
    run.threshold = threshold_.choice;
  }

  bool saved_trace() const { return trace_ && *trace_ != "-"; }

  void stream(const Reading& reading, std::optional<Output>& output, Terminal& terminal,
              Stopwatch& watch) {
    FileStream file(data_, reading, options_.learn);
    DataStream& rows = file.stream();
    memory_.require_enough(options_.learn, file.bytes(), rows.shape());
    read_seconds_ = watch.lap();
    const Dataset& shape = rows.shape();
    terminal.say(fmt::format("{}: {}, {}, {}, streaming (prepared in {:.2f} s)",
                             terminal.bold(data_), plural(rows.rows(), "row"),
                             plural(shape.features(), "feature"),
                             plural(shape.classes.size(), "class"), read_seconds_));
    if (!model_) terminal.note("the model will not be saved; use -o FILE to keep it");
    options_.threshold = streamed_threshold(threshold_, shape);
    Training training = train_stream(rows, options_, file.cached(), terminal);
    fit_seconds_ = watch.lap();
    converged_ = training.converged;
    record_options(options_.learn, reading_, training.model);
    if (output) {
      output->write(encode_model(training.model));
      output->finish();
    }
    TrainRun run{options_,     reading_,    training,        shape,         data_,       model_,
                 certificate_, rows.rows(), file.nonzeros(), read_seconds_, fit_seconds_};
    describe_choice(run);
    say_stream(run, terminal);
    if (!wants_json()) return;
    TrainRecord record;
    record.data = data_record(shape);
    record.data.rows = rows.rows();
    record.settings = settings_record(perceptron::core::record(options_.learn, kLearnOptions));
    record.weights = weights_record(training.model);
    record.streamed = true;
    record.result = train_outcome(run, all_weights_);
    give(std::move(record));
  }

  void refuse_to_share_output() const {
    const int takers = (json_ ? 1 : 0) + (model_ == "-" ? 1 : 0) + (certificate_ == "-" ? 1 : 0) +
                       (trace_ == "-" ? 1 : 0) + (recording_.to_standard_output() ? 1 : 0);
    if (takers > 1)
      throw Error(ErrorKind::usage,
                  "only one of --json, -o, --certificate, --trace, --record and --report can use "
                  "standard output; give the others a file");
  }

  // An option without effect may be a misunderstanding.
  void refuse_unused_options() const {
    for (const CLI::Option* option : app_->get_options()) {
      if (option->count() == 0 || option->get_lnames().empty()) continue;
      const std::string& name = option->get_lnames()[0];
      if (const auto conflict = find_unused(name, options_.learn))
        throw Error(ErrorKind::usage, conflict->message());
    }
    TrainingDemands demands;  // what is known before the data is read
    demands.streams = memory_.is_given();
    demands.warm_start = start_.has_value();
    demands.certificate = certificate_.has_value();
    demands.answers = options_.certify_answers;
    demands.trace = trace_.has_value();
    require_agreement(options_.learn, demands);
  }

  CLI::App* app_ = nullptr;
  ThresholdOption threshold_;
  std::string data_;
  std::string order_ = "shuffle";
  std::optional<std::string> start_;
  std::optional<std::string> certificate_;
  std::optional<std::string> trace_;
  std::optional<std::string> model_;
  ReadSettings reading_;
  TrainOptions options_;
  bool all_weights_ = false;
  bool strict_ = false;
  bool converged_ = false;
  MemoryOption memory_;
  double read_seconds_ = 0;
  double fit_seconds_ = 0;
  std::uint64_t nonzeros_ = 0;
  std::optional<Matrix> before_map_;  // the rows, for the picture
};

}  // namespace

std::unique_ptr<Command> train_command() { return std::make_unique<Train>(); }

}  // namespace perceptron::core
