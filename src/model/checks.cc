#include "model/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "learn/learners.h"

namespace perceptron::core {
namespace {

// A hint if the classes are not the expected ones.
std::string elsewhere(const Dataset& data) {
  if (!data.schema.table) return "";
  return fmt::format(" If the label is in another column, choose it with {}.", setting("label"));
}

}  // namespace

std::vector<double> class_totals(const Dataset& data) {
  std::vector<double> total(data.classes.size());
  for (std::uint64_t i = 0; i < data.rows(); ++i)
    total[data.labels[i]] += data.weights.empty() ? 1 : data.weights[i];
  return total;
}

void require_features(const Dataset& data) {
  if (data.features() > 0) return;
  throw Error(Place{data.name},
              fmt::format("expected features, found none in any row (is the format right? use {})",
                          setting("format")));
}

void require_classes(const Dataset& data) {
  const auto& names = data.classes.names();
  if (names.empty()) throw Error(Place{data.name}, "expected rows, found none");
  if (names.size() >= 2) return;
  throw Error(Place{data.name}, fmt::format("expected at least two classes, found only {}.{}",
                                            in_quotes(names[0]), elsewhere(data)));
}

void require_two_classes(const Dataset& data) {
  require_classes(data);
  const auto& names = data.classes.names();
  if (names.size() == 2) return;
  throw Error(Place{data.name},
              fmt::format("expected two classes, found {}: {}. The margin perceptron, the "
                          "margin of a given plane and the diagnosis of separation are of two "
                          "classes.{}",
                          names.size(), in_list(names), elsewhere(data)));
}

// A class may have no rows if the classes come from a model, or its rows may have weight 0.
void require_all_present(const Dataset& data) {
  const auto& names = data.classes.names();
  const auto total = class_totals(data);
  for (std::size_t c = 0; c < total.size(); ++c) {
    if (total[c] > 0) continue;
    throw Error(Place{data.name},
                fmt::format("expected rows of {}, found none of class {}{}",
                            names.size() == 2 ? "both classes" : "every class", in_quotes(names[c]),
                            data.weights.empty() ? "" : " with a weight above 0"));
  }
}

void require_order(const Dataset& data, const LearnSettings& settings) {
  const auto& order = settings.given_order;
  if (settings.order != VisitOrder::given) {
    if (order.empty()) return;
    throw Error(ErrorKind::usage, fmt::format("{} goes with {}", setting("given-order"),
                                              setting("order", VisitOrder::given)));
  }
  std::vector<bool> seen(data.rows());
  for (const std::uint64_t row : order) {
    if (row < seen.size() && !seen[row]) {
      seen[row] = true;
      continue;
    }
    throw Error(ErrorKind::usage, fmt::format("{}: expected every row once, 0 to {}, found {}{}",
                                              setting("given-order"), data.rows() - 1, row,
                                              row < seen.size() ? " again" : ""));
  }
  if (order.size() < data.rows())
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected each of {} once, found {}", setting("given-order"),
                            plural(data.rows(), "row"), order.size()));
}

// Weights, their average or best, the state for resuming and the model's own copies: one value per
// feature each. A loss also has one value per row.
void require_room(const Dataset& data, const Scheme& scheme, const LearnSettings& settings) {
  constexpr std::uint64_t kBytesAFeature = 120;
  constexpr std::uint64_t kBytesARow = 40;
  const std::uint64_t parts = settings.calibrate == CalibrationKind::none ? 1 : 6;
  const std::uint64_t models = saturating_product(scheme.models(), parts);
  const std::uint64_t rows = traits_of(settings).loss ? data.rows() : 0;
  std::string what =
      fmt::format("{}: training with {} features", data.name, with_commas(data.features()));
  std::string advice = "number the features without gaps, from 1";
  if (models > 1) {
    what = fmt::format(
        "{}: training {} for the {} classes ({} features × {} models × {} bytes{})", data.name,
        scheme.name(), with_commas(data.classes.size()), with_commas(data.features()),
        with_commas(models), kBytesAFeature,
        rows > 0 ? fmt::format(", and {} rows × {}", with_commas(rows), kBytesARow) : "");
    advice =
        scheme.layout() == ModelLayout::per_pair
            ? setting("multiclass", Multiclass::one_vs_rest) + " trains only one model per class"
            : "leave out rare features or classes (is the label in the right column?)";
    if (parts > 1) advice = "leave out " + setting("calibrate") + ", or " + advice;
  }
  const std::uint64_t table = models > 1 ? data.classes.size() * sizeof(double) : 0;
  const std::uint64_t each = saturating_product(data.features(), kBytesAFeature) +
                             saturating_product(rows, kBytesARow) + table;
  require_memory(models, each, what, advice);
}

std::vector<double> class_weights(const Dataset& data, const ClassWeights& wanted) {
  return class_weights(data.classes, class_totals(data), wanted);
}

std::vector<double> class_weights(const Classes& classes, std::span<const double> totals,
                                  const ClassWeights& wanted) {
  const auto& names = classes.names();
  std::vector<double> weights(names.size(), 1);
  if (wanted.balanced) {
    const double all = std::accumulate(totals.begin(), totals.end(), 0.0);
    for (std::size_t c = 0; c < names.size(); ++c)
      weights[c] = all / (static_cast<double>(names.size()) * totals[c]);
    return weights;
  }
  for (const auto& [name, value] : wanted.weights) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      throw Error(ErrorKind::usage,
                  fmt::format("{}: the data has no class {}, only {}", setting("class-weight"),
                              in_quotes(name), in_list(names)));
    }
    double& weight = weights[static_cast<std::size_t>(found - names.begin())];
    if (weight != 1)
      throw Error(ErrorKind::usage, setting("class-weight") + " names a class twice");
    weight = value;
  }
  return weights;
}

}  // namespace perceptron::core
