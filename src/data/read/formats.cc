#include "data/read/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/message.h"
#include "base/text.h"
#include "data/cache/cache.h"
#include "data/maps/mapped_reader.h"
#include "data/read/columns.h"
#include "data/read/foreign_files.h"
#include "data/read/row_weights.h"

namespace perceptron::core {
namespace {

// Files of this program that are not data: likely the arguments were mixed up.
void refuse_own_files(const FileStart& start, const std::string& name) {
  const std::string_view bytes = start.bytes;
  if (bytes.starts_with('{'))
    throw Error(
        Place{name, 1, 1},
        "expected rows of data, found JSON that is not a row (a certificate or a record? rows "
        "are objects, each in a line of its own; pandas writes them with "
        "to_json('rows.jsonl', orient='records', lines=True))");
  if (bytes.starts_with('[') && bytes.find('{') != std::string_view::npos)
    throw Error(
        Place{name, 1, 1},
        fmt::format("expected rows of data, found a JSON list (write each of its objects in "
                    "a line of its own: {})",
                    command_for("jq -c '.[]' {file} > rows.jsonl", name)));
  if (bytes.size() > 9 && bytes[7] == '\0' && bytes[8] == '{')
    throw Error(Place{name, 1, 1}, "expected rows of data, found a model");
  if (looks_like_cache(bytes))
    throw Error(
        Place{name, 1, 1},
        "expected rows, found a cache, which cannot be read from a stream (name the file itself)");
}

// Settings that decide which rows are read: it is an error to give them for a format that does not
// use them.
void require_settings_used(const std::string& name, const FormatRow& row, const Reading& reading) {
  const ReadSettings& options = reading.options;
  const auto require_column = [&](const char* which, bool given) {
    if (!given || row.uses(which)) return;
    throw Error(ErrorKind::usage,
                fmt::format("{} names a column of a CSV; {} is {} data (use {} if it is a table)",
                            setting(which), name, name_of(row.format), setting("format", "csv")));
  };
  require_column("group", options.group.has_value());
  const auto require_training = [&](const char* which, bool given) {
    if (!given || reading.schema == nullptr) return;
    throw Error(ErrorKind::usage, fmt::format("{} is for training; a model takes the rows of {} "
                                              "without their weights",
                                              setting(which), name));
  };
  require_training("weight", options.weight.has_value());
  require_column("weight", options.weight.has_value());
  require_training("row-weights", !options.row_weights.empty() && !reading.keep_weights);
  if (!options.row_weights.empty() && !row.uses("row-weights")) {
    throw Error(
        ErrorKind::usage,
        fmt::format("{} goes with data that cannot hold weights; {} is {} data, which can{}",
                    setting("row-weights"), name, name_of(row.format),
                    row.uses("weight")
                        ? fmt::format(" (name their column with {})", setting("weight"))
                        : ""));
  }
  if (!options.labels.empty() && !row.uses("labels")) {
    throw Error(ErrorKind::usage, fmt::format("{} goes with an .npy matrix; {} has its own labels",
                                              setting("labels"), name));
  }
}

// Notes the settings that were given but are not used.
void note_unused(const std::string& name, const FormatRow& row, const Reading& reading) {
  if (reading.listener == nullptr) return;
  for (const auto& [option, value] : unusual(reading.options)) {
    if (option == "format" || option == "weight" || names_file(option)) continue;
    if (option == "features" && reading.options.features.count == std::nullopt) continue;
    // These are determined by the model.
    constexpr std::array<std::string_view, 4> kOfModel = {"columns", "ignore", "column",
                                                          "features"};
    const bool of_model = reading.schema != nullptr &&
                          (std::find(kOfModel.begin(), kOfModel.end(), option) != kOfModel.end() ||
                           is_text_option(option));
    if (row.uses(option) && !of_model) continue;
    reading.listener->note(fmt::format("{}: {} has no meaning here ({} data{}) and was not used",
                                       name, setting(option), name_of(row.format),
                                       reading.schema != nullptr ? " for a model" : ""));
  }
}

// Features that rows name are found by their names, others by number or column.
void require_kind_of_model(const std::string& name, const FormatRow& row, const Reading& reading) {
  if (reading.schema == nullptr) return;
  const bool named = reading.schema->dictionary.has_value();
  if (named == row.names_features) return;
  throw Error(
      Place{name, 1, 1},
      named ? fmt::format("expected rows that name their features, as the model's training data "
                          "did, found {} data (choose the format with {} or {})",
                          name_of(row.format), setting("format", Format::vw),
                          setting("format", Format::fasttext))
            : fmt::format("expected {} as in the model's training data, found {} data, whose rows "
                          "name their features (train a model on such data)",
                          reading.schema->table ? "columns" : "numbered features",
                          name_of(row.format)));
}

}  // namespace

const FormatRow& row_of(Format format) {
  return *std::find_if(kFormats.begin(), kFormats.end(),
                       [&](const FormatRow& row) { return row.format == format; });
}

const FormatRow& recognise(const FileStart& start) {
  for (const FormatRow& row : kFormats) {
    if (row.looks_like != nullptr && row.looks_like(start)) return row;
  }
  return row_of(Format::csv);
}

const FormatRow& find_format(const std::string& name, std::unique_ptr<Source>& source,
                             const ReadSettings& settings) {
  constexpr std::size_t kStartBytes = std::size_t{1} << 18U;
  const std::string bytes = peek(source, kStartBytes);
  if (bytes.empty()) throw Error(Place{name, 1, 1}, "expected data, found an empty file");
  if (settings.format != Format::automatic) return row_of(settings.format);
  const FileStart start(bytes, bytes.size() < kStartBytes);
  const FormatRow& row = recognise(start);
  if (row.format != Format::npy && row.format != Format::jsonl) refuse_own_files(start, name);
  return row;
}

std::unique_ptr<Reader> open_reader(const std::string& name, std::unique_ptr<Source> source,
                                    const Reading& reading) {
  if (map_settings(reading).any())
    return mapped_reader(
        reading, [&](const Reading& plain) { return open_reader(name, std::move(source), plain); });
  Reading own = reading;
  own.options = with_roles(reading.options);
  const FormatRow& row = find_format(name, source, own.options);
  require_settings_used(name, row, own);
  require_kind_of_model(name, row, own);
  note_unused(name, row, own);
  auto reader = row.table != nullptr ? table_reader(name, std::move(source), own, row.table)
                                     : row.open(name, std::move(source), own);
  return own.options.row_weights.empty() ? std::move(reader) : weighted_reader(std::move(reader));
}

}  // namespace perceptron::core
