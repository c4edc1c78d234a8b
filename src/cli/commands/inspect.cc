// perceptron inspect FILE

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/memory.h"
#include "base/text.h"
#include "certify/certificate.h"
#include "cli/command.h"
#include "cli/commands/inspect_model.h"
#include "cli/settings.h"
#include "cli/text_table.h"
#include "data/cache/cache.h"
#include "model/file.h"

namespace perceptron {
namespace {

// What the values of one feature look like.
struct FeatureRange {
  double minimum = 0;
  double maximum = 0;
  double mean = 0;
  std::uint64_t nonzeros = 0;
};

// Of the first features: as many as are shown, since there may be too many for memory.
std::vector<FeatureRange> feature_ranges(const Dataset& data, std::uint64_t most) {
  require_memory(most, sizeof(FeatureRange) + sizeof(std::uint64_t) + sizeof(std::string),
                 fmt::format("to show {}", plural(most, "feature")));
  std::vector<FeatureRange> ranges(most);
  std::vector<std::uint64_t> stored(most);
  const auto rows = static_cast<double>(data.rows());
  each_value(data.matrix, [&](std::uint64_t j, double x) {
    if (j >= most) return;
    FeatureRange& range = ranges[j];
    const bool first = stored[j]++ == 0;
    range.minimum = first ? x : std::min(range.minimum, x);
    range.maximum = first ? x : std::max(range.maximum, x);
    range.mean += x / rows;
    range.nonzeros += x != 0 ? 1 : 0;
  });
  for (std::uint64_t j = 0; j < most; ++j) {
    if (stored[j] == data.rows()) continue;  // zeros that are not stored count too
    ranges[j].minimum = std::min(ranges[j].minimum, 0.0);
    ranges[j].maximum = std::max(ranges[j].maximum, 0.0);
  }
  return ranges;
}

class Inspect : public Command {
 public:
  std::string name() const override { return "inspect"; }
  std::string summary() const override {
    return "show what is in a model, a data file, a cache or a certificate";
  }
  std::string example() const override { return "perceptron inspect iris.model --top 10"; }

  void declare(CLI::App& app) override {
    app.add_option("FILE", file_, "a model, data, a cache or a certificate; - for standard input")
        ->required();
    app.add_option_function<std::string>(
           "--top", [this](const std::string& text) { top_ = parse_whole("top", 0, 1e15, text); },
           "features and classes to show [20; of a model of many classes 5 for each]")
        ->type_name("N")
        ->group("Output");
    declare_data(app, reading_);
    declare_cache(app, reading_);
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    if (is_cache(file_)) {
      const Cache cache(file_);
      Reading reading;
      reading.options = reading_;
      reading.listener = &terminal;
      inspect_data(read_dataset(file_, reading), &cache);
      return Exit::done;
    }
    const std::string name = source_name(file_);
    auto source = open_source(file_);
    if (looks_like_model(peek(source, 9))) {
      const Model model = load_model(std::move(source), name);
      if (wants_json()) give(model_json(model, top_));
      if (!json_) print(model_text(model, top_));
    } else if (looks_like_certificate(peek(source, 4096))) {
      inspect_certificate(read_all(*source), name);
    } else {
      Reading reading;
      reading.options = reading_;
      reading.listener = &terminal;
      // Shape and ranges of a matrix need no labels.
      const bool matrix = peek(source, 6) == "\x93NUMPY";
      if (matrix && reading_.labels.empty()) reading.labels = LabelUse::ignore;
      if (reading_.cache && reading.labels == LabelUse::ignore)
        throw Error(ErrorKind::usage,
                    fmt::format("--cache: {} holds no labels, which a cache needs; name the file "
                                "that does with --labels FILE",
                                name));
      inspect_data(reading_.cache ? read_dataset(file_, reading)
                                  : read_dataset(*open_reader(name, std::move(source), reading)));
    }
    return Exit::done;
  }

 private:
  void inspect_certificate(const std::string& text, const std::string& name) {
    std::string damage;
    const Certificate certificate = decode_certificate(text, name, damage);
    if (!damage.empty()) throw Error(Place{name}, "the certificate is damaged: " + damage);
    const Subject& data = certificate.data;
    const auto number = [](const std::string& exact) {
      return brief(number_of(exact), Round::nearest, 15);
    };
    std::string claim = "every row is strictly on its side of the plane";
    if (certificate.kind == "margin") {
      claim = fmt::format("the best margin lies between {} and {}", number(certificate.lower),
                          number(certificate.upper));
    } else if (certificate.kind == "inseparable") {
      claim = certificate.plane.empty() ? "no plane separates the classes"
                                        : "the classes touch; no plane separates them strictly";
    } else if (certificate.kind == "mistake-bound") {
      claim = fmt::format("a perceptron makes at most {} mistakes, for rows no longer than {}",
                          number(certificate.bound), number(certificate.radius));
    } else if (certificate.kind == "optimality") {
      claim = fmt::format("the plane's objective is at most {}, no plane has less than {}",
                          number(certificate.upper), number(certificate.lower));
    }
    if (wants_json()) {
      Json json = {{"kind", "certificate"},
                   {"claims", certificate.kind},
                   {"claim", claim},
                   {"data", data.name},
                   {"data_hash", data.hash},
                   {"rows", data.rows},
                   {"features", data.features},
                   {"scale", data.scale},
                   {"offset", data.offset},
                   {"lift", data.lift.empty() ? Json() : Json(data.lift)},
                   {"points", certificate.points.size()},
                   {"program", certificate.program}};
      if (certificate.kind == "optimality") json["objective"] = describe_objective(certificate);
      give(json);
      if (json_) return;
    }
    TextTable facts("<<");
    facts.add({"certificate", certificate.kind});
    facts.add({"claim", claim});
    if (certificate.kind == "optimality") facts.add({"objective", describe_objective(certificate)});
    facts.add(
        {"of", fmt::format("{} ({}, {}), {}{}", printable(data.name), plural(data.rows, "row"),
                           plural(data.features, "feature"),
                           data.offset ? "planes with an offset" : "planes through the origin",
                           data.scale == "none" ? "" : ", scaled: " + data.scale)});
    if (!data.lift.empty()) facts.add({"lengthened by", number(data.lift)});
    for (const auto& [option, value] : data.options)
      facts.add({"read with", fmt::format("--{} {}", printable(option), printable(value))});
    facts.add({"data hash", printable(data.hash)});
    facts.add({"rows used", with_commas(certificate.points.size())});
    facts.add({"by", printable(certificate.program)});
    print(facts.text("") + "\nNot checked here; verify does that, with the data.\n");
  }

  static std::string column_text(std::uint64_t position, const std::string& name) {
    return fmt::format("column {}{}", position + 1, name.empty() ? "" : ", " + in_quotes(name));
  }

  void inspect_data(const Dataset& data, const Cache* cache = nullptr) {
    const std::uint64_t shown = std::min<std::uint64_t>(data.features(), top_.value_or(20));
    const auto ranges = feature_ranges(data, shown);
    const auto names = data.schema.feature_names(shown);
    const auto rows = static_cast<double>(data.rows());
    std::vector<std::uint64_t> counts(data.classes.size());
    for (const std::uint32_t label : data.labels) ++counts[label];
    const double total_weight = std::accumulate(data.weights.begin(), data.weights.end(), 0.0);
    const std::uint64_t nonzeros = data.matrix.nonzeros();
    const bool sparse = data.matrix.layout() == Matrix::Layout::sparse;
    const char* type = data.matrix.value_type();
    if (wants_json()) {
      Json classes = Json::object();
      for (std::size_t c = 0; c < counts.size(); ++c) classes[data.classes.names()[c]] = counts[c];
      Json features = Json::array();
      for (std::size_t j = 0; j < shown; ++j) {
        features.push_back({{"feature", names[j]},
                            {"minimum", ranges[j].minimum},
                            {"maximum", ranges[j].maximum},
                            {"mean", ranges[j].mean},
                            {"nonzeros", ranges[j].nonzeros}});
      }
      Json json = {{"kind", "dataset"},
                   {"rows", data.rows()},
                   {"features", data.features()},
                   {"nonzeros", nonzeros},
                   {"layout", sparse ? "sparse" : "dense"},
                   {"values", type},
                   {"classes", classes},
                   {"data_hash", data.fingerprint()}};
      if (!data.weights.empty()) json["total_weight"] = total_weight;
      if (cache != nullptr)
        json["cache"] = {{"bytes", cache->bytes()},
                         {"ids", cache->id_type()},
                         {"blocks", cache->blocks()},
                         {"made_of", cache->origin().path}};
      json["ranges"] = std::move(features);
      give(json);
      if (json_) return;
    }
    const double cells = rows * static_cast<double>(data.features());
    TextTable facts("<<");
    facts.add({"rows", with_commas(data.rows())});
    facts.add({"features", with_commas(data.features())});
    if (data.schema.table && !data.labels.empty()) {
      facts.add({"label", column_text(data.schema.label_position, data.schema.label_name)});
    }
    if (const auto position = data.schema.weight_position; position && !data.weights.empty()) {
      facts.add({"weight", column_text(*position, data.schema.weight_name)});
      facts.add({"total weight", brief(total_weight)});
    }
    facts.add(
        {"nonzeros", fmt::format("{} ({:.3g} % of all values)", with_commas(nonzeros),
                                 cells > 0 ? 100 * static_cast<double>(nonzeros) / cells : 0)});
    facts.add({"kept as", fmt::format("{} rows of {}", sparse ? "sparse" : "dense", type)});
    if (cache != nullptr) {
      const std::string& from = cache->origin().path;
      facts.add(
          {"cache",
           fmt::format("{} in {}{}", format_bytes(cache->bytes()), plural(cache->blocks(), "block"),
                       from.empty() || from == "-" ? "" : ", made of " + printable(from))});
    }
    facts.add({"data hash", data.fingerprint()});
    TextTable classes("<>>");
    classes.add({"class", "rows", "share"});
    const std::size_t classes_shown =
        std::min<std::size_t>(counts.size(), std::max<std::uint64_t>(top_.value_or(20), 2));
    for (std::size_t c = 0; c < classes_shown; ++c) {
      classes.add({data.classes.names()[c], with_commas(counts[c]),
                   fmt::format("{:.1f} %", 100 * static_cast<double>(counts[c]) / rows)});
    }
    TextTable features("<>>>>");
    features.add({"feature", "minimum", "mean", "maximum", "nonzero"});
    for (std::size_t j = 0; j < shown; ++j) {
      features.add({names[j], brief(ranges[j].minimum), brief(ranges[j].mean),
                    brief(ranges[j].maximum), with_commas(ranges[j].nonzeros)});
    }
    std::string text = facts.text("");
    if (!data.labels.empty()) text += '\n' + classes.text("");
    if (classes_shown < counts.size())
      text += fmt::format("… and {} more classes\n", with_commas(counts.size() - classes_shown));
    text += '\n' + features.text("");
    if (shown < data.features())
      text +=
          fmt::format("… and {} more (--top N shows more)\n", with_commas(data.features() - shown));
    print(text);
  }

  std::string file_;
  std::optional<std::uint64_t> top_;
  DataOptions reading_;
};

}  // namespace

std::unique_ptr<Command> inspect_command() { return std::make_unique<Inspect>(); }

}  // namespace perceptron
