// perceptron demo: trains and tests on built-in data.

#include <fmt/format.h>

#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "base/output.h"
#include "cli/command.h"
#include "cli/commands/tour.h"
#include "cli/settings.h"
#include "cli/text_table.h"
#include "data/generate.h"
#include "evaluate/metrics.h"
#include "model/margins.h"
#include "model/scorer.h"
#include "model/train.h"
#include "report/assets.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

struct Example {
  std::string title;
  GeneratorKind kind = GeneratorKind::ball;
  GenerateSettings settings;
};

std::vector<Example> examples() {
  GenerateSettings settings;
  settings.rows = 2000;
  std::vector<Example> list;
  settings.margin = 0.1;
  list.push_back({"ball: 2-d, a margin of 0.1", GeneratorKind::ball, settings});
  settings.dimensions = 20;
  settings.margin = 0.5;
  list.push_back({"ball: 20-d, a margin of 0.5", GeneratorKind::ball, settings});
  list.push_back({"flipped: a quarter of the labels wrong", GeneratorKind::flipped, settings});
  settings.dimensions = 10;
  settings.distance = 1.5;
  list.push_back({"gaussians: two clouds that overlap", GeneratorKind::gaussians, settings});
  list.push_back({"xor: not linearly separable", GeneratorKind::exclusive_or, settings});
  settings.rows = 4000;
  list.push_back({"text: 10,000 words, sparse", GeneratorKind::text, settings});
  return list;
}

// Rows [begin, end) of `data`.
Dataset part(const Dataset& data, std::uint64_t begin, std::uint64_t end) {
  std::vector<std::uint64_t> rows(end - begin);
  std::iota(rows.begin(), rows.end(), begin);
  return data.select(rows);
}

// A set as in the course notes: points in a ball, with a margin between the classes.
struct Ball {
  std::uint64_t dimensions;
  double radius;
  double margin;

  Dataset dataset() const {
    GenerateSettings settings;
    settings.rows = 5000;
    settings.dimensions = dimensions;
    settings.radius = radius;
    settings.margin = margin;
    return generate_dataset(GeneratorKind::ball, settings);
  }
};

// How close each learner comes to the widest margin.
class MarginTable {
 public:
  MarginTable(std::uint64_t threads, Listener& listener)
      : threads_(threads), listener_(listener), table_("<<>>>>") {
    table_.add({"data", "learner", "margin", "of best", "mistakes", "at most"});
  }

  void add(const Ball& ball) {
    MarginSettings settings;
    settings.offset = false;
    settings.threads = threads_;
    settings.claim.reset();
    MarginSearchSettings search;
    search.radius = ball.radius;
    const std::array lambdas = {2.0, 1.5, 1.1};
    const MarginStudy study = study_margin(ball.dataset(), settings, lambdas, search, listener_);
    best_ = study.result.widest;
    name_ = fmt::format("ball: {}-d", ball.dimensions);
    title_ = fmt::format("{}, R = {}", name_, ball.radius);
    add_perceptrons(study.data);
    add_searches(study.searches);
    add_row("max-margin", best_.margin.lower, std::nullopt, 0);
  }

  std::string text() const { return table_.text("  "); }
  const std::vector<DemoMarginRecord>& records() const { return records_; }

 private:
  void add_perceptrons(const MarginData& data) {
    const auto bound = static_cast<std::uint64_t>(best_.mistake_bound.value_or(0));
    for (const char* learner : {"perceptron", "averaged"}) {
      LearnSettings learn;
      learn.learner = by_name(learner);
      learn.offset = false;
      learn.order = VisitOrder::file;
      const Fit trained = fit(data.examples(), Targets::binary(), learn, threads_, listener_)[0];
      const auto margin = measure_plane(data, trained.weights, 0, threads_);
      add_row(learner, margin ? margin->lower : 0, trained.updates, bound);
    }
  }

  void add_searches(const std::vector<MarginSearchResult>& searches) {
    for (const MarginSearchResult& found : searches) {
      std::uint64_t allowed = 0;
      for (const GuessRound& round : found.search.rounds) allowed += round.limit;
      add_row(fmt::format("margin, lambda {}", found.lambda),
              found.margin ? found.margin->lower : 0, found.search.total_updates, allowed);
    }
  }

  void add_row(const std::string& learner, double margin, std::optional<std::uint64_t> mistakes,
               std::uint64_t most) {
    table_.add({std::exchange(title_, ""), learner, brief(margin, Round::down),
                fmt::format("{:.2f} %", 100 * margin / best_.margin.upper),
                mistakes ? with_commas(*mistakes) : "", mistakes ? with_commas(most) : ""});
    records_.push_back({name_,
                        learner,
                        margin,
                        {best_.margin.lower, best_.margin.upper},
                        mistakes,
                        mistakes ? std::optional(most) : std::nullopt});
  }

  std::uint64_t threads_;
  Listener& listener_;
  TextTable table_;
  std::vector<DemoMarginRecord> records_;
  WidestMargin best_;  // of the current ball
  std::string name_;   // of the current ball
  std::string title_;  // the same with its radius, for its first line
};

class Demo : public Command {
 public:
  std::string name() const override { return "demo"; }
  std::string summary() const override {
    return "train and test on built-in data, and show the results";
  }
  std::string example() const override { return "perceptron demo"; }

  void declare(CLI::App& app) override {
    declare_threads(app, threads_);
    declare_json(app);
    app.add_option("--report", page_, "where to write a tour with plots, as one HTML file")
        ->type_name("FILE")
        ->group("Output");
  }

  Exit run(Terminal& terminal) override {
    std::optional<Output> page;
    if (page_) {
      require_pages();
      page.emplace(*page_);
    }
    show(terminal);
    if (page) {
      page->write(tour_page(terminal));
      page->finish();
      if (*page_ != "-")
        terminal.remark(fmt::format("A tour with plots, for a browser: {}", *page_));
    }
    return Exit::done;
  }

 private:
  void show(Terminal& terminal) {
    TextTable table("<<>>>>>");
    table.add({"data", "learner", "passes", "mistakes", "training", "test", "margin"});
    DemoRecord record;
    for (const Example& example : examples()) {
      const Dataset all = generate_dataset(example.kind, example.settings);
      const std::uint64_t half = all.rows() / 2;
      std::string title = example.title;
      for (const char* learner : {"perceptron", "averaged", "pocket"}) {
        Dataset training_data = part(all, 0, half);
        Dataset test_data = part(all, half, all.rows());
        TrainOptions options;
        options.learn.learner = by_name(learner);
        options.learn.epochs = 20;
        options.threads = threads_;
        const Training training = train(training_data, options, terminal);
        Meter meter(2);
        Scorer scorer(training.model);
        const auto scores = scorer.score(test_data.matrix);
        for (std::size_t i = 0; i < scores.size(); ++i)
          meter.add({test_data.labels[i], scores[i] >= 0 ? 1U : 0U});
        const double test = meter.metrics().accuracy;
        const double trained = static_cast<double>(training.correct) / static_cast<double>(half);
        const auto& [fit, evidence, optimality, answers] = training.planes[0];
        table.add({title, learner, fmt::format("{}{}", fit.epochs, fit.converged ? "" : "+"),
                   with_commas(fit.updates), fmt::format("{:.1f} %", 100 * trained),
                   fmt::format("{:.1f} %", 100 * test), margin_text(*evidence)});
        title.clear();
        record.result.runs.push_back({example.title, std::string(name_of(example.kind)),
                                      options.learn.learner, fit.epochs, fit.converged, fit.updates,
                                      trained, test, interval_record(evidence->margin)});
      }
    }
    MarginTable balls(threads_, terminal);
    for (const Ball& ball : {Ball{2, 16, 3.2}, Ball{4, 24, 7.2}, Ball{8, 12, 3.6}}) balls.add(ball);
    record.result.margins = balls.records();
    if (wants_json()) give(std::move(record));
    if (json_) return;
    print(
        "Six generated datasets, half of the rows for training, half for testing; at most 20 "
        "passes.\n\n" +
        table.text("  ") + kReading + balls.text() + fmt::format(kNext, terminal.program));
  }

  static std::string margin_text(const MarginEvidence& evidence) {
    if (!evidence.margin) return "";
    const auto [lower, upper] = *evidence.margin;
    return lower > 0 ? brief(lower, Round::down, 2) + " to " + brief(upper, Round::up, 2)
                     : "at most " + brief(upper, Round::up, 1);
  }

  static constexpr const char* kReading = R"(
How to read it
  passes    + if even the last one had mistakes; a pass without mistakes ends training.
  margin    what the run proves about the widest margin between the classes: the plane
            it found bounds it from below, its mistakes bound it from above.
  The plain perceptron does best where the classes are separable. Where they overlap, its
  last weights depend on the last mistakes; the average of all weights does not.

How wide can the margin be? Three separable balls, planes through the origin.

)";
  static constexpr const char* kNext = R"(
  of best   the plane's margin as a percentage of the widest, which is proved to nine digits.
  mistakes  made, and their maximum: (R/margin)² for the widest margin. The margin
            perceptron also updates at rows that are correct but too near, and tries several
            guesses; its maximum is the sum of the updates that its theorem allows.

Now with your own file (CSV, TSV or LIBSVM; the last CSV column is the class):
  {0} inspect  mine.csv
  {0} train    mine.csv --learner averaged --scale standard -o mine.model
  {0} evaluate mine.model test.csv
  {0} predict  mine.model new.csv
  {0} margin   mine.csv -o proof.json
  {0} verify   proof.json mine.csv
)";

  std::uint64_t threads_ = 1;
  std::optional<std::string> page_;
};

}  // namespace

std::unique_ptr<Command> demo_command() { return std::make_unique<Demo>(); }

}  // namespace perceptron::core
