// perceptron tune DATA --grid NAME=FROM:TO:COUNT

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/grid.h"
#include "cli/settings.h"
#include "cli/spelling.h"
#include "cli/splitting.h"
#include "cli/train_report.h"
#include "cli/tune_report.h"
#include "data/read/missing_values.h"
#include "evaluate/trial.h"
#include "model/checks.h"
#include "model/conflicts.h"
#include "model/file.h"
#include "model/origin.h"
#include "model/train.h"
#include "multiclass/scheme.h"
#include "report/record.h"

namespace perceptron {
namespace {

class Tune : public Command {
 public:
  std::string name() const override { return "tune"; }
  std::string summary() const override {
    return "cross-validate every setting of a grid and fit the best";
  }
  std::string example() const override {
    return "perceptron tune iris.csv --learner logistic --grid l2=1e-6:1:7 -o iris.model";
  }

  void declare(CLI::App& app) override {
    app.add_option("DATA", data_, "training data: a file, or - for standard input")->required();
    app.add_option("--grid", grid_,
                   "values to try of a learning option or of scale: COUNT of them from FROM to TO, "
                   "each the same factor from the last, or a list; once for each option to vary")
        ->type_name("NAME=FROM:TO:COUNT|NAME=A,B,C")
        ->group("Tuning")
        ->allow_extra_args(false);
    app.add_option_function<std::string>(
           "--choose",
           [this](const std::string& text) {
             parse_choice("choose", "best|simplest", text);
             choose_simplest_ = text == "simplest";
           },
           "the setting to fit: that of the highest accuracy, or the simplest within one standard "
           "error of it (larger penalties, fewer passes; else the first listed) [best]")
        ->type_name("best|simplest")
        ->group("Tuning");
    app.add_flag("--path", path_,
                 "of a loss: train from the largest --l2 to the least, each from the one before; "
                 "faster, and as near the least as --tolerance asks")
        ->group("Tuning");
    app.add_option_function<std::string>(
           "--outer",
           [this](const std::string& text) { outer_ = parse_whole("outer", 2, 1e6, text); },
           "measure the choice itself: K parts, each tried with what tuning on the others chooses")
        ->type_name("K")
        ->group("Tuning");
    app.add_option("-o,--output", model_, "where to save the model of all rows")
        ->type_name("MODEL")
        ->group("Output");
    splitting_.declare(app);
    declare_options(app, learn_, kLearnOptions, "Learning");
    declare_options(app, reading_, kDataOptions, "Data");
    declare_cache(app, reading_);
    declare_threads(app, threads_);
    declare_json(app);
    recording_.declare_report(app);
    app_ = &app;
  }

  Exit run(Terminal& terminal) override {
    splitting_.check();
    if (outer_ > 0 && splitting_.has_test())
      throw Error(ErrorKind::usage, "--outer measures on DATA itself; leave out --test");
    if (model_ == "-")
      throw Error(ErrorKind::usage,
                  "the table and the model cannot share standard output; save the model with -o "
                  "FILE");
    take_grid();
    if (model_) refuse_same_file(*model_, splitting_.inputs(data_, reading_));
    std::optional<Output> output;
    if (model_) output.emplace(*model_);
    Dataset data = splitting_.read(data_, reading_, terminal);
    require_learnable(data, terminal);

    Stopwatch watch;
    TuneRun run{axes_, points_, {}, 0, 0, {}, splitting_, data};
    std::vector<Candidate> candidates;
    for (const GridPoint& point : points_) candidates.push_back(point.candidate);
    note_not_centred(data, candidates, terminal);
    TrialOptions options;
    options.repeats = splitting_.repeats();
    options.threads = threads_;
    options.measure_training = splitting_.method() != "leave-one-out";
    options.path = path_;
    run.trials = run_trials(data, splitting_.splitting(learn_.seed), candidates, options, terminal);
    run.best = best_of(run.trials);
    run.simplest = simplest_of(run.trials, run.best);
    run.seconds = watch.lap();
    if (outer_ > 0) {
      SplitSettings outer = splitting_.settings(learn_.seed);
      const SplitSettings inner = outer;
      outer.leave_one_out = false;
      outer.holdout = 0;
      outer.folds = outer_;
      outer.option = "--outer";
      run.nested = run_nested(
          data, outer, inner, candidates, options,
          [this](std::span<const Trial> trials) { return chosen_of(trials); }, terminal);
      run.outer_seconds = watch.lap();
    }
    run.chosen = choose_simplest_ ? run.simplest : run.best;
    // What is measured is said before the last training, which may fail.
    say_trials(run, terminal);
    Json json = wants_json() ? tune_json(run) : Json::object();
    json["settings"] = splitting_.json(learn_.seed);
    json["settings"]["learner"] = name_of(learn_.learner);
    if (recording_.wanted()) {
      recording_.details()["data"] = data_json(data);
      recording_.details()["data"]["rows"] = splitting_.training_rows();
    }
    json["final"] = fit_chosen(points_[run.chosen].candidate, std::move(data), output, terminal);
    terminal.clear_line();
    give(json);
    return Exit::done;
  }

 private:
  // All that can be wrong with the settings is found before a file is read.
  void take_grid() {
    if (grid_.empty()) {
      throw Error(ErrorKind::usage,
                  "expected at least one --grid NAME=FROM:TO:COUNT or NAME=A,B,C, found none");
    }
    for (const std::string& text : grid_) {
      Axis axis = parse_axis(text);
      const auto same = [&](const Axis& other) { return other.name == axis.name; };
      if (std::any_of(axes_.begin(), axes_.end(), same)) {
        throw Error(
            ErrorKind::usage,
            fmt::format("--grid: {} is there twice; list all its values in one", axis.name));
      }
      if (app_->count("--" + axis.name) > 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("--{} is given and in the grid too; leave one out", axis.name));
      }
      axes_.push_back(std::move(axis));
    }
    points_ = all_points({learn_, reading_.scale}, axes_);
    for (const GridPoint& point : points_) {
      if (point.candidate.learn.calibrate != CalibrationKind::none) {
        throw Error(ErrorKind::usage,
                    "--calibrate changes no answer, so there is nothing to tune; give it to train");
      }
      if (point.candidate.learn.learner == Learner::max_margin) {
        throw Error(ErrorKind::usage,
                    "the learner max-margin finds the widest margin or none and has nothing to "
                    "tune; train it by itself");
      }
    }
    for (const Option<LearnSettings>& option : kLearnOptions) refuse_unless_it_matters(option);
    const auto is_l2 = [](const Axis& axis) { return axis.name == "l2"; };
    if (path_ && std::none_of(axes_.begin(), axes_.end(), is_l2))
      throw Error(ErrorKind::usage, "--path goes along --grid l2=…; add it");
    leave_out_what_does_not_matter();
  }

  // Values of an option that a learner passes over would be the same trial again.
  void leave_out_what_does_not_matter() {
    std::vector<GridPoint> kept;
    for (GridPoint& point : points_) {
      bool twin = false;
      for (std::size_t a = 0; a < axes_.size(); ++a) {
        if (axes_[a].name == "scale" ||
            missing_company(axes_[a].name, point.candidate.learn).empty())
          continue;
        twin = twin || point.values[a] != axes_[a].values[0];
        point.values[a] = kPassedOver;
      }
      if (!twin) kept.push_back(std::move(point));
    }
    points_ = std::move(kept);
  }

  // An option must matter to one setting at least.
  void refuse_unless_it_matters(const Option<LearnSettings>& option) const {
    const auto same = [&](const Axis& axis) { return axis.name == option.name; };
    if (app_->count("--" + std::string(option.name)) == 0 &&
        std::none_of(axes_.begin(), axes_.end(), same))
      return;
    std::string company;
    for (const GridPoint& point : points_) {
      company = missing_company(option.name, point.candidate.learn);
      if (company.empty()) return;
    }
    throw Error(ErrorKind::usage, fmt::format("--{} goes with {}", option.name, company));
  }

  // Combinations that no learner takes are left out, unless all are such.
  void require_learnable(const Dataset& data, Terminal& terminal) {
    require_features(data);
    require_classes(data);
    require_all_present(data);
    std::optional<Error> why;
    std::vector<GridPoint> possible;
    for (GridPoint& point : points_) {
      const LearnSettings& learn = point.candidate.learn;
      try {
        require_agreement(learn, demands_of(data));
        require_room(data, {learn.multiclass, data.classes.size()}, learn);
        possible.push_back(std::move(point));
      } catch (const Error& error) {
        if (!why) why = error;
      }
    }
    if (possible.empty()) throw *why;
    if (why) {
      terminal.note(fmt::format("{} of the grid left out: {}",
                                plural(points_.size() - possible.size(), "setting"),
                                in_options(why->message())));
    }
    points_ = std::move(possible);
  }

  static std::size_t best_of(std::span<const Trial> trials) {
    const auto best = best_trial(trials);
    if (best) return *best;
    throw Error(ErrorKind::input,
                "with every setting the weights or scores grew beyond the range of numbers; bring "
                "the features to a common size with --scale standard");
  }
  std::size_t simplest_of(std::span<const Trial> trials, std::size_t best) const {
    std::vector<std::vector<double>> order;
    for (const GridPoint& point : points_) order.push_back(simplicity(point, axes_));
    return simplest_trial(trials, best, order);
  }
  std::size_t chosen_of(std::span<const Trial> trials) const {
    const std::size_t best = best_of(trials);
    return choose_simplest_ ? simplest_of(trials, best) : best;
  }

  void say_trials(const TuneRun& run, Terminal& terminal) const {
    terminal.clear_line();
    if (!json_) print(tune_table(run));
    terminal.say(tune_summary(run));
  }

  // The model of all rows of DATA.
  Json fit_chosen(const Candidate& chosen, Dataset data, std::optional<Output>& output,
                  Terminal& terminal) const {
    if (splitting_.has_test()) {
      std::vector<std::uint64_t> rows(splitting_.training_rows());
      for (std::uint64_t i = 0; i < rows.size(); ++i) rows[i] = i;
      data = data.select(rows);
    }
    if (has_missing_values(data)) fill_missing_values(data, column_means(data));
    TrainOptions options;
    options.learn = chosen.learn;
    options.scale = chosen.scale;
    options.program = fmt::format("perceptron {}", kVersionText);
    options.reading = unusual(reading_);
    options.threads = threads_;
    Training training = train(data, options, terminal);
    DataOptions reading = reading_;
    reading.scale = chosen.scale;
    record_options(chosen.learn, reading, training.model.origin);
    if (output) {
      output->write(encode_model(training.model));
      output->finish();
    }
    const double accuracy =
        static_cast<double>(training.correct) / static_cast<double>(data.rows());
    if (model_)
      terminal.say(fmt::format("{}: the model of all {} rows, {:.4f} of them answered right.",
                               *model_, with_commas(data.rows()), accuracy));
    if (!model_) terminal.note("the model was not saved; say -o FILE to keep it");
    return {{"accuracy", accuracy},
            {"converged", training.converged},
            {"output", model_ ? Json(*model_) : Json()}};
  }

  CLI::App* app_ = nullptr;
  std::string data_;
  std::vector<std::string> grid_;
  std::vector<Axis> axes_;
  std::vector<GridPoint> points_;
  std::optional<std::string> model_;
  bool choose_simplest_ = false;
  bool path_ = false;
  std::uint64_t outer_ = 0;
  SplittingOptions splitting_;
  LearnSettings learn_;
  DataOptions reading_;
  std::uint64_t threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> tune_command() { return std::make_unique<Tune>(); }

}  // namespace perceptron
