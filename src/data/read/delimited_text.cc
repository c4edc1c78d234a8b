// Delimited text: CSV, TSV and the like, after the lines at its start that are not rows.

#include <fmt/format.h>

#include <map>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "data/read/column_advice.h"
#include "data/read/foreign_files.h"
#include "data/read/header.h"
#include "data/read/raw_text.h"
#include "data/read/records.h"
#include "data/read/table_text.h"

namespace perceptron::core {
namespace {

class DelimitedText : public TableText {
 public:
  DelimitedText(Lines& lines, const Reading& reading);

  bool next(std::vector<Field>& fields) override;
  Place place(const Field& field) const override { return records_.place(field); }
  std::string_view written() const override { return records_.written(); }
  std::optional<std::uint64_t> stated_rows() const override { return stated_rows_; }
  // Records that were sampled are no longer among the lines.
  bool has_plain_lines() const override { return !records_.has_sampled(); }

 private:
  void take_size();
  void take_header(const Reading& reading);
  std::vector<std::string> read_header();
  [[noreturn]] void refuse_width(const std::vector<Field>& fields) const;

  const Lines& lines_;
  Records records_;
  std::optional<std::uint64_t> stated_rows_;
};

// Texts say little about what separates the fields, so a model that reads texts knows it.
ReadSettings dialect_settings(const Reading& reading) {
  ReadSettings settings = reading.options;
  if (reading.schema != nullptr && settings.delimiter.character == '\0')
    settings.delimiter.character = reading.schema->delimiter;
  return settings;
}

DelimitedText::DelimitedText(Lines& lines, const Reading& reading)
    : TableText(RowNotation::fields), lines_(lines), records_(lines, dialect_settings(reading)) {
  if (reading.text != nullptr) records_.keep_written();
  if (const RawText raw = find_raw_text(lines.peek(), reading); raw.lines) {
    records_.take_lines();
    if (!raw.doubt.empty()) notes_.emplace_back(raw.doubt);
  }
  start_.name = lines.name();
  start_.dialect = records_.dialect();
  start_.sample = records_.sample(kSampleRecords);
  start_.first = records_.first_place();
  take_size();
  if (start_.sample.empty())
    throw Error(Place{start_.name, 1, 1}, "expected rows of data, found none");
  start_.width = start_.sample[0].size();
  take_header(reading);
}

// The first line may be the number of rows and that of features.
void DelimitedText::take_size() {
  auto& sample = start_.sample;
  if (sample.size() < 3 || sample[0].size() != 2 || sample[1].size() == 2) return;
  const auto first = parse_count(sample[0][0]);
  const auto second = parse_count(sample[0][1]);
  const std::uint64_t features = sample[1].size() - 1;
  if (!first || !second || (*first != features && *second != features)) return;
  stated_rows_ = *second == features ? *first : *second;
  std::vector<Field> fields;
  records_.next(fields);
  sample.erase(sample.begin());
  notes_.emplace_back(fmt::format(
      "the first line, {} {}, is taken for the number of rows and of features", *first, *second));
}

void DelimitedText::take_header(const Reading& reading) {
  const HeaderEvidence evidence = find_header(start_.sample, reading);
  if (evidence == HeaderEvidence::none) return;
  if (evidence == HeaderEvidence::numbers) {
    notes_.emplace_back(
        fmt::format("the first line is taken for a header: {} (use {} if it is a row)",
                    in_list(start_.sample[0]), setting("header", HeaderUse::no)));
  }
  start_.header = read_header();
  start_.sample.erase(start_.sample.begin());
}

std::vector<std::string> DelimitedText::read_header() {
  std::vector<std::string> names;
  std::map<std::string, std::size_t> seen;
  std::vector<Field> fields;
  records_.next(fields);
  header_ = fmt::format("{}{}", lines_.mark(), records_.written());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!is_text(fields[i].text)) require_text(fields[i].text, records_.place(fields[i]));
    std::string column =
        fields[i].text.empty() ? fmt::format("column{}", i + 1) : std::string(fields[i].text);
    if (const auto [twin, is_new] = seen.emplace(column, i + 1); !is_new) {
      throw Error(records_.place(fields[i]),
                  fmt::format("expected a new column name, found {} again after column {} "
                              "(rename one of them; if the names are in the next line, remove "
                              "this one: {})",
                              in_quotes(column), twin->second,
                              command_for("sed 1d {file} > {rows}", start_.name)));
    }
    names.push_back(std::move(column));
  }
  return names;
}

bool DelimitedText::next(std::vector<Field>& fields) {
  if (!records_.next(fields)) return false;
  if (fields.size() != start_.width) refuse_width(fields);
  return true;
}

void DelimitedText::refuse_width(const std::vector<Field>& fields) const {
  const Place place = records_.place();
  std::string advice = "the file ends here without a newline: is it cut off?";
  if (fields.size() > start_.width) {
    advice = width_advice(start_, fields);
  } else if (!lines_.unfinished()) {
    advice = fmt::format(
        "write every field, empty ones too; fields are separated by {}: choose another delimiter "
        "with {}",
        start_.dialect.delimiter_name(), setting("delimiter"));
  }
  throw Error(place, fmt::format("expected {} columns as in the first line, found {} ({})",
                                 start_.width, fields.size(), advice));
}

}  // namespace

std::unique_ptr<TableText> delimited_text(Lines& lines, const Reading& reading) {
  return std::make_unique<DelimitedText>(lines, reading);
}

}  // namespace perceptron::core
