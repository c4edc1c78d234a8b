// CSV and TSV. Two bytes of settings, then the text.

#include <string>

#include "settings_bytes.h"
#include "targets.h"
#include "text.h"

namespace perceptron::core::fuzz {
namespace {

// The reader takes its first 100 records aside, before the fast parser starts: the second line is
// repeated, so that short inputs get as far.
std::string with_repeated_line(std::string_view text) {
  constexpr int kTimes = 100;
  const std::size_t first = text.find('\n');
  const std::size_t second = first == std::string_view::npos ? first : text.find('\n', first + 1);
  if (second == std::string_view::npos) return std::string(text);
  const std::string_view line = text.substr(first + 1, second - first);
  std::string longer(text.substr(0, first + 1));
  for (int i = 0; i < kTimes; ++i) longer += line;
  return longer += text.substr(second + 1);
}

}  // namespace

void fuzz_table(std::string_view bytes) {
  SettingsBytes input(bytes);
  const std::uint8_t what = input.byte();
  const std::uint8_t how = input.byte();
  Reading reading;
  ReadSettings& options = reading.options;
  constexpr std::array kFormats = {Format::csv, Format::tsv, Format::automatic, Format::csv};
  constexpr std::array kHeaders = {HeaderUse::automatic, HeaderUse::yes, HeaderUse::no,
                                   HeaderUse::automatic};
  constexpr std::array kMissing = {MissingPolicy::error, MissingPolicy::zero, MissingPolicy::mean,
                                   MissingPolicy::automatic};
  options.format = kFormats[what % 4U];
  options.header = kHeaders[what / 4U % 4U];
  options.missing = kMissing[what / 16U % 4U];
  switch (what / 64U) {
    case 1:
      options.weight = ColumnChoice::first();
      break;
    case 2:
      options.group = ColumnChoice::number(2);
      break;
    case 3:
      options.label = ColumnChoice::first();
      options.features.ignore_new = true;
      break;
    default:
      break;
  }
  reading.keep_missing = how % 8 == 7;
  switch (how / 64U) {
    case 1:
      options.ignore = {"*1"};
      options.decimal = DecimalMark::comma;
      break;
    case 2:
      options.column = {{"*2", ColumnType::date}, {"*3", ColumnType::category}};
      options.quote = QuoteUse::none;
      break;
    case 3:
      options.column = {{"*", ColumnType::ordinal, {"a", "b"}}, {"*1", ColumnType::flag}};
      options.delimiter.character = ' ';
      break;
    default:
      break;
  }
  compare_readings(how % 4 == 0 ? std::string(input.rest()) : with_repeated_line(input.rest()),
                   reading, how);
}

}  // namespace perceptron::core::fuzz
