// perceptron generate KIND

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/interrupt.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/settings.h"
#include "data/generate.h"

namespace perceptron::core {
namespace {

// Settings of generators are numbers.
RecordValue record_value(const SettingValue& value) {
  if (const auto* count = std::get_if<std::uint64_t>(&value)) return *count;
  return std::get<double>(value);
}

class Generate : public Command {
 public:
  std::string name() const override { return "generate"; }
  std::string summary() const override { return "generate a synthetic dataset from a seed"; }
  std::string example() const override {
    return "perceptron generate ball --rows 10000 --dimensions 8 --margin 1 -o ball.csv";
  }

  void declare(CLI::App& app) override {
    app_ = &app;
    std::string kinds;
    for (const GeneratorTraits& each : generators()) {
      kinds += fmt::format("\n{} — {} (", name_of(each.kind), each.help);
      for (const std::string_view setting : each.settings)
        kinds += fmt::format("{}--{}", setting == each.settings[0] ? "" : " ", setting);
      kinds += ')';
    }
    app.add_option("KIND", name_, "kind of data:" + kinds)->required();
    app.add_option("-o,--output", output_, "write to a file instead of standard output")
        ->type_name("FILE")
        ->group("Output");
    declare_options(app, settings_, generate_options(), "Data");
    app.add_option_function<std::string>(
           "--format",
           [this](const std::string& text) {
             parse_choice("format", "auto|csv|libsvm|points", text);
             format_ = *find_named<Format>(text);
           },
           "format to write; auto: libsvm for text and for .libsvm and .svm files, otherwise "
           "csv [auto]")
        ->type_name("auto|csv|libsvm|points")
        ->group("Output");
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    if (output_ == "-" && recording_.to_standard_output())
      throw Error(ErrorKind::usage, "the rows use standard output; give --record a file, or -o");
    const auto kind = find_named<GeneratorKind>(name_);
    if (!kind)
      throw Error(ErrorKind::usage,
                  fmt::format("no kind of data is called {}; there are {}", in_quotes(name_),
                              fmt::join(split_choices(choices_of<GeneratorKind>()), ", ")));
    require_fitting_options(traits_of(*kind));
    const auto generator = make_generator(*kind, settings_);
    for (const char* ending : {".gz", ".zst"}) {
      if (output_.ends_with(ending)) {
        throw Error(
            ErrorKind::usage,
            fmt::format(
                "-o {}: plain text is written; leave out {} and compress the file afterwards",
                output_, ending));
      }
    }
    const bool named_libsvm = output_.ends_with(".libsvm") || output_.ends_with(".svm");
    if (format_ == Format::automatic)
      format_ = generator->sparse() || named_libsvm ? Format::libsvm : Format::csv;
    if (generator->sparse() && format_ != Format::libsvm)
      throw Error(ErrorKind::usage,
                  fmt::format("{} is sparse; write it as --format libsvm", name_));
    if (format_ == Format::points && generator->radius() == 0)
      throw Error(ErrorKind::usage,
                  fmt::format("{} has no radius; --format points is for ball", name_));
    if (json_ && output_ == "-")
      throw Error(
          ErrorKind::usage,
          "--json describes the data on standard output; write the data itself to a file with -o");
    Output output(output_);
    output.write(text_header(format_, generator->features(), settings_.rows, generator->radius()));
    const auto plane = generator->plane();
    double margin = std::numeric_limits<double>::infinity();
    TextRow row;
    std::string text;
    for (std::uint64_t i = 0; i < settings_.rows; ++i) {
      generator->next(row);
      if (!plane.empty()) margin = std::min(margin, margin_of(row, plane));
      text.clear();
      append_row(row, format_, text);
      output.write(text);
      check_interrupt();
      if (i % 1024 == 0) terminal.progress("generating", i, settings_.rows);
    }
    output.finish();
    describe(*generator, traits_of(*kind), margin, terminal);
    return Exit::done;
  }

 protected:
  bool writes_file_to_output() const override { return is_standard_output(output_); }

 private:
  // Refuses options that this kind of data does not use.
  void require_fitting_options(const GeneratorTraits& kind) const {
    for (const auto& option : generate_options()) {
      if (!kind.uses(option.name) && app_->count("--" + std::string(option.name)) > 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("--{} is not used by {}; it takes --rows, --seed and --{}",
                                option.name, name_, fmt::join(kind.settings, ", --")));
      }
    }
  }

  static double margin_of(const TextRow& row, const std::vector<double>& plane) {
    double sum = 0;
    for (const auto& [feature, value] : row.values) sum += value * plane[feature];
    return row.label == "-1" ? -sum : sum;
  }

  void describe(const Generator& generator, const GeneratorTraits& kind, double margin,
                Terminal& terminal) {
    const auto plane = generator.plane();
    if (wants_json()) {
      GenerationRecord record{
          {name_, settings_.rows, generator.features(), format_, output_, {}, {}, {}}};
      for (const auto& option : generate_options()) {
        if (kind.uses(option.name))
          record.result.options.emplace_back(option.name,
                                             record_value(value_of(settings_, option)));
      }
      if (!plane.empty()) {
        record.result.plane = plane;
        record.result.margin = margin;
      }
      give(std::move(record));
    }
    if (output_ != "-")
      terminal.say(fmt::format("{}: {}, {}, as {}", output_, plural(settings_.rows, "row"),
                               plural(generator.features(), "feature"), name_of(format_)));
    if (!plane.empty()) {
      constexpr std::size_t kShown = 8;
      const std::vector<double> some(
          plane.begin(),
          plane.begin() + static_cast<std::ptrdiff_t>(std::min(plane.size(), kShown)));
      terminal.say(fmt::format("The hidden plane w = ({}{}) has margin {}.", fmt::join(some, ", "),
                               plane.size() > kShown ? ", …" : "", margin));
    }
  }

  CLI::App* app_ = nullptr;
  std::string name_;
  std::string output_ = "-";
  Format format_ = Format::automatic;
  GenerateSettings settings_;
};

}  // namespace

std::unique_ptr<Command> generate_command() { return std::make_unique<Generate>(); }

}  // namespace perceptron::core
