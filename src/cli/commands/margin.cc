// perceptron margin DATA

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "base/number.h"
#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/classes_margin_report.h"
#include "cli/command.h"
#include "cli/margin_report.h"
#include "cli/recipe.h"
#include "cli/scaling_text.h"
#include "cli/settings.h"
#include "cli/spelling.h"
#include "data/maps/mapped_reader.h"
#include "model/checks.h"
#include "model/file.h"
#include "model/margins.h"
#include "report/mapped_points.h"
#include "report/picture.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

constexpr const Option<MarginSearchSettings>& kLambdaOption = kMarginSearchOptions[0];
static_assert(kLambdaOption.name == "lambda");
// Values of λ, as text: none, a number, or a range.
struct LambdaOptions {
  std::string lambda;
  std::string sweep;
};
const std::array kLambda = {
    option<&LambdaOptions::lambda>(kLambdaOption.name, kLambdaOption.value, "", kLambdaOption.help),
    option<&LambdaOptions::sweep>("sweep", "FROM:TO:STEP", "", "run it for a range of values of L"),
};
// Not options here; the radius is that of the file.
constexpr std::array<std::string_view, 2> kNotSearch = {"lambda", "radius"};

double parse_lambda(const std::string& name, const std::string& text) {
  const auto value = parse_number(text);
  if (!value || !(*value >= kLambdaOption.minimum && *value <= kLambdaOption.maximum)) {
    throw Error(ErrorKind::usage,
                fmt::format("--{}: expected a number above 1 (from {} to {}), found {}", name,
                            kLambdaOption.minimum, kLambdaOption.maximum, in_quotes(text)));
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
    // In decimal arithmetic, so that 1.02 + 49·0.02 is 2.
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
    app.add_option(kDataArgument, data_,
                   "points of two or more classes: a file, or - for standard input")
        ->required();
    app.add_option("-o,--output", output_, "where to save the certificate, for verify")
        ->type_name("CERTIFICATE")
        ->group("Output");
    app.add_option("--model", model_path_, "measure the plane of this model")
        ->type_name("MODEL")
        ->group("Margin");
    app.add_flag("--diagnose", settings_.diagnose,
                 "of two classes: is the separation complete, quasi-complete or none, and which "
                 "coefficients of a logistic regression without a penalty are infinite?")
        ->group("Margin");
    app.add_flag("--points", found_.points, "list the margin of every row")->group("Output");
    app.add_flag("--offset,!--no-offset", settings_.offset,
                 "planes may have an offset, or must pass through the origin")
        ->group("Margin");
    declare_options<perceptron::MarginSettings>(app, settings_, kMarginOptions, "Margin");
    declare_options(app, lambda_, kLambda, "The margin perceptron");
    declare_options(app, found_.search, kMarginSearchOptions, "The margin perceptron", kNotSearch);
    declare_options(app, reading_, kDataOptions, "Data");
    declare_recipe(app);
    declare_limits(app, reading_.limits, Content::data | Content::model);
    declare_cache(app, reading_);
    declare_threads(app, settings_.threads);
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
    Dataset data = read(terminal);
    found_.read_seconds = watch.lap();
    terminal.remark(describe(data, terminal, found_.read_seconds));
    prepare();
    find(std::move(data), terminal);
    found_.seconds = watch.lap();
    if (const auto& choice = found_.measured.scaling_choice)
      terminal.remark("--scale auto: " + scaling_text(*choice));
    if (output) save(*output, terminal);
    terminal.clear_line();
    if (wants_json()) give(record());
    if (!json_ && output_ != "-") print(margin_text(found_));
    if (model_) return found_.plane && found_.plane->lower > 0 ? Exit::done : Exit::no;
    return found_.separable == false ? Exit::no : Exit::done;
  }

 private:
  void save(Output& output, Terminal& terminal) const {
    if (!certificate_) {
      terminal.note("nothing was proved, so there is no certificate to save");
      return;
    }
    output.write(encode_certificate(*certificate_));
    output.finish();
    if (*output_ == "-") return;
    terminal.remark(fmt::format(
        "Certificate ({}{}) saved to {}. Check it: {} verify {} {}", name_of(certificate_->kind),
        found_.lambdas.empty() ? "" : ", of the best plane", *output_, terminal.program,
        shell_word(*output_), data_words(data_, reading_)));
  }

  MarginRecord record() const {
    MarginRecord record;
    record.result = margin_outcome(found_);
    if (!recording_.wanted()) return record;
    if (certificate_) record.certificate.emplace(encode_certificate(*certificate_));
    record.data = data_record(found_.data());
    record.data.features = found_.subject().features;
    record.optimum = found_.multiclass ? classes_optimum(found_) : optimum_record(found_.best);
    if (!found_.multiclass) record.picture = picture();
    return record;
  }

  std::optional<PictureRecord> picture() const {
    Scene scene{found_.data(), {}, {}, {}, {}, found_.measured.scaled};
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
    } else if (found_.best.separable == false) {
      scene.support = found_.best.support;
      scene.overlap = !scene.support.empty();
      if (found_.subject().offset) scene.shared = found_.best.alpha;
    }
    draw_before_map(scene);
    return draw_picture(scene);
  }

  // Where two features went through a map, these, with the class on each side of the first plane.
  void draw_before_map(Scene& scene) const {
    const bool as_read = found_.subject().scale == ScalingKind::none && !found_.measured.lift;
    if (!before_map_ || !has_flat_map(found_.data().schema) || scene.planes.empty() ||
        (!model_ && !as_read))
      return;
    const auto points =
        std::make_shared<MappedPoints>(found_.data().schema, model_ ? model_->scaling : Scaling{});
    scene.before_map = &*before_map_;
    scene.decide = [points, plane = scene.planes[0]](double x, double y) {
      const auto& point = points->at(x, y);
      const double score =
          std::inner_product(point.begin(), point.end(), plane.weights.begin(), plane.offset);
      return score > 0 ? 1U : 0U;
    };
  }

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
    for (const char* name : {"--model", "--lambda", "--sweep", "--points", "--claim"})
      exclude("--diagnose", name);
    for (const char* name : {"--lift", "--scale", "--columns", "--weight"}) {
      if (given(name) && given("--model")) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{} and --model exclude each other: rows are read and scaled as the "
                        "model does it",
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
    if (given("--offset") && settings_.offset) exclude("--lift", "--offset");
    if (json_ && output_ == "-") {
      throw Error(ErrorKind::usage,
                  "--json and the certificate cannot share standard output; save the certificate "
                  "with -o FILE");
    }
    require_ranges(settings_);
    if (!lambda_.lambda.empty()) found_.lambdas = {parse_lambda("lambda", lambda_.lambda)};
    if (!lambda_.sweep.empty()) found_.lambdas = parse_sweep(lambda_.sweep);
    if (found_.lambdas.empty()) {
      for (const char* name : {"--stop", "--coefficient", "--scan"}) {
        if (given(name))
          throw Error(ErrorKind::usage, fmt::format("{} needs --lambda or --sweep", name));
      }
    }
  }

  Dataset read(Terminal& terminal) {
    Reading reading;
    reading.options = reading_;
    reading.listener = &terminal;
    auto* const before = recording_.wanted() ? &before_map_ : nullptr;
    if (model_path_.empty()) return read_mapped(data_, reading, before);
    model_ = load_model(model_path_, reading_.limits);
    if (app_->count("--offset") > 0 && settings_.offset != model_->has_offset) {
      throw Error(ErrorKind::usage,
                  fmt::format("the model has {} offset, so --{}offset does not go with it",
                              model_->has_offset ? "an" : "no", settings_.offset ? "" : "no-"));
    }
    const Classes classes(model_->classes);
    reading.schema = &model_->schema;
    reading.classes = &classes;
    reading.labels = LabelUse::match;
    Dataset data = read_mapped(data_, reading, before);
    data.classes = classes;
    return data;
  }

  void prepare() {
    settings_.scale = reading_.scale;
    settings_.reading = unusual(reading_);
    settings_.program = program_name();
    // The verifier could not reproduce rows that were scaled by a model.
    const bool scaled_by_model = model_ && !model_->scaling.is_none();
    if ((!output_ && !recording_.wanted()) || scaled_by_model) settings_.claim.reset();
    found_.gap = settings_.gap;
    found_.of_model = model_.has_value();
    found_.sweep = !lambda_.sweep.empty();
  }

  MarginStudy study(Dataset data, Terminal& terminal) const {
    if (!model_)
      return study_margin(std::move(data), settings_, found_.lambdas, found_.search, terminal);
    MarginStudy of_model;
    of_model.data = prepare_margin(std::move(data), settings_, *model_);
    of_model.result = find_margin(of_model.data, settings_, terminal);
    return of_model;
  }

  void find(Dataset data, Terminal& terminal) {
    if (found_.points) require_two_classes(data);
    if (data.classes.size() > 2)
      found_.multiclass = settings_.multiclass.value_or(Multiclass::joint);
    MarginStudy found = study(std::move(data), terminal);
    found_.measured = std::move(found.data);
    found_.separable = found.result.separable();
    found_.best = std::move(found.result.widest);
    found_.diagnosis = std::move(found.result.diagnosis);
    found_.joint = std::move(found.result.joint);
    found_.parts = std::move(found.result.parts);
    found_.trials = std::move(found.searches);
    certificate_ = std::move(found.result.certificate);
    if (found_.multiclass) return;
    found_.weights = found_.best.weights;
    found_.plane_offset = found_.best.offset;
    if (model_) {
      found_.weights = model_->planes[0].weights;
      found_.plane_offset = model_->planes[0].offset;
      found_.plane =
          measure_plane(found_.measured, found_.weights, found_.plane_offset, settings_.threads);
    }
    if (found_.trials.size() == 1) {
      found_.weights = found_.trials[0].search.fit.weights;
      found_.plane_offset = 0;
    }
    if (found_.points && !found_.weights.empty()) measure_points();
  }

  void measure_points() {
    if (!model_ && found_.best.separable == false) {
      throw Error(ErrorKind::negative,
                  "no plane separates the classes, so there is none to measure the rows by; name "
                  "one with --model");
    }
    found_.margins = measure_rows(found_.measured, found_.weights, found_.plane_offset);
  }

  std::string data_;
  std::optional<std::string> output_;
  std::string model_path_;
  MarginSettings settings_;
  LambdaOptions lambda_;
  ReadSettings reading_;
  CLI::App* app_ = nullptr;

  std::optional<Model> model_;
  std::optional<Matrix> before_map_;  // the rows, for the picture
  std::optional<Certificate> certificate_;
  MarginFindings found_;
};

}  // namespace

std::unique_ptr<Command> margin_command() { return std::make_unique<Margin>(); }

}  // namespace perceptron::core
