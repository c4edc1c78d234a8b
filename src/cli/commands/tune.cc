// perceptron tune DATA --grid NAME=FROM:TO:COUNT

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/defaults.h"
#include "cli/grid.h"
#include "cli/recipe.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/splitting.h"
#include "cli/tune_report.h"
#include "evaluate/tuning.h"
#include "learn/learn_options.h"
#include "model/file.h"
#include "model/origin.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

class Tune : public Command {
 public:
  std::string name() const override { return "tune"; }
  std::string summary() const override {
    return "grid search: cross-validate every combination of settings and train the best";
  }
  std::string example() const override {
    return "perceptron tune iris.csv --learner logistic --grid l2=1e-6:1:7 -o iris.model";
  }

  void declare(CLI::App& app) override {
    app.add_option(kDataArgument, data_, "training data: a file, or - for standard input")
        ->required();
    app.add_option("--grid", axes_,
                   "values of a learning option or of scale: COUNT of them from FROM to TO on a "
                   "logarithmic scale, or a list; once for each option to vary")
        ->type_name("NAME=FROM:TO:COUNT|NAME=A,B,C")
        ->group("Tuning")
        ->allow_extra_args(false);
    app.add_option_function<std::string>(
           "--choose",
           [this](const std::string& text) { choice_ = parse_named<Choice>("choose", text); },
           "the settings to train: those of the highest accuracy, or the simplest within one "
           "standard error of it (larger penalties, fewer epochs; else the first listed) [best]")
        ->type_name(std::string(choices_of<Choice>()))
        ->group("Tuning");
    app.add_flag("--path", path_,
                 "regularisation path of a loss: train from the largest --l2 to the smallest, each "
                 "warm-started from the one before; faster, and within the same --tolerance")
        ->group("Tuning");
    app.add_option_function<std::string>(
           "--outer",
           [this](const std::string& text) { outer_ = parse_whole("outer", 2, 1e6, text); },
           "nested cross-validation, to measure the choice itself: K outer folds, each tested "
           "with the settings that tuning on the other rows chooses")
        ->type_name("K")
        ->group("Tuning");
    app.add_option("-o,--output", model_, "where to save the model trained on all rows")
        ->type_name("MODEL")
        ->group("Output");
    splitting_.declare(app);
    declare_scoring(app, score_);
    declare_threshold_rule(app, threshold_, "Evaluation");
    declare_options(app, learn_, kLearnOptions, "Learning");
    refuse_order_file(app);
    declare_options(app, reading_, kDataOptions, "Data");
    declare_recipe(app);
    declare_default_scale(app);
    declare_limits(app, reading_.limits, Content::data);
    declare_cache(app, reading_);
    declare_strict(app, strict_);
    declare_threads(app, threads_);
    declare_json(app);
    recording_.declare_report(app);
    app_ = &app;
  }

  Exit run(Terminal& terminal) override {
    check();
    take_grid();
    if (model_) refuse_same_file(*model_, splitting_.inputs(data_, reading_));
    std::optional<Output> output;
    if (model_) output.emplace(*model_);
    Dataset data = splitting_.read(data_, reading_, terminal);
    const Splitting splitting = splitting_.splitting(learn_.seed);
    const Tuning tuning = tune(data, std::move(grid_), splitting, options(), terminal);
    const TuneRun run{tuning, splitting_, data};
    // The results are printed before the final training, which may fail.
    terminal.clear_line();
    if (!json_) print(tune_table(run));
    terminal.say(tune_summary(run));
    terminal.remark(tune_work(run));
    TuningRecord record;
    if (wants_json()) {
      record.data = data_record(data);
      record.data.rows = splitting_.training_rows();
      record.result = tuning_outcome(run);
      record.result.settings = splitting_.record(learn_.seed);
      record.result.settings.emplace_back("learner", std::string(name_of(learn_.learner)));
    }
    const ChosenModel chosen = train_chosen(tuning, splitting, std::move(data), terminal);
    say_choice(chosen, tuning.chosen_settings().learn.learner, terminal);
    save(chosen, output, terminal);
    record.result.final_model = {chosen.accuracy, chosen.training.converged, model_};
    terminal.clear_line();
    if (wants_json()) give(std::move(record));
    if (strict_ && !chosen.training.converged && tuning.chosen_settings().learn.early_stop == 0)
      refuse_unconverged(terminal);
    return Exit::done;
  }

 private:
  void check() const {
    splitting_.check();
    if (outer_ > 0 && splitting_.has_test())
      throw Error(ErrorKind::usage, "--outer measures on DATA itself; leave out --test");
    if (model_ == "-")
      throw Error(ErrorKind::usage,
                  "the table and the model cannot share standard output; save the model with -o "
                  "FILE");
  }

  TuneOptions options() const {
    TuneOptions options;
    options.validation.repeats = splitting_.repeats();
    options.validation.threads = threads_;
    options.validation.measure_training = !splitting_.is(SplitMethod::leave_one_out);
    options.validation.path = path_;
    options.validation.judgement = judgement_of(score_, threshold_);
    options.choice = choice_;
    options.outer_folds = outer_;
    return options;
  }

  // All errors in the settings are found before a file is read.
  void take_grid() {
    if (axes_.empty()) {
      throw Error(ErrorKind::usage,
                  "expected at least one --grid NAME=FROM:TO:COUNT or NAME=A,B,C, found none");
    }
    named_ = named_choices(*app_);
    std::vector<Axis> axes;
    for (const std::string& text : axes_) {
      Axis axis = parse_axis(text);
      if (app_->count("--" + axis.name) > 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("--{} is given and in the grid too; leave one out", axis.name));
      }
      named_.learner = named_.learner || axis.name == "learner";
      named_.scale = named_.scale || axis.name == "scale";
      axes.push_back(std::move(axis));
    }
    take_default_scale(named_, reading_);
    grid_ = make_grid({learn_, reading_.scale}, std::move(axes));
    for (const Option<LearnSettings>& option : kLearnOptions) {
      if (app_->count("--" + std::string(option.name)) > 0) require_used(option.name, grid_);
    }
    require_tunable(grid_, options());
  }

  ChosenModel train_chosen(const Tuning& tuning, const Splitting& splitting, Dataset data,
                           Terminal& terminal) const {
    const Candidate& settings = tuning.chosen_settings();
    TrainOptions options;
    options.program = program_name();
    options.reading = unusual(reading_);
    options.threads = threads_;
    ChosenModel chosen = perceptron::core::train_chosen(
        std::move(data), settings, splitting, judgement_of(score_, threshold_), options, terminal);
    ReadSettings reading = reading_;
    reading.scale = settings.scale;
    record_options(settings.learn, reading, chosen.training.model);
    return chosen;
  }

  void say_choice(const ChosenModel& chosen, Learner learner, Terminal& terminal) const {
    const std::string text = choice_text(named_, learner, chosen.training.model.scaling.choice);
    if (!text.empty()) terminal.say(text);
  }

  void save(const ChosenModel& chosen, std::optional<Output>& output, Terminal& terminal) const {
    if (!output) {
      terminal.note("the model was not saved; use -o FILE to keep it");
      return;
    }
    output->write(encode_model(chosen.training.model));
    output->finish();
    const double threshold = chosen.training.model.threshold;
    terminal.say(
        fmt::format("{}: the model trained on all {} rows, training accuracy {:.4f}{}.", *model_,
                    with_commas(chosen.rows), chosen.accuracy,
                    threshold != 0 ? fmt::format(", threshold {}", brief(threshold)) : ""));
  }

  CLI::App* app_ = nullptr;
  std::string data_;
  std::vector<std::string> axes_;  // as written
  NamedChoices named_;             // by options, or by the grid
  Grid grid_;
  ScoreSettings score_;
  ThresholdOption threshold_;
  std::optional<std::string> model_;
  Choice choice_ = Choice::best;
  bool path_ = false;
  std::uint64_t outer_ = 0;
  SplittingOptions splitting_;
  LearnSettings learn_;
  ReadSettings reading_;
  std::uint64_t threads_ = 1;
  bool strict_ = false;
};

}  // namespace

std::unique_ptr<Command> tune_command() { return std::make_unique<Tune>(); }

}  // namespace perceptron::core
