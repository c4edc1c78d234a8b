// LIBSVM text. Two bytes of settings, then the text.

#include "settings_bytes.h"
#include "targets.h"
#include "text.h"

namespace perceptron::core::fuzz {

void fuzz_libsvm(std::string_view bytes) {
  SettingsBytes input(bytes);
  const std::uint8_t what = input.byte();
  const std::uint8_t how = input.byte();
  Reading reading;
  ReadSettings& options = reading.options;
  options.format = what % 2 == 0 ? Format::libsvm : Format::automatic;
  if (what / 2U % 4U < 2) options.index_base = what / 2U % 4U;
  if (what / 8U % 4U == 1) options.features.count = what / 32U;
  options.features.ignore_new = what / 8U % 4U == 2;
  compare_readings(input.rest(), reading, how);
}

}  // namespace perceptron::core::fuzz
