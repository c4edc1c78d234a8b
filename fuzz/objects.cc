// JSON lines and ARFF: rows whose columns the file names. A byte of settings, then the text.

#include <array>
#include <string>

#include "base/text.h"
#include "data/read/row_text.h"
#include "finding.h"
#include "settings_bytes.h"
#include "targets.h"
#include "text.h"

namespace perceptron::core::fuzz {
namespace {

// Writes the rows again, as CSV with every field in quotes.
class AsCsv : public RowText {
 public:
  void start(const TextShape& shape) override {
    objects_ = shape.notation == RowNotation::objects;
    for (const std::string& name : shape.names) {
      objects_ = objects_ && !name.empty();
      append(name);
    }
    text_.back() = '\n';
  }
  std::string keep(const WrittenRow& row) override {
    for (const Field& field : row.fields) append(field.text);
    text_.back() = '\n';
    return {};
  }

  // Whether this is the same table: ARFF declares types, and CSV needs names and plain text.
  bool is_same() const { return objects_ && is_text(text_); }
  const std::string& text() const { return text_; }

 private:
  void append(std::string_view cell) {
    text_ += '"';
    for (const char c : cell) text_ += c == '"' ? std::string("\"\"") : std::string(1, c);
    text_ += "\",";
  }

  bool objects_ = false;
  std::string text_;
};

}  // namespace

void fuzz_objects(std::string_view bytes) {
  SettingsBytes input(bytes);
  const std::uint8_t what = input.byte();
  Reading reading;
  reading.threads = 1;
  constexpr std::array kFormats = {Format::jsonl, Format::arff, Format::jsonl, Format::arff};
  constexpr std::array kMissing = {MissingPolicy::automatic, MissingPolicy::zero,
                                   MissingPolicy::mean, MissingPolicy::error};
  reading.options.format = kFormats[what % 4U];
  reading.options.missing = kMissing[what / 4U % 4U];
  if (what / 16U % 4U == 3) reading.options.label = ColumnChoice::first();
  Dataset learned = read_rows(input.rest(), reading);

  // A model of these rows knows all that they hold.
  Reading matched = reading;
  matched.schema = &learned.schema;
  matched.classes = &learned.classes;
  matched.labels = LabelUse::match;
  Dataset again = read_rows(input.rest(), matched);
  require_same("the labels for a model", std::to_string(learned.rows()),
               std::to_string(again.rows()));
  if (learned.labels != again.labels) finding("the labels for a model differ");

  AsCsv csv;
  Reading written = reading;
  written.text = &csv;
  require_same("the rows whose text is kept", describe(learned),
               describe(read_rows(input.rest(), written)));
  if (!csv.is_same()) return;
  Reading table = reading;
  table.options.format = Format::csv;
  table.options.header = HeaderUse::yes;
  table.options.delimiter.character = ',';
  table.options.quote = QuoteUse::paired;
  require_same("the rows as CSV", describe(learned), describe(read_rows(csv.text(), table)));
}

}  // namespace perceptron::core::fuzz
