#include "model/added_features.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace perceptron::core {
namespace {

// The number that each feature of `old` has in `now`, whose first columns are those of `old` with
// perhaps more categories or terms. Numbered features keep theirs.
std::vector<std::uint64_t> numbers_in(const Schema& now, const Schema& old) {
  std::vector<std::uint64_t> numbers;
  if (!old.table) {
    for (std::uint64_t j = 0; j < old.features; ++j) numbers.push_back(j);
    return numbers;
  }
  std::uint64_t next = 0;
  for (std::size_t c = 0; c < old.columns.size(); ++c) {
    const Column& column = now.columns[c];
    const auto& categories = column.categories;
    for (std::uint64_t k = 0; k < old.columns[c].numbers(); ++k) numbers.push_back(next + k);
    if (column.is_category()) {
      for (const std::string& category : old.columns[c].categories) {
        const auto at = std::lower_bound(categories.begin(), categories.end(), category);
        numbers.push_back(next + static_cast<std::uint64_t>(at - categories.begin()));
      }
    }
    if (column.is_text() && column.text->terms.hash) {
      for (std::uint64_t k = 0; k < column.features(); ++k) numbers.push_back(next + k);
    } else if (column.is_text()) {
      for (const std::string& term : old.columns[c].text->dictionary.names())
        numbers.push_back(next + *column.text->dictionary.find(term));
    }
    next += column.features();
    if (old.columns[c].indicator) numbers.push_back(next - 1);
  }
  return numbers;
}

void keep_factors(const TermScaling& old, const std::vector<std::uint64_t>& numbers,
                  TermScaling& now) {
  if (now.factors.empty() && old.factors.empty()) return;
  if (now.factors.empty()) now.factors.assign(now.count, 1);
  for (std::uint64_t k = 0; k < old.count; ++k)
    now.factors[numbers[old.first + k] - now.first] = old.factors.empty() ? 1 : old.factors[k];
}

// The model keeps how its own features are scaled.
void add_scaling(Scaling& scaling, const Dataset& data, const std::vector<std::uint64_t>& numbers) {
  Scaling fitted = Scaling::fit(scaling.kind, data);
  fitted.shift.resize(scaling.shift.empty() ? 0 : data.features());
  for (std::size_t j = 0; j < scaling.shift.size(); ++j)
    fitted.shift[numbers[j]] = scaling.shift[j];
  for (std::size_t j = 0; j < scaling.scale.size(); ++j)
    fitted.scale[numbers[j]] = scaling.scale[j];
  for (std::size_t t = 0; t < scaling.terms.size(); ++t)
    keep_factors(scaling.terms[t], numbers, fitted.terms[t]);
  scaling = std::move(fitted);
}

}  // namespace

Model add_features(Model model, const Dataset& data) {
  const std::vector<std::uint64_t> numbers = numbers_in(data.schema, model.schema);
  constexpr double kZero[] = {0};
  for (Plane& plane : model.planes) {
    plane.weights = spread(plane.weights, kZero, numbers, data.features());
    plane.state.renumber(numbers, data.features());
  }
  add_scaling(model.scaling, data, numbers);
  model.schema = data.schema;
  return model;
}

}  // namespace perceptron::core
