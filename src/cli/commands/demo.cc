// perceptron demo: the main job on built-in data.

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/output.h"
#include "certify/optimum.h"
#include "cli/command.h"
#include "cli/commands/tour.h"
#include "cli/settings.h"
#include "cli/text_table.h"
#include "data/generate.h"
#include "evaluate/metrics.h"
#include "learn/margin_search.h"
#include "model/scorer.h"
#include "model/train.h"

namespace perceptron {
namespace {

struct Example {
  std::string title;
  std::string kind;
  GenerateSettings settings;
};

std::vector<Example> examples() {
  GenerateSettings settings;
  settings.rows = 2000;
  std::vector<Example> list;
  settings.margin = 0.1;
  list.push_back({"ball: 2-d, a margin of 0.1", "ball", settings});
  settings.dimensions = 20;
  settings.margin = 0.5;
  list.push_back({"ball: 20-d, a margin of 0.5", "ball", settings});
  list.push_back({"flipped: a quarter of the labels wrong", "flipped", settings});
  settings.dimensions = 10;
  settings.distance = 1.5;
  list.push_back({"gaussians: two clouds that overlap", "gaussians", settings});
  list.push_back({"xor: no line can do it", "xor", settings});
  settings.rows = 4000;
  list.push_back({"text: 10,000 words, sparse", "text", settings});
  return list;
}

// Rows begin … end − 1 of `data`.
Dataset part(const Dataset& data, std::uint64_t begin, std::uint64_t end) {
  Dataset out;
  out.name = data.name;
  out.classes = data.classes;
  out.schema = data.schema;
  out.matrix = Matrix(data.matrix.layout(), data.features());
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = begin; i < end; ++i) {
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k)
            out.matrix.push(row.feature(k), row.value(k));
          out.matrix.end_row();
          out.labels.push_back(data.labels[i]);
          if (!data.weights.empty()) out.weights.push_back(data.weights[i]);
        }
      },
      data.matrix.view());
  return out;
}

class Demo : public Command {
 public:
  std::string name() const override { return "demo"; }
  std::string summary() const override {
    return "train and test on built-in data, and show what comes out";
  }
  std::string example() const override { return "perceptron demo"; }

  void declare(CLI::App& app) override {
    declare_threads(app, threads_);
    declare_json(app);
    app.add_option("--report", page_, "where to write a page with pictures: a tour, one HTML file")
        ->type_name("FILE")
        ->group("Output");
  }

  Exit run(Terminal& terminal) override {
    std::optional<Output> page;
    if (page_) page.emplace(*page_);
    show(terminal);
    if (page) {
      page->write(tour_page(terminal));
      page->finish();
      if (*page_ != "-")
        terminal.say(fmt::format("A tour with pictures, for a browser: {}", *page_));
    }
    return Exit::done;
  }

 private:
  void show(Terminal& terminal) {
    TextTable table("<<>>>>>");
    table.add({"data", "learner", "passes", "mistakes", "training", "test", "margin"});
    Json runs = Json::array();
    for (const Example& example : examples()) {
      const Dataset all = generate_dataset(example.kind, example.settings);
      const std::uint64_t half = all.rows() / 2;
      std::string title = example.title;
      for (const char* learner : {"perceptron", "averaged", "pocket"}) {
        Dataset training_data = part(all, 0, half);
        Dataset test_data = part(all, half, all.rows());
        TrainOptions options;
        options.learn.learner = learner;
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
        const auto& [fit, evidence, optimality] = training.planes[0];
        table.add({title, learner, fmt::format("{}{}", fit.epochs, fit.converged ? "" : "+"),
                   with_commas(fit.updates), fmt::format("{:.1f} %", 100 * trained),
                   fmt::format("{:.1f} %", 100 * test), margin_text(*evidence)});
        title.clear();
        runs.push_back({{"data", example.title},
                        {"kind", example.kind},
                        {"learner", learner},
                        {"epochs", fit.epochs},
                        {"converged", fit.converged},
                        {"mistakes", fit.updates},
                        {"training_accuracy", trained},
                        {"test_accuracy", test},
                        {"margin", interval_json(evidence->margin)}});
      }
    }
    TextTable balls("<<>>>>");
    Json margins = Json::array();
    measure_balls(balls, margins, terminal);
    if (wants_json()) give({{"runs", runs}, {"margins", margins}});
    if (json_) return;
    print("Six datasets made on the spot, half to train on, half to test; at most 20 passes.\n\n" +
          table.text("  ") + kReading + balls.text("  ") + fmt::format(kNext, terminal.program));
  }

  // Three sets as in the course notes: how near each learner comes to the widest margin.
  void measure_balls(TextTable& table, Json& json, Terminal& terminal) const {
    table.add({"data", "learner", "margin", "of best", "mistakes", "at most"});
    struct Ball {
      std::uint64_t dimensions;
      double radius;
      double margin;
    };
    for (const Ball& ball : {Ball{2, 16, 3.2}, Ball{4, 24, 7.2}, Ball{8, 12, 3.6}}) {
      GenerateSettings settings;
      settings.rows = 5000;
      settings.dimensions = ball.dimensions;
      settings.radius = ball.radius;
      settings.margin = ball.margin;
      const Dataset data = generate_dataset("ball", settings);
      const Examples examples{data.matrix.view(), data.labels};
      const Points points(examples, Targets::binary(), 0, Offset::none);
      OptimumSettings exact;
      exact.threads = threads_;
      const Optimum best = find_optimum(points, exact, terminal);
      const auto bound = static_cast<std::uint64_t>(best.mistake_bound.value_or(0));
      std::string title = fmt::format("ball: {}-d, R = {}", ball.dimensions, ball.radius);
      const auto add = [&](const std::string& learner, double margin,
                           std::optional<std::uint64_t> mistakes, std::uint64_t most) {
        table.add({title, learner, brief(margin, Round::down),
                   fmt::format("{:.2f} %", 100 * margin / best.margin.upper),
                   mistakes ? with_commas(*mistakes) : "", mistakes ? with_commas(most) : ""});
        json.push_back({{"data", fmt::format("ball: {}-d", ball.dimensions)},
                        {"learner", learner},
                        {"margin", margin},
                        {"optimum", interval_json(best.margin)},
                        {"mistakes", mistakes ? Json(*mistakes) : Json()},
                        {"mistake_bound", mistakes ? Json(most) : Json()}});
        title.clear();
      };
      const auto measured = [&](const Fit& fit) {
        const auto plane = measure_margin({points, fit.weights, 0, {}}, threads_).plane;
        return plane ? plane->lower : 0;
      };
      for (const char* learner : {"perceptron", "averaged"}) {
        LearnSettings learn;
        learn.learner = learner;
        learn.offset = false;
        learn.order = "file";
        const Fit trained = fit(examples, Targets::binary(), learn, threads_, terminal)[0];
        add(learner, measured(trained), trained.updates, bound);
      }
      for (const double lambda : {2.0, 1.5, 1.1}) {
        MarginSearchSettings search;
        search.lambda = lambda;
        search.radius = ball.radius;
        const MarginSearch found =
            search_margin(examples, Targets::binary(), Offset::none, search, terminal);
        std::uint64_t allowed = 0;
        for (const GuessRound& round : found.rounds) allowed += round.limit;
        add(fmt::format("margin, lambda {}", lambda), measured(found.fit), found.total_updates,
            allowed);
      }
      add("max-margin", best.margin.lower, std::nullopt, 0);
    }
  }

  static std::string margin_text(const MarginEvidence& evidence) {
    if (!evidence.margin) return "";
    const auto [lower, upper] = *evidence.margin;
    return lower > 0 ? brief(lower, Round::down, 2) + " to " + brief(upper, Round::up, 2)
                     : "at most " + brief(upper, Round::up, 1);
  }

  static constexpr const char* kReading = R"(
How to read it
  passes    + where even the last one had mistakes; a clean pass ends training.
  margin    what the run proves about the widest possible gap between the classes:
            the plane it found bounds it from below, its mistakes bound it from above.
  The plain perceptron is at its best where a gap exists. Where classes overlap its
  last weights depend on the last mistakes; the average of all weights does not.

How wide can the gap be? Three balls with a gap, planes through the origin.

)";
  static constexpr const char* kNext = R"(
  of best   the plane's margin as a share of the widest, which is proved to nine digits.
  mistakes  made, and the most there could be: (R/margin)² for the widest margin. The
            margin perceptron also steps where a row is right but too near, and tries
            several guesses; the most there could be is the sum of what its theorem allows.

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

}  // namespace perceptron
