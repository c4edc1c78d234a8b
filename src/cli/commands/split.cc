// perceptron split DATA --test F -o TRAIN TEST

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/command.h"
#include "cli/recipe.h"
#include "cli/settings.h"
#include "cli/spelling.h"
#include "cli/text_table.h"
#include "evaluate/file_split.h"
#include "report/document_record.h"

namespace perceptron::core {
namespace {

class SplitFile : public Command {
 public:
  std::string name() const override { return "split"; }
  std::string summary() const override {
    return "divide a file into rows to train on and rows to test on";
  }
  std::string example() const override {
    return "perceptron split iris.csv --test 0.2 --stratify -o train.csv test.csv";
  }

  void declare(CLI::App& app) override {
    app.add_option(kDataArgument, data_, "the rows: a file, or - for standard input")->required();
    app.add_option("-o,--output", outputs_,
                   "where to write the rows to train on and, second, those to test on")
        ->type_name("TRAIN TEST")
        ->expected(2)
        ->required()
        ->group("Output");
    app.add_option_function<std::string>(
           "--test",
           [this](const std::string& text) {
             settings_.holdout = parse_real("test", kSmallestHoldout, kLargestHoldout, text);
           },
           "fraction of the rows to test on; the same rows as validate --holdout holds out")
        ->type_name("F")
        ->required()
        ->group("Evaluation");
    app.add_option_function<std::string>(
           "--split",
           [this](const std::string& text) {
             settings_.order = parse_named<SplitOrder>("split", text);
           },
           "which rows to test on: drawn by the seed, or the last of the file [shuffle]")
        ->type_name("shuffle|file")
        ->group("Evaluation");
    app.add_flag("--stratify", settings_.stratify, "the same fraction of each class")
        ->group("Evaluation");
    app.add_option("--group", group_,
                   "column of a CSV that names groups: rows of a group stay together")
        ->type_name("NAME|NUMBER")
        ->group("Evaluation");
    app.add_option_function<std::string>(
           "--seed",
           [this](const std::string& text) {
             settings_.seed = parse_whole("seed", 0, 18446744073709551615.0, text);
           },
           "seed of the random numbers; the same seed gives the same result [1]")
        ->type_name("N")
        ->group("Evaluation");
    // The values of rows are copied, not used.
    std::vector<std::string_view> unused = {"weight",         "features", "index-base", "missing",
                                            "missing-values", "labels",   "scale"};
    unused.insert(unused.end(), kMapOptions.begin(), kMapOptions.end());
    declare_options(app, reading_, kDataOptions, "Data", unused);
    declare_recipe(app);
    declare_limits(app, reading_.limits, Content::data);
    declare_threads(app, threads_);
    declare_json(app);
  }

  Exit run(Terminal& terminal) override {
    require_two_files();
    if (!group_.empty()) reading_.group = group_;
    Reading reading;
    reading.options = reading_;
    reading.listener = &terminal;
    reading.threads = threads_;
    // Opened first: an unwritable path must not cost the reading.
    Output training(outputs_[0]);
    Output test(outputs_[1]);
    const FileSplit split = divide(reading, training, test);
    // What can fail without either file being replaced comes first.
    training.flush();
    test.flush();
    training.finish();
    test.finish();
    show(split);
    return Exit::done;
  }

 private:
  void require_two_files() const {
    for (const std::string& path : outputs_) {
      if (path == "-") throw Error(ErrorKind::usage, "-o: split writes two files; name both");
      for (const char* ending : {".gz", ".zst"}) {
        if (path.ends_with(ending))
          throw Error(ErrorKind::usage,
                      fmt::format("-o {}: plain text is written; leave out {} and compress the "
                                  "file afterwards",
                                  path, ending));
      }
      refuse_same_file(path, {data_});
    }
    if (outputs_[0] == outputs_[1])
      throw Error(ErrorKind::usage, "-o names one file twice; choose another for one");
    refuse_same_file(outputs_[0], {outputs_[1]});
  }

  // The library calls --test by its name in other commands.
  FileSplit divide(const Reading& reading, Output& training, Output& test) const {
    try {
      return split_file(data_, reading, settings_, training, test);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::usage) throw;
      throw Error(error.kind(), error.message().text([](const Mention& mention) {
        return option_text({mention.name == "holdout" ? "test" : mention.name, mention.value});
      }));
    }
  }

  void show(const FileSplit& split) {
    constexpr std::size_t kShown = 8;
    const std::size_t shown = std::min(split.classes.size(), kShown);
    std::vector<std::string> titles = {"", "rows"};
    titles.insert(titles.end(), split.classes.begin(),
                  split.classes.begin() + static_cast<std::ptrdiff_t>(shown));
    if (shown < split.classes.size()) titles.emplace_back("others");
    TextTable table("<" + std::string(titles.size() - 1, '>'));
    table.add(titles);
    Json document = {{"data", data_},
                     {"test", settings_.holdout},
                     {"seed", settings_.seed},
                     {"files", Json::object()}};
    for (const auto& [part, path, counts] :
         {std::tuple{"training", outputs_[0], split.training}, {"test", outputs_[1], split.test}}) {
      std::uint64_t rows = 0;
      std::uint64_t others = 0;
      std::vector<std::string> cells = {path, ""};
      Json classes = Json::object();
      for (std::size_t c = 0; c < counts.size(); ++c) {
        rows += counts[c];
        if (c < shown) {
          cells.push_back(with_commas(counts[c]));
        } else {
          others += counts[c];
        }
        classes[split.classes[c]] = counts[c];
      }
      if (shown < counts.size()) cells.push_back(with_commas(others));
      cells[1] = with_commas(rows);
      table.add(cells);
      document["files"][part] = {{"file", path}, {"rows", rows}, {"classes", std::move(classes)}};
    }
    if (!json_) print(table.text(""));
    if (wants_json()) give(DocumentRecord{{document}});
  }

  std::string data_;
  std::vector<std::string> outputs_;
  SplitSettings settings_;
  std::string group_;
  ReadSettings reading_;
  std::uint64_t threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> split_command() { return std::make_unique<SplitFile>(); }

}  // namespace perceptron::core
