#include "liblinear.h"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>
#include <string>

#include "base/number.h"
#include "data/writer.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

std::string as_libsvm(const Dataset& data, std::uint32_t positive) {
  std::string text;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          TextRow line;
          line.label = data.labels[i] == positive ? "+1" : "-1";
          for (std::uint64_t k = 0; k < rows[i].size; ++k)
            line.values.emplace_back(static_cast<std::uint32_t>(rows[i].feature(k)),
                                     rows[i].value(k));
          append_row(line, Format::libsvm, text);
        }
      },
      data.matrix.view());
  return text;
}

// A head of names and values, then "w" and a weight a line. The weights belong
// to the label named first; the one for the offset comes last.
LiblinearModel parse_model(const std::string& text, std::uint64_t features, bool offset) {
  std::istringstream words(text);
  const auto word = [&] {
    std::string next;
    if (!(words >> next)) throw std::runtime_error("LIBLINEAR's model ends early");
    return next;
  };
  double sign = 1;
  std::uint64_t known = 0;  // trailing features that no row has are not in the file
  for (std::string name = word(); name != "w"; name = word()) {
    if (name == "label") sign = word() == "1" ? 1 : -1;
    if (name == "nr_feature") known = parse_count(word()).value();
  }
  LiblinearModel model;
  for (std::uint64_t j = 0; j < known; ++j)
    model.weights.push_back(sign * parse_number(word()).value());
  model.weights.resize(features);
  if (offset) model.offset = sign * parse_number(word()).value();
  return model;
}

}  // namespace

bool has_liblinear() {
  static const bool there = run_words({"liblinear-train"}).status != 127;
  return there;
}

LiblinearModel train_liblinear(const Dataset& data, std::uint32_t positive,
                               const LiblinearSettings& settings) {
  const Folder folder;
  const std::string file = folder.file("data", as_libsvm(data, positive));
  const std::string model = folder.path("model");
  const Outcome outcome =
      run_words({"liblinear-train", "-q", "-s", std::to_string(settings.solver), "-c",
                 format_number(settings.c), "-e", format_number(settings.eps), "-B",
                 settings.offset ? "1" : "-1", "-w1", format_number(settings.positive_weight),
                 "-w-1", format_number(settings.negative_weight), file, model});
  if (outcome.status != 0)
    throw std::runtime_error(fmt::format("liblinear-train ended with status {}: {}{}",
                                         outcome.status, outcome.out, outcome.err));
  return parse_model(read_text(model), data.features(), settings.offset);
}

}  // namespace perceptron::core::test
