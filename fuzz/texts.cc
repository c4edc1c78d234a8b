// Columns of text. Two bytes of settings, then rows of a label and a text between tabs.

#include <string>

#include "data/text/term_list.h"
#include "finding.h"
#include "settings_bytes.h"
#include "targets.h"
#include "text.h"

namespace perceptron::core::fuzz {

void fuzz_texts(std::string_view bytes) {
  SettingsBytes input(bytes);
  const std::uint8_t what = input.byte();
  const std::uint8_t how = input.byte();
  Reading reading;
  ReadSettings& options = reading.options;
  options.format = Format::tsv;
  options.header = HeaderUse::no;
  options.label = ColumnChoice::first();
  const bool words = what % 4U < 2;
  options.column = {{"*2", words ? ColumnType::words : ColumnType::chars}};
  options.column[0].within_words = what % 4U == 3;
  // Settings of the other type would be refused.
  if (words) options.ngrams = {1, 1 + what / 4U % 4U};
  if (!words) options.chars = {1 + what / 4U % 4U, 4};
  options.letters = what / 16U % 2U == 0 ? LetterCase::lower : LetterCase::keep;
  options.accents = what / 32U % 2U == 0 ? Accents::keep : Accents::fold;
  if (words && what / 64U % 2U == 1) options.stop_words = StopWords::english;
  if (what / 128U == 1) options.hash = HashSpace{8, how % 2U == 1};
  options.min_count = 1 + how / 2U % 3U;
  compare_readings(input.rest(), reading, how);
  const Dataset data = read_rows(input.rest(), reading);
  for (const Column& column : data.schema.columns) {
    if (!column.text) continue;
    const Dictionary& terms = column.text->dictionary;
    if (decode_terms(encode_terms(terms)).names() != terms.names())
      finding("the terms are not read as they were written");
  }
}

}  // namespace perceptron::core::fuzz
