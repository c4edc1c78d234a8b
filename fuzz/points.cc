// Points, recognised by their first line or declared. A byte of settings, then the text.

#include "finding.h"
#include "settings_bytes.h"
#include "targets.h"
#include "text.h"

namespace perceptron::core::fuzz {

void fuzz_points(std::string_view bytes) {
  SettingsBytes input(bytes);
  Reading reading;
  reading.threads = 1;
  reading.options.format = input.byte() % 2 == 0 ? Format::points : Format::automatic;
  const auto open = [&] { return open_reader("data", open_bytes(input.rest(), "data"), reading); };
  const Dataset all = read_dataset(*open());

  const auto reader = open();
  if (!reader->rows_are_final()) return;
  Dataset joined = reader->start();
  Dataset block = reader->start();
  while (read_block(*reader, block)) {
    joined.append(block);
    joined.classes = block.classes;
  }
  reader->finish(joined);
  joined.matrix.shift_ids(reader->late_shift());
  joined.sort_classes();
  require_same("rows in blocks", describe(all), describe(joined));
}

}  // namespace perceptron::core::fuzz
