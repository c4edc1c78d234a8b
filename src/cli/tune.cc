// perceptron tune DATA --test FILE --grid NAME=FROM:TO:COUNT

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/number.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/grid.h"
#include "cli/relevance.h"
#include "cli/settings.h"
#include "cli/text_table.h"
#include "data/scaling.h"
#include "evaluate/trial.h"
#include "model/checks.h"
#include "multiclass/scheme.h"

namespace perceptron {
namespace {

class Tune : public Command {
 public:
  std::string name() const override { return "tune"; }
  std::string summary() const override {
    return "train with every setting of a grid and show which does best on a test file";
  }
  std::string example() const override {
    return "perceptron tune iris.csv --test test.csv --learner logistic --grid l2=1e-4:1:5";
  }

  void declare(CLI::App& app) override {
    app.add_option("DATA", data_, "training data: a file, or - for standard input")->required();
    app.add_option("--test", test_, "rows to measure each classifier on, with their classes")
        ->type_name("FILE")
        ->group("Tuning");
    app.add_option("--test-labels", test_labels_, "the classes of an .npy test matrix")
        ->type_name("FILE")
        ->group("Tuning");
    app.add_option("--grid", grid_,
                   "values to try of a learning option: COUNT of them from FROM to TO, each the "
                   "same factor from the last, or a list; once for each option to vary")
        ->type_name("NAME=FROM:TO:COUNT|NAME=A,B,C")
        ->group("Tuning")
        ->allow_extra_args(false);
    app.add_option_function<std::string>(
           "--repeats",
           [this](const std::string& text) { repeats_ = parse_whole("repeats", 1, 1e6, text); },
           "train each setting with so many seeds, --seed and those after it, and show the mean "
           "and its spread [1]")
        ->type_name("N")
        ->group("Tuning");
    declare_options(app, learn_, learn_options(), "Learning");
    declare_options(app, reading_, kDataOptions, "Data");
    declare_threads(app, threads_);
    declare_json(app);
    app_ = &app;
  }

  Exit run(Terminal& terminal) override {
    Stopwatch watch;
    take_grid();
    if (!test_) {
      throw Error(Exit::usage,
                  "tune measures on rows that were not trained on; name their file with --test "
                  "FILE, which is needed for now");
    }
    if (data_ == "-" && *test_ == "-")
      throw Error(Exit::usage, "DATA and --test cannot both be standard input; name a file");
    Reading reading;
    reading.options = reading_;
    reading.listener = &terminal;
    Dataset data = read_dataset(data_, reading);
    terminal.say(describe(data, terminal, watch.lap()));
    require_learnable(data);
    Dataset test = read_test(data, terminal);
    terminal.say(describe(test, terminal, watch.lap()));
    scale(data, test, terminal);

    std::vector<LearnSettings> settings;
    for (const GridPoint& point : points_) settings.push_back(point.settings);
    const auto trials = run_trials({data, test}, settings, repeats_, threads_, terminal);
    const double seconds = watch.lap();
    const auto best = best_trial(trials);
    if (!best) {
      throw Error(
          Exit::input,
          "with every setting the weights or scores grew beyond the range of numbers; bring "
          "the features to a common size with --scale standard");
    }
    std::uint64_t models = 0;
    for (std::size_t i = 0; i < points_.size(); ++i)
      models += scheme_of(points_[i], data).models() * trials[i].repeats;
    if (json_) {
      print_json({{"rows", data.rows()},
                  {"test_rows", test.rows()},
                  {"features", data.features()},
                  {"classes", data.classes.names()},
                  {"best", values_json(points_[*best])},
                  {"accuracy", *trials[*best].accuracy},
                  {"grid", grid_json(trials)},
                  {"models_trained", models},
                  {"seconds", seconds}});
    } else {
      print(table(trials, *best));
    }
    terminal.say(summary_of(trials, *best, test));
    terminal.say(fmt::format("{} trained in {:.2f} s.", plural(models, "model"), seconds));
    return Exit::done;
  }

 private:
  // All that can be wrong with the settings is found before a file is read.
  void take_grid() {
    if (grid_.empty()) {
      throw Error(Exit::usage,
                  "expected at least one --grid NAME=FROM:TO:COUNT or NAME=A,B,C, found none");
    }
    for (const std::string& text : grid_) {
      Axis axis = parse_axis(text);
      const auto same = [&](const Axis& other) { return other.option == axis.option; };
      if (std::any_of(axes_.begin(), axes_.end(), same)) {
        throw Error(
            Exit::usage,
            fmt::format("--grid: {} is there twice; list all its values in one", axis.name()));
      }
      if (app_->count("--" + axis.name()) > 0) {
        throw Error(Exit::usage,
                    fmt::format("--{} is given and in the grid too; leave one out", axis.name()));
      }
      axes_.push_back(std::move(axis));
    }
    points_ = all_points(learn_, axes_);
    for (const GridPoint& point : points_) {
      if (point.settings.calibrate != "none") {
        throw Error(Exit::usage,
                    "--calibrate changes no answer, so there is nothing to tune; give it to train");
      }
      if (point.settings.learner == "max-margin") {
        throw Error(Exit::usage,
                    "the learner max-margin finds the widest margin or none and has nothing to "
                    "tune; train it by itself");
      }
    }
    for (const Option<LearnSettings>& option : learn_options()) refuse_unless_it_matters(option);
  }

  // An option must matter to one setting at least.
  void refuse_unless_it_matters(const Option<LearnSettings>& option) const {
    const auto same = [&](const Axis& axis) { return axis.option == &option; };
    if (app_->count("--" + std::string(option.name)) == 0 &&
        std::none_of(axes_.begin(), axes_.end(), same))
      return;
    std::string company;
    for (const GridPoint& point : points_) {
      company = missing_company(option.name, point.settings);
      if (company.empty()) return;
    }
    throw Error(Exit::usage, fmt::format("--{} goes with {}", option.name, company));
  }

  void require_learnable(const Dataset& data) const {
    require_features(data);
    require_classes(data);
    require_all_present(data);
    for (const GridPoint& point : points_) {
      require_room(data, scheme_of(point, data), point.settings);
      require_agreement(point.settings, data);
    }
  }

  // As a model of the training data would read it.
  Dataset read_test(const Dataset& data, Terminal& terminal) const {
    Reading reading;
    reading.options = reading_;
    reading.options.columns.clear();
    reading.options.weight.clear();
    if (!reading.ignore_new_features()) reading.options.features.clear();
    reading.options.labels = test_labels_;
    reading.schema = &data.schema;
    reading.classes = &data.classes;
    reading.labels = LabelUse::match;
    reading.listener = &terminal;
    Dataset test = read_dataset(*test_, reading);
    test.classes = data.classes;
    test.schema = data.schema;
    return test;
  }

  void scale(Dataset& data, Dataset& test, Terminal& terminal) const {
    const Scaling scaling = Scaling::fit(reading_.scale, data.matrix);
    if (scaling.kind == "standard" && scaling.shift.empty()) {
      terminal.note(
          "sparse rows are divided by each feature's deviation, not centred, so that zeros stay "
          "zeros");
    };
    scaling.apply(data.matrix);
    if (!scaling.shift.empty() && test.matrix.layout() == Matrix::Layout::sparse)
      test.matrix = test.matrix.as(Matrix::Layout::dense);
    scaling.apply(test.matrix);
  }

  static Scheme scheme_of(const GridPoint& point, const Dataset& data) {
    return {point.settings.multiclass, data.classes.size()};
  }

  Json values_json(const GridPoint& point) const {
    Json json = Json::object();
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      const auto number = axes_[a].is_number() ? parse_number(point.values[a]) : std::nullopt;
      const auto count = number ? parse_count(point.values[a]) : std::nullopt;
      Json& value = json[axes_[a].name()];
      value = point.values[a];
      if (number) value = *number;
      if (count) value = *count;
    }
    return json;
  }

  Json grid_json(const std::vector<Trial>& trials) const {
    const auto or_null = [](const std::optional<double>& value) {
      return value ? Json(*value) : Json();
    };
    Json grid = Json::array();
    for (std::size_t i = 0; i < trials.size(); ++i) {
      Json row = values_json(points_[i]);
      row["accuracy"] = or_null(trials[i].accuracy);
      row["deviation"] = trials[i].deviation;
      if (repeats_ > 1) {
        row["lowest"] = trials[i].lowest;
        row["highest"] = trials[i].highest;
        row["repeats"] = trials[i].repeats;
      }
      row["training_accuracy"] = or_null(trials[i].training_accuracy);
      row["largest_weight"] = or_null(trials[i].largest_weight);
      row["converged"] = trials[i].converged;
      grid.push_back(std::move(row));
    }
    return grid;
  }

  std::string table(const std::vector<Trial>& trials, std::size_t best) const {
    std::string alignment;
    std::vector<std::string> header;
    for (const Axis& axis : axes_) {
      alignment += axis.is_number() ? '>' : '<';
      header.push_back(axis.name());
    }
    const bool spread = repeats_ > 1;
    TextTable table(alignment + (spread ? ">>>>>><" : ">>><"));
    header.emplace_back("accuracy");
    if (spread) header.insert(header.end(), {"deviation", "lowest", "highest"});
    header.insert(header.end(), {"in training", "largest weight", ""});
    table.add(header);
    const auto share = [](const std::optional<double>& value) {
      return value ? fmt::format("{:.4f}", *value) : "-";
    };
    for (std::size_t i = 0; i < trials.size(); ++i) {
      const Trial& trial = trials[i];
      std::vector<std::string> row = points_[i].values;
      row.push_back(share(trial.accuracy));
      if (spread) {
        for (const double value : {trial.deviation, trial.lowest, trial.highest})
          row.push_back(trial.accuracy ? share(value) : "-");
      }
      row.insert(row.end(), {share(trial.training_accuracy),
                             trial.largest_weight ? brief(*trial.largest_weight) : "not finite",
                             i == best ? "best" : ""});
      table.add(row);
    }
    return table.text("");
  }

  std::string summary_of(const std::vector<Trial>& trials, std::size_t best,
                         const Dataset& test) const {
    std::string values;
    for (std::size_t a = 0; a < axes_.size(); ++a)
      values += fmt::format(" --{} {}", axes_[a].name(), points_[best].values[a]);
    const auto as_good = std::count_if(trials.begin(), trials.end(), [&](const Trial& trial) {
      return trial.accuracy == trials[best].accuracy;
    });
    return fmt::format(
        "Best on {}:{}{}. It was chosen by these rows; expect a little less on others.", test.name,
        values, as_good == 1 ? "" : fmt::format(" (the first of {} as good)", as_good));
  }

  CLI::App* app_ = nullptr;
  std::string data_;
  std::optional<std::string> test_;
  std::string test_labels_;
  std::vector<std::string> grid_;
  std::vector<Axis> axes_;
  std::vector<GridPoint> points_;
  LearnSettings learn_;
  DataOptions reading_;
  std::uint64_t repeats_ = 1;
  std::uint64_t threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> tune_command() { return std::make_unique<Tune>(); }

}  // namespace perceptron
