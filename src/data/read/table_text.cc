#include "data/read/table_text.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "data/read/header.h"

namespace perceptron::core {

TableText::TableText(Lines& lines, const Reading& reading) : records_(lines, reading.options) {
  constexpr std::size_t kSampleRecords = 1000;
  if (reading.text != nullptr) records_.keep_written();
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
void TableText::take_size() {
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

void TableText::take_header(const Reading& reading) {
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

std::vector<std::string> TableText::read_header() {
  std::vector<std::string> names;
  std::map<std::string, std::size_t> seen;
  std::vector<Field> fields;
  records_.next(fields);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!is_text(fields[i].text)) require_text(fields[i].text, records_.place(fields[i]));
    std::string column =
        fields[i].text.empty() ? fmt::format("column{}", i + 1) : std::string(fields[i].text);
    if (const auto [twin, is_new] = seen.emplace(column, i + 1); !is_new) {
      throw Error(records_.place(fields[i]),
                  fmt::format("expected a new column name, found {} again after column {} "
                              "(rename one of them)",
                              in_quotes(column), twin->second));
    }
    names.push_back(std::move(column));
  }
  return names;
}

}  // namespace perceptron::core
