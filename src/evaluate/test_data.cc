#include "evaluate/test_data.h"

#include <fmt/format.h>

#include "base/memory.h"

namespace perceptron::core {

Dataset read_test_data(const std::string& path, const std::string& labels, const Dataset& training,
                       Reading reading) {
  reading.keep_missing = false;
  reading.options.columns.clear();
  reading.options.weight.reset();
  reading.options.row_weights.clear();
  reading.options.group.reset();
  if (!reading.ignore_new_features()) reading.options.features = {};
  reading.options.labels = labels;
  reading.schema = &training.schema;
  reading.classes = &training.classes;
  reading.labels = LabelUse::match;
  Dataset test = read_dataset(path, reading);
  test.classes = training.classes;
  return test;
}

Dataset generate_blocks(GeneratorKind kind, GenerateSettings settings,
                        const ConsecutiveRows& blocks) {
  settings.rows = saturating_product(blocks.training_rows + blocks.test_rows, blocks.count);
  const bool sparse = make_generator(kind, settings)->sparse();
  const std::uint64_t width = sparse ? settings.words : settings.dimensions;
  require_memory(settings.rows, saturating_product(width + 2, 12), "the rows of all repeats",
                 fmt::format("use fewer {} or rows", setting("repeats")));
  return generate_dataset(kind, settings);
}

}  // namespace perceptron::core
