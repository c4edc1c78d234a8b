#include "evaluate/held_out_text.h"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "evaluate/fold_scores.h"

namespace perceptron::core {
namespace {

// Lines of values with these names.
class NamedLines {
 public:
  NamedLines(PredictionFormat format, std::vector<std::string> names)
      : format_(format), names_(std::move(names)) {}

  std::string header() const {
    std::string line;
    if (format_ == PredictionFormat::jsonl) return line;
    for (std::size_t k = 0; k < names_.size(); ++k) append(k, cell(names_[k]), line);
    return line + '\n';
  }
  void begin(std::string& text) {
    at_ = 0;
    if (format_ == PredictionFormat::jsonl) text += '{';
  }
  void add(std::string_view value, std::string& text) { append(at_++, cell(value), text); }
  void add(std::uint64_t value, std::string& text) { append(at_++, std::to_string(value), text); }
  void add(double value, std::string& text) {
    const bool json = format_ == PredictionFormat::jsonl && !std::isfinite(value);
    append(at_++, json ? "null" : fmt::format("{}", value), text);
  }
  void end(std::string& text) const { text += format_ == PredictionFormat::jsonl ? "}\n" : "\n"; }

 private:
  char delimiter() const { return format_ == PredictionFormat::tsv ? '\t' : ','; }
  std::string cell(std::string_view value) const {
    return format_ == PredictionFormat::jsonl ? json_text_of(value)
                                              : quoted_cell(value, delimiter());
  }
  void append(std::size_t k, const std::string& value, std::string& text) const {
    if (k > 0) text += delimiter();
    if (format_ == PredictionFormat::jsonl) text += json_text_of(names_[k]) + ':';
    text += value;
  }

  PredictionFormat format_;
  std::vector<std::string> names_;
  std::size_t at_ = 0;
};

std::vector<std::string> names_of(const Dataset& data, const Validation& validation) {
  const std::vector<std::string>& classes = data.classes.names();
  std::vector<std::string> names = {"row", "class", "prediction"};
  if (classes.size() == 2) {
    names.emplace_back("score");
  } else {
    for (const std::string& name : classes) names.push_back("score " + name);
  }
  if (!validation.held_out[0].predictions.probabilities.empty()) {
    for (const std::string& name : classes) names.push_back("probability " + name);
  }
  names.emplace_back("fold");
  if (validation.held_out.size() > 1) names.emplace_back("repeat");
  return names;
}

}  // namespace

PredictionFormat format_of_name(const std::string& path, const std::string& option) {
  for (const auto& [format, name] : enum_names(PredictionFormat{})) {
    if (path.ends_with(std::string(".") + name)) return format;
  }
  throw Error(ErrorKind::usage, fmt::format("{}: the name ends in .csv, .tsv or .jsonl, which "
                                            "chooses the format; found {}",
                                            setting(option), in_quotes(path)));
}

void write_held_out(const Dataset& data, const Validation& validation, PredictionFormat format,
                    std::uint64_t before, const std::function<void(std::string_view)>& write) {
  constexpr std::size_t kPiece = 1U << 16U;
  if (validation.held_out.empty()) return;
  NamedLines lines(format, names_of(data, validation));
  const std::uint64_t classes = data.classes.size();
  std::string text = lines.header();
  for (const HeldOut& part : validation.held_out) {
    for (std::uint64_t i = 0; i < part.fold_of_row.size(); ++i) {
      if (part.fold_of_row[i] == Split::kNoFold) continue;
      const std::uint64_t row = part.first + i;
      const Answer answer = answer_of(part.predictions, i, data.labels[row], classes);
      lines.begin(text);
      lines.add(row - before + 1, text);
      lines.add(data.classes.names()[answer.truth], text);
      lines.add(data.classes.names()[answer.predicted], text);
      for (const double score : answer.scores) lines.add(score, text);
      for (const double probability : answer.probabilities) lines.add(probability, text);
      lines.add(std::uint64_t{part.fold_of_row[i]} + 1, text);
      if (validation.held_out.size() > 1) lines.add(part.repeat, text);
      lines.end(text);
      if (text.size() < kPiece) continue;
      check_interrupt();
      write(text);
      text.clear();
    }
  }
  write(text);
}

}  // namespace perceptron::core
