#include "data/read/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/interrupt.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "data/cache/cache.h"
#include "data/cache/sidecar.h"
#include "data/maps/mapped_reader.h"
#include "data/missing_marks.h"
#include "data/read/columns.h"
#include "data/read/lines.h"
#include "data/read/row_text.h"
#include "data/read/text_doubts.h"

namespace perceptron::core {

Reader::Reader(std::string name, Reading reading)
    : name_(std::move(name)), reading_(std::move(reading)) {}

void Reader::note(const Message& sentence) const {
  if (reading_.listener != nullptr) reading_.listener->note(sentence.after(name_ + ": "));
}

void Reader::require_only_numbers() const {
  if (learning() || reading_.schema->only_numbers()) return;
  const auto& columns = reading_.schema->columns;
  const auto column = std::find_if(columns.begin(), columns.end(), [](const Column& each) {
    return each.type != ColumnType::number || each.indicator;
  });
  throw Error(
      Place{name_, 1, 1},
      fmt::format("expected a CSV with the {} column {} of the model's training data, "
                  "found another format (predict from a CSV)",
                  column->is_category() ? "text" : name_of(column->type), in_quotes(column->name)));
}

void Reader::keep_text(const WrittenRow& row, Dataset& into) {
  text_bytes_ += row.text.size();
  into.texts.push_back(reading_.text->keep(row));
}

bool RowReader::next_rows(Dataset& into) {
  constexpr std::uint64_t kRows = 1024;
  // Rows with their text may be long.
  const std::uint64_t enough = text_bytes() + Reading::kChunkBytes;
  for (std::uint64_t i = 0; i < kRows && text_bytes() < enough; ++i) {
    if (!next(into)) return i > 0;
  }
  return true;
}

std::optional<std::uint32_t> Reader::number_of_label(Dataset& into, std::string_view label) const {
  if (reading_.labels == LabelUse::match) return reading_.classes->find(label);
  if (!is_plain_name(label)) return std::nullopt;
  const std::uint32_t number = into.classes.intern(label);
  const Limits& limits = reading_.options.limits;
  if (number >= limits.most_classes)
    refuse_excess(Place{name_}, kMostClassesLimit, "at most {} classes", limits.most_classes);
  return number;
}

bool Reader::try_label(Dataset& into, std::string_view label) const {
  if (reading_.labels == LabelUse::ignore) return true;
  const auto number = number_of_label(into, label);
  if (number) into.labels.push_back(*number);
  return number.has_value();
}

void Reader::bad_label(std::string_view label, const Place& place) const {
  if (label.empty()) {
    const std::string column = label_column();
    if (column.empty())
      throw Error(place, "expected a class label, found none (every row needs one)");
    throw Error(place, fmt::format("expected a class label in column {}, found none (leave the row "
                                   "out, or choose the label column with {})",
                                   column, setting("label")));
  }
  if (reading_.labels == LabelUse::match) {
    throw Error(place,
                fmt::format("expected one of the model's classes ({}), found {} ({})",
                            in_list(reading_.classes->names()), in_quotes(label), label_advice()));
  }
  require_text(label, place);
  throw Error(place, fmt::format("expected a class label on one line, found {} (rename it)",
                                 in_quotes(label)));
}

void Reader::bad_number(std::string_view text, const Place& place, const std::string& what,
                        const std::string& advice) {
  const auto value = parse_number(text);
  if (value && std::isinf(*value)) {
    throw Error(
        place,
        fmt::format("expected a finite number {}, found {} (replace it or leave the row out)", what,
                    in_quotes(text)));
  }
  throw Error(place, fmt::format("expected a number {}, found {} ({})", what,
                                 text.empty() ? "nothing" : in_quotes(text), advice));
}

namespace {

std::vector<std::uint64_t> rows_of_classes(const Dataset& data) {
  std::vector<std::uint64_t> rows(data.classes.size());
  for (const std::uint32_t label : data.labels) ++rows[label];
  return rows;
}

void note_rare_classes(const Dataset& data, const Reading& reading) {
  constexpr std::uint64_t kFewestRows = 50;
  if (data.classes.size() < 3 || data.rows() < kFewestRows) return;
  const std::vector<std::uint64_t> rows = rows_of_classes(data);
  std::vector<std::string> rare;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    if (rows[c] == 1) rare.push_back(data.classes.names()[c]);
  }
  if (rare.empty()) return;
  reading.listener->note(fmt::format("{}: {} a single row: {} (misspelt, or cut off?)", data.name,
                                     rare.size() == 1 ? "a class has" : "some classes have",
                                     in_list(rare)));
}

}  // namespace

void note_odd_classes(const Dataset& data, const Reading& reading) {
  if (reading.listener == nullptr) return;
  for (const std::string& name : data.classes.names()) {
    if (!is_missing(name)) continue;
    reading.listener->note(
        fmt::format("{}: {} is taken for the name of a class; leave those rows out if it means "
                    "that the class is missing",
                    data.name, in_quotes(name)));
  }
  const std::string label =
      data.schema.label_name.empty() ? "" : ' ' + in_quotes(data.schema.label_name);
  if (are_quantities(data.classes, data.rows())) {
    reading.listener->note(fmt::format(
        "{}: the label{} holds {} different numbers and looks like a quantity, of which "
        "each value is trained as a class. There is no regression here: {}, or choose another "
        "column with {}",
        data.name, label, with_commas(data.classes.size()),
        advice_on_quantities(data.classes.names(), rows_of_classes(data)), setting("label")));
  } else if (are_identifiers(data.classes.size(), data.rows())) {
    reading.listener->note(fmt::format(
        "{}: the label{} has {} different values in {} and looks like an identifier, of which each "
        "value is trained as a class; choose another column with {}",
        data.name, label, with_commas(data.classes.size()), plural(data.rows(), "row"),
        setting("label")));
  } else {
    note_rare_classes(data, reading);
  }
  if (const auto& merged = data.classes.merged()) {
    reading.listener->note(
        fmt::format("{}: the labels {} and {} are the same number and name one class", data.name,
                    in_quotes(merged->first), in_quotes(merged->second)));
  }
}

std::string new_feature_advice(const Reading& reading, std::string_view ignored) {
  const std::string ignore = setting("features", "ignore-new");
  if (!reading.resuming) return fmt::format("use {} to {}", ignore, ignored);
  return fmt::format("use {} to add new ones to the model, or {} to {}",
                     setting("features", "add-new"), ignore, ignored);
}

void require_known_features(const Reading& reading) {
  if (!reading.options.features.add_new) return;
  if (!reading.resuming)
    throw Error(ErrorKind::usage,
                fmt::format("{} goes with {}: new features are added to the model that training "
                            "resumes from",
                            setting("features", "add-new"), setting("start")));
  if (reading.options.cache)
    throw Error(ErrorKind::usage, fmt::format("{} reads the file itself; leave out {}",
                                              setting("features", "add-new"), setting("cache")));
}

namespace {

// What a cache does not have.
void require_no_text(const std::string& path, const Reading& reading) {
  if (reading.text != nullptr)
    throw Error(ErrorKind::usage,
                fmt::format("{} is a cache, which does not keep the text of its rows; use the file "
                            "that it was made from",
                            path));
  if (reading.add_new_features())
    throw Error(ErrorKind::usage, fmt::format("{}: {} is a cache; use the file that it was made "
                                              "from",
                                              setting("features", "add-new"), path));
}

}  // namespace

std::unique_ptr<Reader> open_reader(const std::string& path, const Reading& reading) {
  require_known_features(reading);
  if (map_settings(reading).any())
    return mapped_reader(reading, [&](const Reading& plain) { return open_reader(path, plain); });
  if (is_cache(path)) {
    require_no_text(path, reading);
    const Cache cache(path, reading.options.limits);
    require_options(cache, path, reading);
    return cache_reader(cache, path, reading);
  }
  if (reading.options.cache && reading.text != nullptr)
    throw Error(
        ErrorKind::usage,
        fmt::format("a cache does not keep the text of the rows; leave out {}", setting("cache")));
  // Weights in data for a model are an error, which the reader reports.
  if (reading.options.cache && reading.schema != nullptr && !reading.options.weight &&
      reading.options.row_weights.empty())
    return open_with_sidecar(path, reading);
  return open_reader(source_name(path), open_source(path), reading);
}

namespace {

// Reserves memory for all rows, estimated from the first ones, to avoid reallocation.
void reserve(const Reader& reader, Dataset& data) {
  constexpr double kSpare = 1.02;
  const auto read = static_cast<double>(reader.position());
  const auto total = static_cast<double>(reader.total());
  if (!(read > 0 && read < total)) return;
  const double times = kSpare * total / read;
  const auto scaled = [&](std::uint64_t n) {
    return static_cast<std::uint64_t>(times * static_cast<double>(n));
  };
  if (!fits_memory(scaled(data.matrix.values().size()), 2 * sizeof(double))) return;
  data.matrix.reserve(scaled(data.rows()), scaled(data.matrix.values().size()));
  data.labels.reserve(scaled(data.labels.size()));
  data.weights.reserve(scaled(data.weights.size()));
}

}  // namespace

Dataset read_dataset(const std::string& path, const Reading& reading) {
  require_known_features(reading);
  if (map_settings(reading).any()) return read_mapped(path, reading);
  const bool learning = reading.schema == nullptr && reading.labels == LabelUse::collect;
  if (learning && is_cache(path)) {
    const Cache cache(path, reading.options.limits);
    require_options(cache, path, reading);
    return load_cache(cache, path, reading);
  }
  if (learning && reading.options.cache) return read_with_sidecar(path, reading);
  return read_dataset(*open_reader(path, reading));
}

Dataset read_dataset(Reader& reader) {
  const Reading& reading = reader.reading();
  Dataset data = reader.start();
  data.name = reader.name();
  bool reserved = false;
  while (reader.next_rows(data)) {
    check_interrupt();
    if (!std::exchange(reserved, data.rows() > 0)) reserve(reader, data);
    if (reading.listener != nullptr) {
      reading.listener->progress("reading", reader.position(), reader.total());
    }
  }
  if (data.rows() == 0) throw Error(Place{data.name, 1, 1}, "expected rows of data, found none");
  reader.finish(data);
  data.matrix.shift_ids(reader.late_shift());
  if (reading.labels == LabelUse::collect) {
    data.sort_classes();
    note_odd_classes(data, reading);
  }
  return data;
}

bool read_block(Reader& reader, Dataset& block) {
  block.clear_rows();
  while (block.rows() == 0) {
    check_interrupt();
    if (!reader.next_rows(block)) break;
  }
  return block.rows() > 0;
}

}  // namespace perceptron::core
