// The weights that labels of LIBSVM text may carry: "+1:0.5 3:1".

#include "base/number.h"
#include "data/read/file_start.h"
#include "data/read/libsvm_text.h"

namespace perceptron::core {
namespace {

// The first two words of a row; empty ones where there are none.
struct FirstWords {
  std::string_view label;
  std::string_view pair;
};

FirstWords first_words(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::string_view label = take_word(line);
  return {label, take_word(line)};
}

// "+1" and "-1": neither the number of a feature nor, with a colon after it, the name of a class.
bool has_sign(std::string_view name) {
  return (name.starts_with('+') || name.starts_with('-')) && parse_count(name.substr(1));
}

}  // namespace

std::optional<WeightedLabel> split_weight(std::string_view word) {
  const auto colon = word.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || !parse_number(word.substr(colon + 1)))
    return std::nullopt;
  return WeightedLabel{word.substr(0, colon), word.substr(colon + 1)};
}

LabelWeights find_label_weights(const FileStart& start) {
  bool all = true;
  bool some = false;
  bool certain = false;
  for (const std::string_view line : start.lines) {
    const auto [first, pair] = first_words(line);
    if (first.empty()) continue;
    const auto label = split_weight(first);
    if (label && has_sign(label->name)) return LabelWeights::certain;
    all = all && label && label->name != "qid";
    if (!all) continue;
    some = true;
    const auto number = parse_count(label->name);
    const auto feature = parse_count(pair.substr(0, pair.find(':')));
    certain = certain || !number || (feature && *feature <= *number);  // features ascend
  }
  if (!all || !some) return LabelWeights::none;
  return certain ? LabelWeights::certain : LabelWeights::possible;
}

}  // namespace perceptron::core
