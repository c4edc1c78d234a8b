// All losses: a new one needs its file, the include and one line here, see definition.h.

// These are outside the include guard because newton/derivatives.cc includes their last parts once
// for every instruction set.
#include "solve/losses/hinge.h"
#include "solve/losses/logistic.h"
#include "solve/losses/perceptron.h"
#include "solve/losses/squared_hinge.h"

#ifndef PERCEPTRON_SOLVE_LOSSES_LOSSES_H
#define PERCEPTRON_SOLVE_LOSSES_LOSSES_H

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "learn/learners.h"
#include "solve/losses/definition.h"

namespace perceptron::core {

template <Loss kValue, LossDefinition Definition>
struct ListedLoss {
  static constexpr Loss kLoss = kValue;
  using Type = Definition;
};

using Losses =
    std::tuple<ListedLoss<Loss::perceptron, PerceptronLoss>, ListedLoss<Loss::hinge, Hinge>,
               ListedLoss<Loss::squared_hinge, SquaredHinge>, ListedLoss<Loss::logistic, Logistic>>;

// Calls work(Hinge()), or the same for another loss.
template <std::size_t kPlace = 0, class Work>
constexpr decltype(auto) with_loss(Loss loss, Work&& work) {
  using Listed = std::tuple_element_t<kPlace, Losses>;
  if (loss == Listed::kLoss) return work(typename Listed::Type());
  if constexpr (kPlace + 1 < std::tuple_size_v<Losses>) {
    return with_loss<kPlace + 1>(loss, work);
  } else {
    throw std::logic_error("a loss that losses.h does not list");
  }
}

inline constexpr auto kLosses = [] {
  return []<std::size_t... kPlaces>(std::index_sequence<kPlaces...>) {
    return std::array{std::tuple_element_t<kPlaces, Losses>::kLoss...};
  }
  (std::make_index_sequence<std::tuple_size_v<Losses>>());
}();

// Properties of a loss, for code that is not a template.
struct LossTraits {
  std::string_view name;
  bool smooth = false;
  bool bounded_beta = false;  // β ≤ v; otherwise β ≥ 0 is the only constraint
  bool has_dual_term = false;
  NewtonForm newton = NewtonForm::none;
  bool interior = false;  // the interior point method solves it
  bool verifiable = false;
};

constexpr LossTraits traits_of(Loss loss) {
  return with_loss(loss, [](auto definition) {
    using L = decltype(definition);
    return LossTraits{L::kName,   kSmooth<L>,          L::kLargestBeta == 1, kHasDualTerm<L>,
                      L::kNewton, kHasInteriorTerm<L>, L::kVerifiable};
  });
}

using perceptron::name_of;
constexpr std::string_view name_of(Loss loss) { return traits_of(loss).name; }

}  // namespace perceptron::core

#endif
