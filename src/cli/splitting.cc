#include "cli/splitting.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/settings.h"
#include "cli/spelling.h"
#include "data/read/reader.h"
#include "evaluate/test_data.h"
#include "model/checks.h"

namespace perceptron::core {

void SplittingOptions::declare(CLI::App& app) {
  app_ = &app;
  const auto add = [&](const char* name, const char* value, const char* help, auto take) {
    app.add_option_function<std::string>(name, take, help)->type_name(value)->group("Evaluation");
  };
  add("--folds", "K",
      "K-fold cross-validation: divide the rows into K folds, hold out each once to test on [5]",
      [this](const std::string& text) {
        settings_.folds = parse_whole("folds", kFewestFolds, kMostFolds, text);
      });
  app.add_flag("--leave-one-out", settings_.leave_one_out,
               "hold out each row once; with --group each group")
      ->group("Evaluation");
  add("--holdout", "F", "train once and test on this fraction of the rows, held out",
      [this](const std::string& text) {
        settings_.holdout = parse_real("holdout", kSmallestHoldout, kLargestHoldout, text);
      });
  app.add_option("--test", test_, "train on all rows of DATA and test on the rows of this file")
      ->type_name("FILE")
      ->group("Evaluation");
  app.add_option("--test-labels", test_labels_, "the classes of an .npy test matrix")
      ->type_name("FILE")
      ->group("Evaluation");
  add("--split", "shuffle|file",
      "which rows form a fold: drawn by the seed, or consecutive rows of the file (the first folds "
      "are one row larger if sizes differ) [shuffle]",
      [this](const std::string& text) {
        settings_.order = parse_named<SplitOrder>("split", text);
      });
  app.add_flag("--stratify", settings_.stratify,
               "stratified folds: the same fraction of each class in every fold")
      ->group("Evaluation");
  app.add_option("--group", group_,
                 "column of a CSV that names groups: rows of a group stay in one fold, never both "
                 "trained and tested on; the column is not a feature")
      ->type_name("NAME|NUMBER")
      ->group("Evaluation");
  add("--repeats", "N", "repeat it all N times with new seeds, --seed and those after it [1]",
      [this](const std::string& text) {
        repeats_ = parse_whole("repeats", 1, kMostRepeats, text);
      });
}

void SplittingOptions::check() const {
  const char* chosen = nullptr;
  for (const char* way : {"--folds", "--leave-one-out", "--holdout", "--test"}) {
    if (!given(way)) continue;
    if (chosen != nullptr)
      throw Error(ErrorKind::usage, fmt::format("{} and {} are two ways to choose the test rows; "
                                                "use only one",
                                                chosen, way));
    chosen = way;
  }
  const auto refuse_with = [&](bool fixed, const char* way,
                               std::initializer_list<const char*> list) {
    if (!fixed) return;
    for (const char* option : list) {
      if (given(option))
        throw Error(ErrorKind::usage,
                    fmt::format("{} has no meaning with {}, which leaves nothing to "
                                "draw; leave it out",
                                option, way));
    }
  };
  refuse_with(has_test(), "--test", {"--split", "--stratify", "--group"});
  refuse_with(settings_.leave_one_out, "--leave-one-out", {"--stratify"});
  if (!has_test() && !test_labels_.empty())
    throw Error(ErrorKind::usage, "--test-labels goes with --test");
}

Dataset SplittingOptions::read(const std::string& path, ReadSettings options, Terminal& terminal) {
  if (path == "-" && test_ == "-")
    throw Error(ErrorKind::usage, "DATA and --test cannot both be standard input; name a file");
  if (!group_.empty()) options.group = group_;
  Reading reading;
  reading.options = options;
  reading.listener = &terminal;
  reading.keep_missing = true;
  Stopwatch watch;
  Dataset data = read_dataset(path, reading);
  terminal.remark(describe(data, terminal, watch.lap()));
  training_rows_ = data.rows();
  require_features(data);
  require_classes(data);
  if (!test_) return data;
  const Dataset test = read_test(data, reading);
  terminal.remark(describe(test, terminal, watch.lap()));
  test_name_ = test.name;
  data.append(test);
  return data;
}

Dataset SplittingOptions::read_test(const Dataset& training, const Reading& reading) const {
  try {
    return read_test_data(*test_, test_labels_, training, reading);
  } catch (const Error& error) {
    // What the reader calls labels is --test-labels here.
    throw Error(error.kind(), error.message().text([](const Mention& mention) {
      return option_text({mention.name == "labels" ? "test-labels" : mention.name, mention.value});
    }));
  }
}

std::vector<std::string> SplittingOptions::inputs(const std::string& data,
                                                  const ReadSettings& options) const {
  std::vector<std::string> files = files_of(options);
  files.insert(files.end(), {data, test_labels_, test_.value_or("")});
  std::erase(files, "");
  return files;
}

SettingsRecord SplittingOptions::record(std::uint64_t seed) const {
  SettingsRecord record = {{"method", method()}, {"seed", seed}};
  if (!test_) record.emplace_back("split", std::string(name_of(settings_.order)));
  if (is(SplitMethod::folds)) record.emplace_back("folds", settings_.folds);
  if (is(SplitMethod::holdout)) record.emplace_back("holdout", settings_.holdout);
  if (settings_.stratify) record.emplace_back("stratify", true);
  if (!group_.empty()) record.emplace_back("group", group_);
  return record;
}

SplitSettings SplittingOptions::settings(std::uint64_t seed) const {
  SplitSettings settings = settings_;
  settings.seed = seed;
  return settings;
}

Splitting SplittingOptions::splitting(std::uint64_t seed) const {
  if (test_) return TestSet{training_rows_};
  return settings(seed);
}

std::string SplittingOptions::method() const {
  return std::string(test_ ? "test" : name_of(method_of(settings_)));
}

bool SplittingOptions::is(SplitMethod method) const {
  return !test_ && method_of(settings_) == method;
}

std::string SplittingOptions::in_words() const {
  if (test_) return "on " + test_name_;
  const std::string drawn =
      settings_.order == SplitOrder::file ? "as in the file" : "drawn by the seed";
  if (is(SplitMethod::holdout))
    return fmt::format("on {:.4g} % of the rows, {}", 100 * settings_.holdout,
                       settings_.order == SplitOrder::file ? "the last" : drawn);
  if (is(SplitMethod::leave_one_out))
    return group_.empty() ? "holding out each row once" : "holding out each group once";
  return fmt::format("in {} folds {}{}{}", settings_.folds, drawn,
                     settings_.stratify ? ", stratified" : "",
                     group_.empty() ? "" : ", groups together");
}

}  // namespace perceptron::core
