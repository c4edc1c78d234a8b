#include "cli/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "base/output.h"
#include "base/threads.h"
#include "cli/recipe.h"
#include "cli/settings.h"
#include "cli/spelling.h"

namespace perceptron::core {

void Command::declare_json(CLI::App& app) {
  app.add_flag("--json", json_, "print one JSON document instead of text")->group("Output");
  recording_.declare_record(app);
}

Exit Command::execute(const CLI::App& app, const std::vector<std::string>& arguments,
                      Terminal& terminal) {
  if (json_ && recording_.to_standard_output())
    throw Error(ErrorKind::usage,
                "--json uses standard output; give --record and --report a file each");
  recording_.open(app);
  silent_ = recording_.to_standard_output();  // reserved for the record
  terminal.output_taken = json_ || silent_ || writes_file_to_output();
  const Exit exit = run(terminal);
  terminal.clear_line();
  if (recording_.wanted()) recording_.finish(app, arguments, exit, terminal);
  terminal.finish();
  return exit;
}

RunRecord Command::record(const CLI::App& app, const std::vector<std::string>& arguments,
                          Terminal& terminal) {
  silent_ = true;
  terminal.notes.clear();  // those of the command before
  recording_.keep();
  recording_.open(app);
  const Exit exit = run(terminal);
  return recording_.record(app, arguments, exit, terminal);
}

void Command::print(std::string_view text) const {
  if (!silent_) perceptron::core::print(text);
}

void Command::give(Finding finding) {
  if (json_) print_json(result_json(finding));
  recording_.set(std::move(finding));
}

void declare_data(CLI::App& app, ReadSettings& options) {
  constexpr std::array<std::string_view, 1> kTrainingOnly = {"scale"};
  declare_options(app, options, kDataOptions, "Data", kTrainingOnly);
}

void declare_data_for_model(CLI::App& app, ReadSettings& options) {
  std::vector<std::string_view> training_only = {"scale",  "columns", "ignore",
                                                 "column", "weight",  "row-weights"};
  training_only.insert(training_only.end(), kMapOptions.begin(), kMapOptions.end());
  training_only.insert(training_only.end(), kTextOptions.begin(), kTextOptions.end());
  declare_options(app, options, kDataOptions, "Data", training_only);
  declare_recipe(app);
  for (const char* name : {"--label", "--index-base", "--missing"}) {
    CLI::Option* option = app.get_option(name);
    const std::string help = option->get_description();
    option->description(help.substr(0, help.rfind('[')) + "[as in training]");
  }
}

void declare_limits(CLI::App& app, Limits& limits, Content contents) {
  std::vector<Option<Limits>> table;
  std::copy_if(kLimitOptions.begin(), kLimitOptions.end(), std::back_inserter(table),
               [&](const LimitOption& option) { return option.limits(contents); });
  declare_options(app, limits, table, "Limits");
}

void declare_cache(CLI::App& app, ReadSettings& options) {
  app.add_flag("--cache", options.cache,
               "keep a cache next to the file (DATA.cache), and load it instead of parsing the "
               "file the next time")
      ->group("Data");
}

void declare_threads(CLI::App& app, std::uint64_t& threads) {
  threads = available_threads();
  app.add_option_function<std::string>(
         "--threads",
         [&threads](const std::string& text) {
           threads = parse_whole("threads", 1, kMostThreads, text);
         },
         "threads to use; the result does not depend on it [all processors]")
      ->type_name("N")
      ->group("Output");
}

void declare_strict(CLI::App& app, bool& strict) {
  app.add_flag("--strict", strict,
               "end with exit status 1 if a training did not converge; results are printed and "
               "saved all the same")
      ->group("Output");
}

void refuse_unconverged(Terminal& terminal) {
  terminal.finish();
  throw Error(ErrorKind::negative,
              "a training did not converge, which --strict does not accept; results were printed "
              "and saved as usual");
}

std::string describe(const Dataset& data, const Terminal& terminal, double seconds) {
  const auto& names = data.classes.names();
  std::string classes =
      names.size() == 2 ? fmt::format("classes {} and {}", printable(names[0]), printable(names[1]))
                        : plural(names.size(), "class");
  if (data.schema.table && !data.schema.label_name.empty())
    classes += fmt::format(" in column {}", in_quotes(data.schema.label_name));
  return fmt::format("{}: {}, {}, {} (read in {:.2f} s)", terminal.bold(data.name),
                     plural(data.rows(), "row"), plural(data.features(), "feature"), classes,
                     seconds);
}

void refuse_same_file(const std::string& output, const std::vector<std::string>& inputs,
                      const std::string& option) {
  for (const std::string& input : inputs) {
    std::error_code trouble;  // missing files are no error
    if (output != "-" && std::filesystem::is_regular_file(output, trouble) &&
        std::filesystem::equivalent(output, input, trouble)) {
      throw Error(
          ErrorKind::usage,
          fmt::format("{} {} would overwrite the input; choose another name", option, output));
    }
  }
}

std::string data_words(const std::string& data, const ReadSettings& reading) {
  std::string words = shell_word(data);
  for (const Option<ReadSettings>& option : kDataOptions) {
    const std::string file = names_file(option.name) ? text_of(reading, option) : "";
    if (!file.empty()) words += fmt::format(" --{} {}", option.name, shell_word(file));
  }
  return words;
}

void print(std::string_view text) {
  Output output("-");
  output.write(text);
  output.finish();
}

void print_json(const Json& json) {
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
}

}  // namespace perceptron::core
