// .npy: a byte that says how many of the bytes at the end are the file of labels, then both files.

#include "finding.h"
#include "memory_file.h"
#include "settings_bytes.h"
#include "targets.h"
#include "text.h"

namespace perceptron::core::fuzz {

void fuzz_npy(std::string_view bytes) {
  static MemoryFile file;
  SettingsBytes input(bytes);
  const std::size_t labels = std::min<std::size_t>(input.byte(), input.rest().size());
  const std::string_view matrix = input.rest().substr(0, input.rest().size() - labels);
  Reading reading;
  reading.threads = 1;
  reading.options.format = Format::npy;
  if (labels == 0) {
    reading.labels = LabelUse::ignore;
  } else {
    reading.options.labels = file.with(input.rest().substr(matrix.size()));
  }
  const Dataset data = read_rows(matrix, reading);
  if (labels > 0 && data.labels.size() != data.rows()) finding("a row has no label");
  if (data.matrix.stored() != data.rows() * data.features()) finding("values are missing");
}

}  // namespace perceptron::core::fuzz
