// Vowpal Wabbit and fastText: text in which rows name their features. A byte of settings, then the
// text.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/json.h"
#include "data/read/file_start.h"
#include "data/schema_json.h"
#include "finding.h"
#include "settings_bytes.h"
#include "targets.h"
#include "text.h"

namespace perceptron::core::fuzz {
namespace {

std::string schema_text(const Schema& schema) { return json_text(to_json(schema)); }

// The same lines from the last to the first.
std::string reversed(std::string_view text) {
  auto lines = split_at(text, "\n");
  std::reverse(lines.begin(), lines.end());
  std::string all;
  for (const std::string_view line : lines) all.append(line).append("\n");
  return all;
}

}  // namespace

void fuzz_words(std::string_view bytes) {
  SettingsBytes input(bytes);
  const std::uint8_t what = input.byte();
  Reading reading;
  reading.threads = 1;
  constexpr std::array kFormats = {Format::vw, Format::fasttext, Format::vw, Format::automatic};
  reading.options.format = kFormats[what % 4U];
  if (what / 4U % 4U == 3) reading.options.limits.most_features = 4;
  Dataset learned = read_rows(input.rest(), reading);
  if (!learned.schema.dictionary) return;  // recognised as another format
  const std::string schema = schema_text(learned.schema);
  require_same("the schema from JSON", schema, schema_text(schema_from(to_json(learned.schema))));

  // A model of these rows knows all of their names.
  Reading matched = reading;
  matched.schema = &learned.schema;
  matched.classes = &learned.classes;
  matched.labels = LabelUse::match;
  matched.keep_weights = true;
  Dataset again = read_rows(input.rest(), matched);
  again.schema = learned.schema;
  again.classes = learned.classes;
  require_same("the rows for a model", describe(learned), describe(again));

  if (reading.options.format == Format::automatic || input.rest().starts_with("\xef\xbb\xbf"))
    return;
  require_same("the names in another order", schema,
               schema_text(read_rows(reversed(input.rest()), reading).schema));
}

}  // namespace perceptron::core::fuzz
