#include "cli/memory_option.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "cli/settings.h"
#include "learn/learners.h"
#include "model/train.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

void MemoryOption::declare(CLI::App& app) {
  app.add_option_function<std::string>(
         "--memory",
         [this](const std::string& text) {
           most_ = parse_bytes("memory", text);
           text_ = text;
         },
         "stream the rows, in at most this much memory (256M, 2G); shuffles blocks of rows, "
         "in the same order for any size")
      ->type_name("SIZE")
      ->group("Data");
}

void MemoryOption::require_enough(const LearnSettings& learn, std::uint64_t bytes,
                                  const Dataset& shape) const {
  constexpr std::uint64_t kProgram = 16U << 20U;  // the program itself, and text buffers
  const std::uint64_t most = ~std::uint64_t{0} / 2;
  const std::uint64_t need = kProgram + bytes + std::min(stream_training_bytes(learn, shape), most);
  if (need <= most_) return;
  const auto models = Scheme(multiclass_of(learn), shape.classes.size()).models();
  throw Error(ErrorKind::usage,
              fmt::format("--memory {}: {} of {}, the rows in memory and the program need more; "
                          "the minimum is --memory {}",
                          text_, plural(models, "model"), plural(shape.features(), "feature"),
                          bytes_in_unit_of(text_, need)));
}

}  // namespace perceptron::core
