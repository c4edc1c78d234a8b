#include "data/read/named_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/limits.h"
#include "base/text.h"
#include "data/read/libsvm_text.h"

namespace perceptron::core {

NamedReader::NamedReader(const std::string& name, std::unique_ptr<Source> source,
                         const Reading& reading)
    : RowReader(name, reading),
      lines_(name, std::move(source), reading.options.limits.longest_line) {
  if (learning()) return;
  std::uint32_t number = 0;
  for (const std::string& known : reading.schema->dictionary->names())
    numbers_.emplace(known, number++);
}

Dataset NamedReader::start() const {
  Dataset data;
  data.matrix = Matrix(Matrix::Layout::sparse, learning() ? 0 : numbers_.size());
  return data;
}

bool NamedReader::next_line() {
  do {
    if (!lines_.next(line_)) return false;
  } while (trim(line_).empty());
  return true;
}

Place NamedReader::place_of(std::string_view word) const {
  return lines_.place(static_cast<std::uint64_t>(word.data() - line_.data()) + 1);
}

void NamedReader::add_feature(std::string_view name, double value, std::string_view word) {
  if (const auto known = numbers_.find(name); known != numbers_.end()) {
    row_.emplace_back(known->second, value);
  } else if (learning()) {
    row_.emplace_back(add_name(name, word), value);
  } else if (value == 0) {
    return;
  } else if (reading().ignore_new_features()) {
    if (ignored_++ == 0) first_ignored_ = lines_.number();
  } else {
    throw Error(place_of(word),
                fmt::format("expected one of the model's {}, found the new feature {} (use {} to "
                            "ignore new ones)",
                            plural(numbers_.size(), "feature"), in_quotes(name),
                            setting("features", "ignore-new")));
  }
}

std::uint32_t NamedReader::add_name(std::string_view name, std::string_view word) {
  if (!is_text(name)) require_text(word, place_of(word));
  const auto number = static_cast<std::uint32_t>(names_.size());
  require_few_features(place_of(word), reading().options.limits, names_.size() + 1);
  numbers_.emplace(names_.emplace_back(name), number);
  return number;
}

// A feature that a row names twice has the sum of its values, in the order of the values, so that
// the order of the words does not matter.
void NamedReader::end_row(Dataset& into) {
  std::sort(row_.begin(), row_.end());
  for (std::size_t k = 0; k < row_.size();) {
    const std::uint32_t feature = row_[k].first;
    double sum = 0;
    for (; k < row_.size() && row_[k].first == feature; ++k) sum += row_[k].second;
    if (!std::isfinite(sum)) {
      const std::string& name =
          learning() ? names_[feature] : reading().schema->dictionary->names()[feature];
      throw Error(lines_.place(1),
                  fmt::format("expected values of the feature {} whose sum is a finite number, "
                              "found larger ones (name it once, or divide them)",
                              in_quotes(name)));
    }
    if (sum != 0) into.matrix.push(feature, sum);
  }
  row_.clear();
  into.matrix.end_row();
}

void NamedReader::finish(Dataset& into) {
  if (ignored_ > 0)
    note(fmt::format("ignored {} of features the model does not know, the first in line {}",
                     plural(ignored_, "value"), first_ignored_));
  if (learning()) into.schema.dictionary = sort_names(into.matrix);
}

Dictionary NamedReader::sort_names(Matrix& matrix) {
  std::vector<std::uint32_t> order(names_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [this](std::uint32_t a, std::uint32_t b) { return names_[a] < names_[b]; });
  std::vector<std::uint32_t> number(order.size());
  std::vector<std::string> sorted;
  sorted.reserve(order.size());
  numbers_.clear();  // its keys are views of the names
  for (const std::uint32_t feature : order) {
    number[feature] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(std::move(names_[feature]));
  }
  names_.clear();
  matrix.renumber(number, number.size());
  return Dictionary(std::move(sorted));
}

}  // namespace perceptron::core
