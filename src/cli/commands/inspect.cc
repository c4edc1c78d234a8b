// perceptron inspect FILE

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/output.h"
#include "base/temporary.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands/inspect_certificate.h"
#include "cli/commands/inspect_data.h"
#include "cli/commands/inspect_model.h"
#include "cli/settings.h"
#include "cli/spelling.h"
#include "data/cache/cache.h"
#include "data/read/formats.h"
#include "data/recipe.h"
#include "data/summary.h"
#include "model/certificates.h"
#include "model/file.h"

namespace perceptron::core {
namespace {

class Inspect : public Command {
 public:
  std::string name() const override { return "inspect"; }
  std::string summary() const override {
    return "show what is in a model, a data file, a cache or a certificate";
  }
  std::string example() const override { return "perceptron inspect iris.model --top 10"; }

  void declare(CLI::App& app) override {
    app.add_option(kFileArgument, file_,
                   "a model, data, a cache or a certificate; - for standard input")
        ->required();
    app.add_option_function<std::string>(
           "--top", [this](const std::string& text) { top_ = parse_whole("top", 0, 1e15, text); },
           "features and classes to show [20; for a model of many classes 5 per class]")
        ->type_name("N")
        ->group("Output");
    declare_data(app, reading_);
    app.add_option("--recipe", recipe_,
                   "where to write a recipe for this table: its label and the type of each column, "
                   "to be changed by hand and used by other commands (--recipe FILE)")
        ->type_name("FILE")
        ->group("Output");
    declare_limits(app, reading_.limits, Content::data | Content::model);
    declare_cache(app, reading_);
    declare_json(app);
    recording_.declare_report(app);
  }

  Exit run(Terminal& terminal) override {
    if (recipe_) refuse_same_file(*recipe_, {file_}, "--recipe");
    if (recipe_ == "-" && json_)
      throw Error(ErrorKind::usage,
                  "--recipe - and --json cannot both use standard output; give one a file");
    if (is_cache(file_)) {
      refuse_recipe(file_);
      const Cache cache(file_, reading_.limits);
      show_data(read_dataset(file_, reading(terminal)), &cache, nullptr);
      return Exit::done;
    }
    const std::string name = source_name(file_);
    auto source = open_source(file_);
    if (looks_like_model(peek(source, 9))) {
      refuse_recipe(name);
      const Model model = load_model(std::move(source), name, reading_.limits);
      if (wants_json()) give(InspectionRecord{{model_record(model, top_)}});
      if (!json_) print(model_text(model, top_));
    } else if (looks_like_certificate(peek(source, 4096))) {
      refuse_recipe(name);
      show_certificate(read_certificate(*source, name, reading_.limits), name);
    } else {
      inspect_data(std::move(source), name, terminal);
    }
    return Exit::done;
  }

 protected:
  bool writes_file_to_output() const override { return recipe_ == "-"; }

 private:
  // Of what is no table.
  void refuse_recipe(const std::string& name) const {
    if (recipe_)
      throw Error(ErrorKind::usage,
                  fmt::format("--recipe: {} is no table; name a file with columns", name));
  }

  Reading reading(Terminal& terminal) const {
    Reading reading;
    reading.options = reading_;
    reading.listener = &terminal;
    return reading;
  }

  // The columns of a table are shown first, whether or not training could use it.
  void inspect_data(std::unique_ptr<Source> source, const std::string& name, Terminal& terminal) {
    std::optional<TableProfile> profile;
    std::optional<TemporaryFile> kept;
    if (TableTextFactory* const table = find_format(name, source, reading_).table) {
      // It is read twice, which standard input cannot be.
      if (file_ == "-") source = keep(*source, kept.emplace("perceptron-input"));
      profile = profile_table(name, std::move(source), reading(terminal), table);
      if (recipe_) write_recipe(*profile, terminal);
      if (recipe_ == "-") return;
      if (!json_) print(profile_text(*profile, top_.value_or(kShownColumns)));
      source = open_source(kept ? kept->path() : file_);
    } else {
      refuse_recipe(name);
    }
    show_data(read(std::move(source), name, terminal), nullptr, profile ? &*profile : nullptr);
  }

  void write_recipe(const TableProfile& profile, Terminal& terminal) const {
    Output recipe(*recipe_);
    recipe.write(recipe_text(profile, reading_));
    recipe.finish();
    if (recipe_ != "-") terminal.note(recipe_note(profile));
  }

  // What the recipe says, and which columns it leaves out.
  std::string recipe_note(const TableProfile& profile) const {
    const auto identifiers = suspected_identifiers(profile);
    std::vector<std::string> left_out;
    left_out.reserve(identifiers.size());
    for (const ColumnProfile* column : identifiers) {
      left_out.push_back(in_quotes(column->name) +
                         (column->doubt.empty() ? "" : " (" + in_options(column->doubt) + ")"));
    }
    const std::string rest = left_out.empty() ? ""
                                              : fmt::format("; left out, like identifiers: {}",
                                                            fmt::join(left_out, ", "));
    return fmt::format("wrote the recipe {}: the label {} and the types of the columns{}", *recipe_,
                       in_quotes(profile.label), rest);
  }

  // What is left of the source, in a file.
  static std::unique_ptr<Source> keep(Source& source, const TemporaryFile& file) {
    Output output(file.path());
    std::vector<char> block(std::size_t{1} << 20U);
    while (const std::size_t size = source.read(block)) {
      check_interrupt();
      output.write({block.data(), size});
    }
    output.finish();
    return open_source(file.path());
  }

  Dataset read(std::unique_ptr<Source> source, const std::string& name, Terminal& terminal) const {
    Reading how = reading(terminal);
    // Shape and ranges of a matrix need no labels.
    const bool matrix = peek(source, 6) == "\x93NUMPY";
    if (matrix && reading_.labels.empty()) how.labels = LabelUse::ignore;
    if (reading_.cache && how.labels == LabelUse::ignore)
      throw Error(ErrorKind::usage,
                  fmt::format("--cache: {} has no labels, which a cache needs; give the file "
                              "that does with --labels FILE",
                              name));
    return reading_.cache ? read_dataset(file_, how)
                          : read_dataset(*open_reader(name, std::move(source), how));
  }

  void show_certificate(const DecodedCertificate& decoded, const std::string& name) {
    if (!decoded.damage.empty())
      throw Error(Place{name}, "the certificate is damaged: " + decoded.damage);
    if (wants_json()) give(InspectionRecord{{certificate_record(*decoded.certificate)}});
    if (!json_) print(certificate_summary_text(*decoded.certificate));
  }

  void show_data(const Dataset& data, const Cache* cache, const TableProfile* profile) {
    const std::uint64_t most = top_.value_or(20);
    const DataSummary summary = summarise(data, most);
    const InspectedData inspected{data, summary, cache, profile};
    if (wants_json()) give(InspectionRecord{{data_file_record(inspected)}});
    if (!json_) print(data_summary_text(inspected, std::max<std::uint64_t>(most, 2)));
  }

  static constexpr std::uint64_t kShownColumns = 50;

  std::string file_;
  std::optional<std::uint64_t> top_;
  std::optional<std::string> recipe_;
  ReadSettings reading_;
};

}  // namespace

std::unique_ptr<Command> inspect_command() { return std::make_unique<Inspect>(); }

}  // namespace perceptron::core
