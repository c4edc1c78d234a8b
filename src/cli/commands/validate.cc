// perceptron validate DATA

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/number.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/defaults.h"
#include "cli/grid.h"
#include "cli/recipe.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/splitting.h"
#include "cli/validate_report.h"
#include "data/generate.h"
#include "evaluate/cross_validation.h"
#include "evaluate/held_out_text.h"
#include "evaluate/learning_curve.h"
#include "evaluate/leave_one_out.h"
#include "evaluate/test_data.h"
#include "learn/learn_options.h"
#include "model/conflicts.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

class Validate : public Command {
 public:
  std::string name() const override { return "validate"; }
  std::string summary() const override {
    return "cross-validation: how accurate a learner is on rows held out of training";
  }
  std::string example() const override {
    return "perceptron validate iris.csv --learner averaged --scale standard --folds 10";
  }

  void declare(CLI::App& app) override {
    app_ = &app;
    app.add_option(kDataArgument, data_,
                   "rows with their classes: a file, or - for standard input; none with "
                   "--generator KIND");
    splitting_.declare(app);
    app.add_option("--generator", generator_,
                   fmt::format("where rows come from: {} draws fresh rows for each repeat, with "
                               "the options of the command generate; rows takes consecutive "
                               "blocks of DATA",
                               fmt::join(split_choices(choices_of<GeneratorKind>()), ", ")))
        ->type_name("KIND|rows")
        ->group("Evaluation");
    const auto add_rows = [&](const char* name, const char* help, std::uint64_t& rows) {
      app.add_option_function<std::string>(
             std::string("--") + name,
             [&rows, name](const std::string& text) { rows = parse_whole(name, 1, 1e12, text); },
             help)
          ->type_name("N")
          ->group("Evaluation");
    };
    add_rows("train-rows", "with --generator: training rows, each time [100]",
             blocks_.training_rows);
    add_rows("test-rows", "with --generator: test rows, each time [100]", blocks_.test_rows);
    app.add_option("--against", against_,
                   "another learner to compare with on the same folds: the settings that differ, "
                   "as learner=logistic,l2=0.01; once for each")
        ->type_name("NAME=VALUE,…")
        ->group("Evaluation")
        ->allow_extra_args(false);
    declare_scoring(app, score_);
    declare_threshold_rule(app, threshold_, "Evaluation");
    app.add_option_function<std::string>(
           "--learning-curve",
           [this](const std::string& text) {
             points_ = parse_whole("learning-curve", 2, 1000, text);
           },
           "also train on 1/N, 2/N, … of the training rows, to see whether more rows would help")
        ->type_name("N")
        ->group("Evaluation");
    app.add_flag(
           "--certify", certify_,
           "with --leave-one-out: predict each row as the exact minimiser of the loss without "
           "it does; bounds decide most rows, only the others are trained again")
        ->group("Evaluation");
    app.add_flag("--curves", curves_,
                 "in --json: points of the ROC and precision-recall curves, mistakes by epoch")
        ->group("Output");
    app.add_option("--predictions", predictions_,
                   "where to write what was predicted for each row when it was held out, in the "
                   "order of the rows; the name's end chooses the format: .csv, .tsv, .jsonl")
        ->type_name("FILE")
        ->group("Output");
    declare_options(app, learn_, kLearnOptions, "Learning");
    refuse_order_file(app);
    declare_options(app, reading_, kDataOptions, "Data");
    declare_recipe(app);
    declare_default_scale(app);
    declare_limits(app, reading_.limits, Content::data);
    declare_cache(app, reading_);
    declare_options(app, generate_, generate_options(), "Generator", kElsewhere);
    declare_threads(app, threads_);
    declare_strict(app, strict_);
    declare_json(app);
    recording_.declare_report(app);
  }

  Exit run(Terminal& terminal) override {
    check();
    take_default_scale(named_choices(*app_), reading_);
    take_contenders();
    auto predictions = open_predictions();
    Dataset data = read(terminal);
    remark_choice(terminal);
    Stopwatch watch;
    const bool curves = curves_ || recording_.wanted();
    const bool leave_one_out = !generator_ && splitting_.is(SplitMethod::leave_one_out);
    ValidateRun run{data, learn_.learner, method(), leave_one_out, in_words(), rows_, {}, {},
                    {},   curves,         0};
    ValidationOptions options;
    options.repeats = splitting_.repeats();
    options.threads = threads_;
    options.keep_predictions = true;
    options.measure_training = !leave_one_out;
    options.judgement = judgement_of(score_, threshold_);
    options.keep_rows = predictions.has_value();
    if (certify_) run.certified = certify_leave_one_out(data, candidates_[0], threads_, terminal);
    auto validations = certify_
                           ? std::vector{validation_of(*run.certified, data, options.judgement)}
                           : cross_validate(data, candidates_, splitting(), options, terminal);
    for (std::size_t c = 0; c < validations.size(); ++c) {
      require_accuracy(validations[c], names_[c]);
      run.contenders.push_back({names_[c], std::move(validations[c])});
    }
    if (points_ > 0)
      run.learning_curve = learning_curve(data, candidates_[0], splitting_.settings(learn_.seed),
                                          points_, threads_, terminal);
    run.seconds = watch.lap();
    terminal.clear_line();
    if (predictions) write_predictions(data, run.contenders[0].validation, *predictions, terminal);
    if (wants_json()) {
      ValidationRecord record;
      record.data = data_record(data);
      record.data.rows = rows_;
      record.result = validation_outcome(run);
      record.result.settings = settings();
      give(std::move(record));
    }
    if (!json_) print(validate_text(run));
    terminal.remark(validate_summary(run));
    if (const std::string doubt = baseline_doubt(run); !doubt.empty()) terminal.note(doubt);
    if (strict_) require_convergence(run, terminal);
    return Exit::done;
  }

 private:
  // Options of generate that have another name here, or exist already.
  static constexpr std::array<std::string_view, 3> kElsewhere = {"rows", "seed", "features"};

  void remark_choice(Terminal& terminal) const {
    const std::string text = choice_text(named_choices(*app_), learn_.learner, reading_.scale);
    if (!text.empty()) terminal.remark(text);
  }

  // Early stopping ends a training before it converges, as it should.
  void require_convergence(const ValidateRun& run, Terminal& terminal) const {
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      if (!run.contenders[c].validation.converged && candidates_[c].learn.early_stop == 0)
        refuse_unconverged(terminal);
    }
  }

  bool given(std::string_view option) const { return app_->count("--" + std::string(option)) > 0; }
  bool drawn() const { return generator_ && *generator_ != "rows"; }

  std::optional<Output> open_predictions() const {
    if (!predictions_) return std::nullopt;
    format_of_name(*predictions_, "predictions");
    if (data_)
      refuse_same_file(*predictions_, splitting_.inputs(*data_, reading_), "--predictions");
    return std::make_optional<Output>(*predictions_);
  }

  // Of the learner on the command line, not of those it is compared with.
  void write_predictions(const Dataset& data, const Validation& validation, Output& output,
                         Terminal& terminal) const {
    write_held_out(data, validation, format_of_name(*predictions_, "predictions"),
                   splitting_.has_test() ? splitting_.training_rows() : 0,
                   [&](std::string_view text) { output.write(text); });
    output.finish();
    terminal.say(fmt::format("Predictions for the held-out rows in {}.", *predictions_));
  }

  // Contradicting options are refused before a file is read.
  void check() {
    splitting_.check();
    if (drawn() && data_)
      throw Error(ErrorKind::usage,
                  fmt::format("--generator {} draws its own rows; leave out {}, or use --generator "
                              "rows to use it in blocks",
                              *generator_, in_quotes(*data_)));
    if (!drawn() && !data_)
      throw Error(ErrorKind::usage,
                  "expected DATA, a file with rows, or --generator KIND to draw some (see "
                  "perceptron validate --help)");
    if (certify_) {
      if (generator_ || !splitting_.is(SplitMethod::leave_one_out))
        throw Error(ErrorKind::usage, "--certify goes with --leave-one-out");
      for (const char* option : {"against", "learning-curve", "curves", "group", "repeats",
                                 "threshold", "predictions"}) {
        if (given(option))
          throw Error(
              ErrorKind::usage,
              fmt::format("--certify decides the classes of one learner; leave out --{}", option));
      }
    }
    if (curves_ && !wants_json())
      throw Error(ErrorKind::usage, "--curves are points for --json; use both");
    for (const char* option : {"folds", "leave-one-out", "holdout", "test", "split", "stratify",
                               "group", "learning-curve"}) {
      // The blocks are in the order of the file anyway.
      const bool as_it_is = std::string_view(option) == "split" &&
                            splitting_.settings(1).order == SplitOrder::file && !drawn();
      if (generator_ && given(option) && !as_it_is)
        throw Error(ErrorKind::usage,
                    fmt::format("--{} does not go with --generator, which takes --train-rows, "
                                "--test-rows and --repeats",
                                option));
    }
    for (const char* option : {"train-rows", "test-rows"}) {
      if (!generator_ && given(option))
        throw Error(ErrorKind::usage, fmt::format("--{} goes with --generator", option));
    }
    if (points_ > 0 && splitting_.has_test())
      throw Error(ErrorKind::usage,
                  "--learning-curve holds out rows of DATA itself; leave out --test");
    check_generator();
    for (const CLI::Option* option : app_->get_options()) {
      if (option->count() == 0 || option->get_lnames().empty()) continue;
      const auto conflict = find_unused(option->get_lnames()[0], learn_);
      if (conflict && against_.empty()) throw Error(ErrorKind::usage, conflict->message());
    }
  }

  // An option that the kind of data does not use may be a misunderstanding.
  void check_generator() const {
    const auto kind = drawn() ? find_named<GeneratorKind>(*generator_) : std::nullopt;
    if (drawn() && !kind)
      throw Error(ErrorKind::usage,
                  fmt::format("--generator: no kind of data is called {}; there are {}, and rows",
                              in_quotes(*generator_),
                              fmt::join(split_choices(choices_of<GeneratorKind>()), ", ")));
    for (const auto& option : generate_options()) {
      if (std::find(kElsewhere.begin(), kElsewhere.end(), option.name) != kElsewhere.end() ||
          !given(option.name))
        continue;
      if (!drawn())
        throw Error(ErrorKind::usage, fmt::format("--{} goes with --generator KIND", option.name));
      const GeneratorTraits& traits = traits_of(*kind);
      if (!traits.uses(option.name))
        throw Error(ErrorKind::usage,
                    fmt::format("--{} is not used by {}; it takes --{}", option.name, *generator_,
                                fmt::join(traits.settings, ", --")));
    }
  }

  void take_contenders() {
    candidates_.push_back({learn_, reading_.scale});
    names_.emplace_back(name_of(learn_.learner));
    for (const std::string& text : against_) {
      Candidate other = candidates_[0];
      for (const std::string& part : split_list(text)) {
        const auto equals = part.find('=');
        if (equals == std::string::npos)
          throw Error(ErrorKind::usage,
                      fmt::format("--against: expected NAME=VALUE, found {}", in_quotes(part)));
        set_option(other, part.substr(0, equals), part.substr(equals + 1), "--against");
      }
      for (const std::string& part : split_list(text)) {
        const auto conflict = find_unused(part.substr(0, part.find('=')), other.learn);
        if (conflict)
          throw Error(ErrorKind::usage,
                      conflict->message().after(fmt::format("--against {}: ", text)));
      }
      if (other == candidates_[0])
        throw Error(
            ErrorKind::usage,
            fmt::format("--against {}: that is the same learner with the same settings", text));
      candidates_.push_back(other);
      // learner=x alone is called x.
      const bool alone = text.starts_with("learner=") && text.find(',') == std::string::npos;
      names_.push_back(alone ? std::string(name_of(other.learn.learner)) : text);
    }
    for (std::size_t c = 1; c < names_.size(); ++c) {
      if (std::count(names_.begin(), names_.end(), names_[c]) > 1)
        throw Error(ErrorKind::usage,
                    fmt::format("--against {} is given twice; leave one out", against_[c - 1]));
    }
  }

  Dataset read(Terminal& terminal) {
    if (!drawn()) {
      Dataset data = splitting_.read(*data_, reading_, terminal);
      rows_ = splitting_.training_rows();
      return data;
    }
    Stopwatch watch;
    generate_.seed = learn_.seed;
    if (const FeatureLimit& features = reading_.features; features != FeatureLimit{}) {
      if (features.count.value_or(0) == 0)
        throw Error(ErrorKind::usage, fmt::format("--features takes a number above 0, not {}",
                                                  in_quotes(value_text(features))));
      generate_.features = *features.count;
    }
    Dataset data = generate_blocks(by_name(*generator_), generate_, blocks());
    rows_ = data.rows();
    terminal.remark(describe(data, terminal, watch.lap()));
    return data;
  }

  SettingsRecord settings() const {
    if (!generator_) return splitting_.record(learn_.seed);
    return {{"method", method()},
            {"seed", learn_.seed},
            {"train_rows", blocks_.training_rows},
            {"test_rows", blocks_.test_rows}};
  }
  ConsecutiveRows blocks() const {
    return {blocks_.training_rows, blocks_.test_rows, splitting_.repeats()};
  }
  Splitting splitting() const {
    if (generator_) return blocks();
    return splitting_.splitting(learn_.seed);
  }
  std::string method() const { return generator_ ? *generator_ : splitting_.method(); }
  std::string in_words() const {
    if (!generator_) return splitting_.in_words();
    return fmt::format(
        "{}training on {} and testing on {}",
        splitting_.repeats() == 1 ? "" : plural(splitting_.repeats(), "time") + ", each time ",
        plural(blocks_.training_rows, "row"), with_commas(blocks_.test_rows));
  }

  CLI::App* app_ = nullptr;
  std::optional<std::string> data_;
  SplittingOptions splitting_;
  std::optional<std::string> generator_;
  ConsecutiveRows blocks_{100, 100, 1};
  std::vector<std::string> against_;
  ScoreSettings score_;
  ThresholdOption threshold_;
  std::optional<std::string> predictions_;
  std::uint64_t points_ = 0;
  bool certify_ = false;
  bool curves_ = false;
  LearnSettings learn_;
  ReadSettings reading_;
  GenerateSettings generate_;
  std::uint64_t threads_ = 1;
  bool strict_ = false;
  std::vector<Candidate> candidates_;  // the first is the one on the command line
  std::vector<std::string> names_;
  std::uint64_t rows_ = 0;
};

}  // namespace

std::unique_ptr<Command> validate_command() { return std::make_unique<Validate>(); }

}  // namespace perceptron::core
