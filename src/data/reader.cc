#include "data/reader.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/interrupt.h"
#include "base/number.h"

namespace perceptron {

Reader::Reader(std::string name, Reading reading)
    : name_(std::move(name)), reading_(std::move(reading)) {}

void Reader::note(const std::string& sentence) const {
  if (reading_.listener != nullptr) reading_.listener->note(name_ + ": " + sentence);
}

void Reader::add_label(Dataset& into, std::string_view label, const Place& place) const {
  if (reading_.labels == LabelUse::ignore) return;
  if (label.empty()) {
    throw Error(place, "expected a class label, found none (every row needs one)");
  }
  if (reading_.labels == LabelUse::collect) {
    require_text(label, place);
    into.labels.push_back(into.classes.intern(label));
    return;
  }
  const auto known = reading_.classes->find(label);
  if (!known) {
    throw Error(place, fmt::format("expected one of the model's classes ({}), found {} (choose the "
                                   "label column with --label)",
                                   fmt::join(reading_.classes->names(), ", "), in_quotes(label)));
  }
  into.labels.push_back(*known);
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

std::unique_ptr<Reader> open_reader(const std::string& path, const Reading& reading) {
  const std::string name = path == "-" ? "standard input" : path;
  auto source = open_source(path);
  const std::string start = peek(source, 6);
  if (start.empty()) throw Error(Place{name, 1, 1}, "expected data, found an empty file");
  std::string format = reading.options.format;
  if (format == "npy" || (format == "auto" && start == "\x93NUMPY")) {
    return npy_reader(name, std::move(source), reading);
  }
  if (!reading.options.labels.empty()) {
    throw Error(
        Exit::usage,
        fmt::format("--labels goes with an .npy matrix; {} is text and holds its own labels",
                    name));
  }
  if (const std::string& features = reading.options.features;
      !features.empty() && !reading.ignore_new_features() && !parse_count(features)) {
    throw Error(Exit::usage, fmt::format("--features takes a number or ignore-new, not {}",
                                         in_quotes(features)));
  }
  Lines lines(name, std::move(source));
  if (format == "auto") format = sniff_format(lines.peek(), lines.peek_is_all());
  if (format == "libsvm") return libsvm_reader(std::move(lines), reading);
  if (format == "points") return points_reader(std::move(lines), reading);
  return table_reader(std::move(lines), reading);
}

Dataset read_dataset(const std::string& path, const Reading& reading) {
  constexpr std::uint64_t kRowsBetweenReports = 4096;
  const auto reader = open_reader(path, reading);
  Dataset data = reader->start();
  data.name = reader->name();
  while (reader->next(data)) {
    if (data.rows() % kRowsBetweenReports != 0) continue;
    check_interrupt();
    if (reading.listener != nullptr) {
      reading.listener->progress("reading", reader->source().position(), reader->source().total());
    }
  }
  if (data.rows() == 0) throw Error(Place{data.name, 1, 1}, "expected rows of data, found none");
  reader->finish(data);
  if (reading.labels == LabelUse::collect) data.sort_classes();
  return data;
}

bool read_block(Reader& reader, Dataset& block, std::uint64_t rows) {
  check_interrupt();
  block.matrix.clear();
  block.labels.clear();
  while (block.rows() < rows && reader.next(block)) {
  }
  return block.rows() > 0;
}

}  // namespace perceptron
