// perceptron margin DATA

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/number.h"
#include "base/output.h"
#include "base/text.h"
#include "base/threads.h"
#include "base/version.h"
#include "certify/claims.h"
#include "certify/optimum.h"
#include "cli/command.h"
#include "cli/margin_report.h"
#include "cli/settings.h"
#include "data/lift.h"
#include "learn/margin_search.h"
#include "model/checks.h"
#include "model/file.h"
#include "report/picture.h"
#include "report/record.h"

namespace perceptron {
namespace {

struct MarginOptions {
  std::string lift;
  std::string gap;
  std::uint64_t passes = 10'000;
  std::string claim = "margin";
  std::string lambda;
  std::string sweep;
  std::string stop = "proof";
  std::string coefficient = "theorem";
  std::string scan = "pass";
  std::uint64_t seed = 1;
};

const std::array kMargin = {
    option<&MarginOptions::lift>(
        "lift", "C", "",
        "lengthen each row by the constant C, then pass through the origin; margins are those "
        "of the longer rows"),
    option<&MarginOptions::gap>(
        "gap", "G", "",
        "relative distance of the bounds to reach (default: 1e-9; 0.01 where rows and features "
        "are many)"),
    option<&MarginOptions::passes>(
        "passes", "N", "",
        "passes of the ascent at most, which is used where rows and features are many", 1, 1e12),
    option<&MarginOptions::claim>(
        "claim", "", "margin|separator|mistake-bound",
        "what the certificate is to prove where a plane separates the classes"),
    option<&MarginOptions::seed>("seed", "N", "",
                                 "names the random order of rows where they are many"),
};
const std::array kSearch = {
    option<&MarginOptions::lambda>(
        "lambda", "L", "",
        "run the margin perceptron, which promises 1/L² of the best margin; L > 1"),
    option<&MarginOptions::sweep>("sweep", "FROM:TO:STEP", "", "run it for a range of L"),
    option<&MarginOptions::stop>(
        "stop", "", "proof|limit",
        "give up a guess once it is refuted, or after as many updates as the theorem allows"),
    option<&MarginOptions::coefficient>(
        "coefficient", "theorem|document|NUMBER", "",
        "c in that number, c·R²/guess²: the theorem's least, the course notes', or your own"),
    option<&MarginOptions::scan>(
        "scan", "", "pass|restart",
        "after an update go on with the next row, or start again at the first"),
};

double parse_lambda(const std::string& name, const std::string& text) {
  const auto value = parse_number(text);
  if (!value || !(*value > 1) || !(*value <= 1e6)) {
    throw Error(ErrorKind::usage,
                fmt::format("--{}: expected a number above 1, at most 1000000, found {}", name,
                            in_quotes(text)));
  }
  return *value;
}

// "1.02:3.3:0.02" as its numbers.
std::vector<double> parse_sweep(const std::string& text) {
  const auto parts = split_list(text, ':');
  const auto fail = [&](const char* what) {
    throw Error(ErrorKind::usage, fmt::format("--sweep: {}, found {}", what, in_quotes(text)));
  };
  if (parts.size() != 3) fail("expected FROM:TO:STEP as in 1.02:3.3:0.02");
  const double from = parse_lambda("sweep", parts[0]);
  const double to = parse_lambda("sweep", parts[1]);
  const double step = parse_number(parts[2]).value_or(0);
  if (!(step > 0)) fail("expected FROM:TO:STEP with a step above 0");
  if (!(to >= from)) fail("expected FROM:TO:STEP with TO at least FROM");
  if (!((to - from) / step < 100'000)) fail("expected FROM:TO:STEP of at most 100,000 steps");
  std::vector<double> lambdas;
  for (std::size_t i = 0;; ++i) {
    // From decimal to decimal, so that 1.02 + 49·0.02 is 2.
    const double lambda = std::round((from + static_cast<double>(i) * step) * 1e12) / 1e12;
    if (lambda > to + 1e-9 * step) return lambdas;
    lambdas.push_back(lambda);
  }
}

class Margin : public Command {
 public:
  std::string name() const override { return "margin"; }
  std::string summary() const override {
    return "find the widest margin, or prove that no plane separates the classes";
  }
  std::string example() const override { return "perceptron margin points.csv -o proof.json"; }

  void declare(CLI::App& app) override {
    app.add_option("DATA", data_, "two classes of points: a file, or - for standard input")
        ->required();
    app.add_option("-o,--output", output_, "where to save the certificate, for verify")
        ->type_name("CERTIFICATE")
        ->group("Output");
    app.add_option("--model", model_path_, "measure the plane of this model")
        ->type_name("MODEL")
        ->group("Margin");
    app.add_flag("--points", found_.points, "list the margin of every row")->group("Output");
    app.add_flag("--offset,!--no-offset", found_.offset,
                 "planes may have an offset, or must pass through the origin")
        ->group("Margin");
    declare_options(app, options_, kMargin, "Margin");
    declare_options(app, options_, kSearch, "The margin perceptron");
    declare_options(app, reading_, kDataOptions, "Data");
    declare_cache(app, reading_);
    declare_threads(app, threads_);
    declare_json(app);
    recording_.declare_report(app);
    app_ = &app;
  }

  Exit run(Terminal& terminal) override {
    check_options();
    std::optional<Output> output;
    if (output_) {
      refuse_same_file(*output_, {data_});
      output.emplace(*output_);
    }
    Stopwatch watch;
    read(terminal);
    found_.read_seconds = watch.lap();
    terminal.say(describe(found_.data, terminal, found_.read_seconds));
    prepare(terminal);
    find(terminal);
    found_.seconds = watch.lap();
    if (output) save(*output, terminal);
    if (recording_.wanted() && proved())
      recording_.details()["certificate"] = certificate_json(encode_certificate(certificate()));
    terminal.clear_line();
    if (wants_json()) give(margin_json(found_));
    if (recording_.wanted()) keep();
    if (!json_ && output_ != "-") print(margin_text(found_));
    if (model_) return found_.plane && found_.plane->lower > 0 ? Exit::done : Exit::no;
    return found_.best.separable == false ? Exit::no : Exit::done;
  }

 private:
  bool proved() const { return found_.best.separable == false || !found_.best.weights.empty(); }
  Certificate certificate() const {
    Certificate certificate = certify_optimum(subject_, found_.best, claim());
    certificate.program = fmt::format("perceptron {}", kVersionText);
    return certificate;
  }

  void save(Output& output, Terminal& terminal) const {
    if (!proved()) {
      terminal.note("nothing was proved, so there is no certificate to save");
      return;
    }
    const Certificate certificate = this->certificate();
    output.write(encode_certificate(certificate));
    output.finish();
    if (*output_ == "-") return;
    terminal.say(fmt::format("Certificate ({}{}) saved to {}. Check it: {} verify {} {}",
                             certificate.kind, found_.lambdas.empty() ? "" : ", of the best plane",
                             *output_, terminal.program, shell_word(*output_), shell_word(data_)));
  }

  // What the record has beside the result.
  void keep() {
    Json& record = recording_.details();
    record["data"] = data_json(found_.data);
    record["data"]["features"] = found_.features;
    record["optimum"] = optimum_json(found_.best);
    Scene scene{found_.data, {}, {}, {}, {}, reading_.scale != "none"};
    const bool other = model_ || found_.trials.size() == 1;
    if (other) {
      const auto& trials = found_.trials;
      const std::optional<Interval>& margin = model_ ? found_.plane : trials[0].margin;
      scene.planes.push_back({model_ ? "plane of the model" : "margin perceptron", found_.weights,
                              found_.plane_offset, margin ? std::max(0.0, margin->lower) : 0});
    }
    if (found_.best.separable == true && !found_.best.weights.empty()) {
      scene.planes.push_back({"widest margin", found_.best.weights, found_.best.offset,
                              std::max(0.0, found_.best.margin.lower)});
      scene.support = found_.best.support;
    }
    record["picture"] = picture_json(scene);
  }

  // ---- What is asked ----

  void check_options() {
    const auto given = [&](const char* name) { return app_->count(name) > 0; };
    const auto exclude = [&](const char* one, const char* other) {
      if (given(one) && given(other))
        throw Error(ErrorKind::usage, fmt::format("{} and {} exclude each other", one, other));
    };
    exclude("--lambda", "--sweep");
    exclude("--lambda", "--model");
    exclude("--sweep", "--model");
    exclude("--sweep", "--points");
    for (const char* name : {"--lift", "--scale", "--columns", "--weight"}) {
      if (given(name) && given("--model")) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} and --model exclude each other: rows are taken as the model "
                                "takes them",
                                name));
      }
    }
    if (given("--claim") && !given("--output"))
      throw Error(ErrorKind::usage,
                  "--claim says what the certificate claims; save one with -o FILE");
    if (given("--output") && given("--model")) {
      throw Error(ErrorKind::usage,
                  "-o and --model exclude each other: the certificate is about the best plane; "
                  "leave --model out, or train with --learner margin or max-margin, whose models "
                  "have theirs inside");
    }
    if (given("--offset") && found_.offset) exclude("--lift", "--offset");
    if (json_ && output_ == "-") {
      throw Error(ErrorKind::usage,
                  "--json and the certificate cannot share standard output; save the certificate "
                  "with -o FILE");
    }
    if (!options_.gap.empty()) gap_ = parse_real("gap", 1e-15, 1, options_.gap);
    if (!options_.lift.empty()) {
      found_.lift = parse_real("lift", -1e100, 1e100, options_.lift);
      if (*found_.lift == 0)
        throw Error(ErrorKind::usage, "--lift: expected a number other than 0");
      found_.offset = false;
    }
    if (!options_.lambda.empty()) found_.lambdas = {parse_lambda("lambda", options_.lambda)};
    if (!options_.sweep.empty()) found_.lambdas = parse_sweep(options_.sweep);
    update_coefficient(options_.coefficient, 2);  // throws if it is none
    if (found_.lambdas.empty()) {
      for (const char* name : {"--stop", "--coefficient", "--scan"}) {
        if (given(name))
          throw Error(ErrorKind::usage, fmt::format("{} needs --lambda or --sweep", name));
      }
    }
  }

  std::string claim() const {
    if (options_.claim == "mistake-bound" && found_.best.separable == true &&
        !found_.best.mistake_bound) {
      throw Error(ErrorKind::input, "the bound on mistakes is beyond the range of numbers");
    }
    return options_.claim;
  }

  void read(Terminal& terminal) {
    Reading reading;
    reading.options = reading_;
    reading.listener = &terminal;
    if (!model_path_.empty()) {
      model_ = load_model(model_path_);
      classes_.emplace(model_->classes);
      reading.schema = &model_->schema;
      reading.classes = &*classes_;
      reading.labels = LabelUse::match;
      if (app_->count("--offset") > 0 && found_.offset != model_->has_offset) {
        throw Error(ErrorKind::usage,
                    fmt::format("the model has {} offset, so --{}offset does not go with it",
                                model_->has_offset ? "an" : "no", found_.offset ? "" : "no-"));
      }
      found_.offset = model_->has_offset;
    }
    found_.data = read_dataset(data_, reading);
    if (model_) found_.data.classes = *classes_;
    if (found_.data.features() == 0)
      throw Error(Place{found_.data.name}, "expected features, found none in any row");
    require_two_classes(found_.data);
  }

  // Scales and lengthens the rows.
  void prepare(Terminal& terminal) {
    subject_.name = found_.data.name;
    subject_.hash = found_.data.fingerprint();
    found_.hash = subject_.hash;
    found_.features = found_.data.features();
    found_.of_model = model_.has_value();
    found_.sweep = !options_.sweep.empty();
    found_.gap = gap_;
    found_.stop = options_.stop;
    found_.scan = options_.scan;
    found_.coefficient = options_.coefficient;
    subject_.rows = found_.data.rows();
    subject_.features = found_.data.features();
    subject_.scale = reading_.scale;
    subject_.options = unusual(reading_);
    radius_ = found_.data.radius;
    const Scaling scaling =
        model_ ? model_->scaling : Scaling::fit(reading_.scale, found_.data.matrix);
    if (scaling.kind != "none") {
      scaling.apply(found_.data.matrix);
      radius_ = 0;
    }
    if (!found_.lambdas.empty() && found_.offset) {
      found_.lift = 1;
      found_.offset = false;
      terminal.note(
          "the margin perceptron passes through the origin; each row is lengthened by 1 to give "
          "it an offset, and all margins are those of the longer rows (say --no-offset or "
          "--lift)");
    }
    if (found_.lift) {
      subject_.lift = hexadecimal(*found_.lift);
      lift(found_.data, *found_.lift);
      if (radius_ > 0) radius_ = std::hypot(radius_, *found_.lift);
    }
    subject_.offset = found_.offset;
  }

  // ---- What is found ----

  Offset kind() const { return found_.offset ? Offset::constant : Offset::none; }

  void find(Terminal& terminal) {
    const Examples examples{found_.data.matrix.view(), found_.data.labels};
    const Targets targets = Targets::binary();
    const Points points(examples, targets, 0, kind());
    OptimumSettings settings;
    settings.gap = gap_.value_or(0);
    settings.passes = options_.passes;
    settings.seed = options_.seed;
    settings.threads = threads_;
    found_.best = find_optimum(points, settings, terminal);
    found_.weights = found_.best.weights;
    found_.plane_offset = found_.best.offset;
    if (model_) {
      found_.weights = model_->planes[0].weights;
      found_.plane_offset = model_->planes[0].offset;
    }
    if (found_.best.separable != false && !found_.lambdas.empty())
      search(examples, points, terminal);
    if (found_.trials.size() == 1) {
      found_.weights = found_.trials[0].search.fit.weights;
      found_.plane_offset = 0;
    }
    if (model_) {
      found_.plane =
          measure_margin({points, found_.weights, found_.plane_offset, {}}, threads_).plane;
    }
    if (found_.points && !found_.weights.empty()) measure_points(points);
  }

  void search(const Examples& examples, const Points& points, Terminal& terminal) {
    found_.trials.resize(found_.lambdas.size());
    MarginSearchSettings settings;
    settings.stop = options_.stop;
    settings.coefficient = options_.coefficient;
    settings.scan = options_.scan;
    settings.radius = radius_;
    // Where nothing is proved of the data, a search must have an end too.
    if (!found_.best.separable) settings.smallest_guess = 1e-6 * found_.best.radius;
    Listener silent;
    const bool alone = found_.lambdas.size() == 1;
    parallel_for(found_.lambdas.size(), threads_, [&](std::uint64_t i) {
      MarginSearchSettings mine = settings;
      mine.lambda = found_.lambdas[i];
      MarginTrial& trial = found_.trials[i];
      trial.lambda = found_.lambdas[i];
      Stopwatch watch;
      trial.search =
          search_margin(examples, Targets::binary(), kind(), mine, alone ? terminal : silent);
      trial.seconds = watch.lap();
      trial.margin =
          measure_margin({points, trial.search.fit.weights, trial.search.fit.offset, {}}, 1).plane;
    });
  }

  void measure_points(const Points& points) {
    if (!model_ && found_.best.separable == false) {
      throw Error(ErrorKind::negative,
                  "no plane separates the classes, so there is none to measure the rows by; name "
                  "one with --model");
    }
    double length = 0;
    for (const double w : found_.weights) length = std::hypot(length, w);
    if (!(length > 0))
      throw Error(ErrorKind::input, "the plane has no direction: all weights are 0");
    found_.margins.reserve(points.size());
    for (std::uint64_t i = 0; i < points.size(); ++i)
      found_.margins.push_back(
          (points.dot(i, found_.weights) + points.sign[i] * found_.plane_offset) / length);
  }

  std::string data_;
  std::optional<std::string> output_;
  std::string model_path_;
  MarginOptions options_;
  DataOptions reading_;
  std::uint64_t threads_ = 1;
  CLI::App* app_ = nullptr;

  std::optional<double> gap_;
  std::optional<Model> model_;
  std::optional<Classes> classes_;
  Subject subject_;
  double radius_ = 0;  // that the file declares, of the rows as they are now
  MarginFindings found_;
};

}  // namespace

std::unique_ptr<Command> margin_command() { return std::make_unique<Margin>(); }

}  // namespace perceptron
