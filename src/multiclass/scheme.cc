#include "multiclass/scheme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

// Calls use(model, i, j) for each pair i < j in the order of the models.
template <class Use>
void each_pair(std::uint64_t classes, const Use& use) {
  std::uint64_t model = 0;
  for (std::uint64_t i = 0; i < classes; ++i) {
    for (std::uint64_t j = i + 1; j < classes; ++j) use(model++, i, j);
  }
}

std::uint32_t first_best(std::span<const double> scores) {
  return static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) -
                                    scores.begin());
}

}  // namespace

SchemeTraits traits_of(Multiclass multiclass) {
  switch (multiclass) {
    case Multiclass::one_vs_rest:
      return {.layout = ModelLayout::per_class};
    case Multiclass::one_vs_one:
      return {.layout = ModelLayout::per_pair};
    case Multiclass::joint:
      return {.layout = ModelLayout::per_class, .joint = true};
  }
  throw std::logic_error("a multiclass scheme without traits");
}

Scheme::Scheme(Multiclass multiclass, std::uint64_t classes, double threshold)
    : multiclass_(multiclass),
      classes_(classes),
      threshold_(threshold),
      traits_(classes > 2 ? traits_of(multiclass) : SchemeTraits{ModelLayout::two_classes}) {}

std::string Scheme::name() const {
  return layout() == ModelLayout::two_classes ? "binary" : std::string(name_of(multiclass_));
}

std::uint64_t Scheme::models() const {
  switch (layout()) {
    case ModelLayout::two_classes:
      return 1;
    case ModelLayout::per_class:
      return classes_;
    case ModelLayout::per_pair:
      return saturating_product(classes_, classes_ - 1) / 2;
  }
  return 0;
}

Scheme::Sides Scheme::sides(std::uint64_t model) const {
  std::uint64_t first = 0;
  switch (layout()) {
    case ModelLayout::two_classes:
      return {1, 0};
    case ModelLayout::per_class:
      return {static_cast<std::uint32_t>(model), std::nullopt};
    case ModelLayout::per_pair:
      while (model >= classes_ - 1 - first) model -= classes_ - 1 - first++;
      return {static_cast<std::uint32_t>(first + 1 + model), static_cast<std::uint32_t>(first)};
  }
  return {};
}

Targets Scheme::targets(std::span<const double> class_weights) const {
  Targets targets(classes_, models());
  const auto weight = [&](std::uint64_t c) { return class_weights.empty() ? 1 : class_weights[c]; };
  for (std::uint64_t m = 0; m < targets.models(); ++m) {
    const auto [positive, negative] = sides(m);
    for (std::uint64_t c = 0; c < classes_; ++c) {
      if (c == positive) {
        targets.sign(c, m) = weight(c);
      } else if (!negative || c == *negative) {
        targets.sign(c, m) = -weight(c);
      }
    }
  }
  return targets;
}

std::uint32_t Scheme::decide(std::span<const double> scores) const {
  switch (layout()) {
    case ModelLayout::two_classes:
      return scores[0] >= threshold_ ? 1 : 0;
    case ModelLayout::per_class:
      return first_best(scores);
    case ModelLayout::per_pair:
      return decide_by_votes(scores);
  }
  return 0;
}

std::uint32_t Scheme::decide_by_votes(std::span<const double> scores) const {
  std::vector<std::uint64_t> votes(classes_);
  count_votes(scores, votes);
  const std::uint64_t most = *std::max_element(votes.begin(), votes.end());
  const auto winner = std::find(votes.begin(), votes.end(), most);
  if (std::find(winner + 1, votes.end(), most) == votes.end())
    return static_cast<std::uint32_t>(winner - votes.begin());
  std::vector<double> confidence(classes_);
  confidences(scores, confidence);
  for (std::uint64_t c = 0; c < classes_; ++c) {
    if (votes[c] < most) confidence[c] = -std::numeric_limits<double>::infinity();
  }
  return first_best(confidence);
}

bool Scheme::is_tie(std::span<const double> scores) const {
  const std::uint32_t winner = decide(scores);
  bool tie = false;
  switch (layout()) {
    case ModelLayout::two_classes:
      return scores[0] == threshold_;
    case ModelLayout::per_class:
      for (std::uint64_t m = 0; m < scores.size(); ++m)
        tie = tie || (m != winner && scores[m] == scores[winner]);
      return tie;
    case ModelLayout::per_pair:
      each_pair(classes_, [&](std::uint64_t model, std::uint64_t i, std::uint64_t j) {
        tie = tie || ((i == winner || j == winner) && scores[model] == 0);
      });
      return tie;
  }
  return tie;
}

void Scheme::count_votes(std::span<const double> scores, std::span<std::uint64_t> votes) const {
  std::fill(votes.begin(), votes.end(), 0);
  each_pair(classes_, [&](std::uint64_t model, std::uint64_t i, std::uint64_t j) {
    ++votes[scores[model] >= 0 ? j : i];
  });
}

void Scheme::confidences(std::span<const double> scores, std::span<double> each) const {
  std::fill(each.begin(), each.end(), 0.0);
  each_pair(classes_, [&](std::uint64_t model, std::uint64_t i, std::uint64_t j) {
    each[i] -= scores[model];
    each[j] += scores[model];
  });
}

void Scheme::class_scores(std::span<const double> scores, std::span<double> each) const {
  switch (layout()) {
    case ModelLayout::two_classes:
      each[0] = threshold_ - scores[0];
      each[1] = scores[0] - threshold_;
      return;
    case ModelLayout::per_class:
      std::copy(scores.begin(), scores.end(), each.begin());
      return;
    case ModelLayout::per_pair:
      break;
  }
  std::vector<std::uint64_t> votes(classes_);
  count_votes(scores, votes);
  confidences(scores, each);
  for (std::uint64_t c = 0; c < classes_; ++c)
    each[c] = static_cast<double>(votes[c]) + each[c] / (3 * (std::abs(each[c]) + 1));
}

void Scheme::ranking_scores(std::span<const double> scores, std::span<double> each) const {
  class_scores(scores, each);
  if (layout() != ModelLayout::per_class || multiclass_ != Multiclass::joint) return;
  const auto highest =
      static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  // Of the others' highest score and sum, for the highest class and for the rest, whose others
  // include it.
  double next = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (c != highest) next = std::max(next, scores[c]);
  }
  double sum = 0;
  double rest = 0;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    sum += portable_exp(scores[c] - scores[highest]);
    if (c != highest) rest += portable_exp(scores[c] - next);
  }
  for (std::size_t c = 0; c < scores.size(); ++c) {
    each[c] = c == highest ? scores[c] - next - portable_log(rest)
                           : scores[c] - scores[highest] -
                                 portable_log(sum - portable_exp(scores[c] - scores[highest]));
  }
}

}  // namespace perceptron::core
