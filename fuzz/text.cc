#include "text.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>

#include "data/read/row_text.h"
#include "data/schema_json.h"
#include "finding.h"

namespace perceptron::core::fuzz {
namespace {

class NoteKeeper : public Listener {
 public:
  void note(const Message& sentence) override { text += sentence.text() + '\n'; }
  std::string text;
};

template <class Numbers>
void append_bytes(std::string& text, const char* name, const Numbers& numbers) {
  text += fmt::format("\n{} {}: ", name, numbers.size());
  text.append(reinterpret_cast<const char*>(numbers.data()),  // NOLINT: to be compared
              numbers.size() * sizeof(numbers[0]));
}

// What a reading ends in: a dataset, or an error.
struct Outcome {
  std::optional<Dataset> data;
  std::string text;
};

Outcome outcome_of(std::string_view text, Reading reading) {
  NoteKeeper notes;
  reading.listener = &notes;
  Outcome outcome;
  try {
    outcome.data = read_rows(text, reading);
    outcome.text = describe(*outcome.data) + "\nnotes: " + notes.text;
  } catch (const perceptron::Error& error) {
    outcome.text = fmt::format("error of kind {} at {}: {}", static_cast<int>(error.kind()),
                               error.place().text(), error.what());
  }
  return outcome;
}

// The plain parser's outcome, to which that of the fast one must be equal.
Outcome compare_parsers(std::string_view text, Reading reading, std::uint8_t settings) {
  reading.threads = 1;
  reading.chunk_bytes = 0;
  Outcome plain = outcome_of(text, reading);
  reading.chunk_bytes = 1U + settings % 64U * 8U;  // of 1 byte: a line each
  if (settings >= 0xf0U) reading.threads = 3;
  require_same(fmt::format("chunks of {} bytes", reading.chunk_bytes), plain.text,
               outcome_of(text, reading).text);
  return plain;
}

// Keeps the text of all rows.
class TextKeeper : public RowText {
 public:
  void start(const TextShape& shape) override { text = shape.header; }
  std::string keep(const WrittenRow& row) override {
    text += row.text;
    if (!text.ends_with('\n')) text += '\n';
    return {};
  }
  std::string text;
};

// The text of the rows, without anything between them, is read as the same rows. It may be taken
// for another format if comments said what it is.
void require_same_text(std::string_view text, Reading reading, const Dataset& data) {
  if (reading.options.format == Format::automatic) return;
  TextKeeper keeper;
  reading.text = &keeper;
  const Outcome kept = outcome_of(text, reading);
  if (!kept.data) finding("rows that can be read have no text: " + kept.text);
  require_same("with the text of the rows", describe(data), describe(*kept.data));
  reading.text = nullptr;
  const Outcome again = outcome_of(keeper.text, reading);
  if (!again.data) finding("the text of the rows cannot be read: " + again.text);
  require_same("from the text of the rows", describe(data), describe(*again.data));
}

}  // namespace

std::string describe(const Dataset& data) {
  const Matrix& matrix = data.matrix;
  std::string text =
      fmt::format("{} rows, {} features, {} of {}, radius {}\nclasses:", data.rows(),
                  data.features(), matrix.value_type(),
                  matrix.layout() == Matrix::Layout::dense ? "dense" : "sparse", data.radius);
  for (const std::string& name : data.classes.names()) text += ' ' + name;
  text += "\nschema: " + json_text(to_json(data.schema));
  append_bytes(text, "labels", data.labels);
  append_bytes(text, "weights", data.weights);
  append_bytes(text, "groups", data.groups);
  std::vector<std::uint64_t> ids;
  std::vector<double> values;
  each_value(matrix, [&](std::uint64_t feature, double value) {
    ids.push_back(feature);
    values.push_back(value);
  });
  append_bytes(text, "features", ids);
  append_bytes(text, "values", values);
  return text;
}

Dataset read_rows(std::string_view text, const Reading& reading) {
  return read_dataset(*open_reader("data", open_bytes(text, "data"), reading));
}

void compare_readings(std::string_view text, const Reading& reading, std::uint8_t settings) {
  const Outcome learned = compare_parsers(text, reading, settings);
  if (learned.data && settings % 8 == 5) require_same_text(text, reading, *learned.data);
  if (!learned.data || settings % 4 < 2) return;
  Reading matched = reading;
  matched.schema = &learned.data->schema;
  matched.classes = &learned.data->classes;
  matched.labels = settings % 2 == 0 ? LabelUse::match : LabelUse::ignore;
  matched.options.weight.reset();
  compare_parsers(text, matched, settings);
}

}  // namespace perceptron::core::fuzz
