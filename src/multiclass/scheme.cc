#include "multiclass/scheme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

Scheme::Kind kind_of(Multiclass multiclass) {
  switch (multiclass) {
    case Multiclass::one_vs_rest:
      return Scheme::Kind::one_vs_rest;
    case Multiclass::one_vs_one:
      return Scheme::Kind::one_vs_one;
    case Multiclass::joint:
      return Scheme::Kind::joint;
  }
  return Scheme::Kind::one_vs_rest;
}

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

Scheme::Scheme(Multiclass multiclass, std::uint64_t classes)
    : kind_(classes > 2 ? kind_of(multiclass) : Kind::binary), classes_(classes) {}

std::string Scheme::name() const {
  for (const auto& [multiclass, name] : enum_names(Multiclass{})) {
    if (kind_of(multiclass) == kind_) return name;
  }
  return "binary";
}

std::uint64_t Scheme::models() const {
  if (kind_ == Kind::binary) return 1;
  return kind_ == Kind::one_vs_one ? saturating_product(classes_, classes_ - 1) / 2 : classes_;
}

Scheme::Sides Scheme::sides(std::uint64_t model) const {
  if (kind_ == Kind::binary) return {1, 0};
  if (kind_ != Kind::one_vs_one) return {static_cast<std::uint32_t>(model), std::nullopt};
  std::uint64_t first = 0;
  while (model >= classes_ - 1 - first) model -= classes_ - 1 - first++;
  return {static_cast<std::uint32_t>(first + 1 + model), static_cast<std::uint32_t>(first)};
}

Targets Scheme::targets(std::span<const double> class_weights) const {
  Targets targets(classes_, models());
  const auto weight = [&](std::uint64_t c) { return class_weights.empty() ? 1 : class_weights[c]; };
  if (kind_ == Kind::binary) {
    targets.sign(0, 0) = -weight(0);
    targets.sign(1, 0) = weight(1);
  } else if (kind_ == Kind::one_vs_one) {
    each_pair(classes_, [&](std::uint64_t model, std::uint64_t i, std::uint64_t j) {
      targets.sign(i, model) = -weight(i);
      targets.sign(j, model) = weight(j);
    });
  } else {
    for (std::uint64_t c = 0; c < classes_; ++c) {
      for (std::uint64_t m = 0; m < classes_; ++m)
        targets.sign(c, m) = c == m ? weight(c) : -weight(c);
    }
  }
  return targets;
}

std::uint32_t Scheme::decide(std::span<const double> scores) const {
  if (kind_ == Kind::binary) return scores[0] >= 0 ? 1 : 0;
  if (kind_ != Kind::one_vs_one) return first_best(scores);
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
  if (kind_ == Kind::binary) return scores[0] == 0;
  const std::uint32_t winner = decide(scores);
  bool tie = false;
  if (kind_ != Kind::one_vs_one) {
    for (std::uint64_t m = 0; m < scores.size(); ++m)
      tie = tie || (m != winner && scores[m] == scores[winner]);
    return tie;
  }
  each_pair(classes_, [&](std::uint64_t model, std::uint64_t i, std::uint64_t j) {
    tie = tie || ((i == winner || j == winner) && scores[model] == 0);
  });
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
  if (kind_ == Kind::binary) return confidences(scores, each);
  if (kind_ != Kind::one_vs_one) {
    std::copy(scores.begin(), scores.end(), each.begin());
    return;
  }
  std::vector<std::uint64_t> votes(classes_);
  count_votes(scores, votes);
  confidences(scores, each);
  for (std::uint64_t c = 0; c < classes_; ++c)
    each[c] = static_cast<double>(votes[c]) + each[c] / (3 * (std::abs(each[c]) + 1));
}

}  // namespace perceptron::core
