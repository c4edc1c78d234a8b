#include "model/certainty.h"

#include <algorithm>

#include "base/error.h"
#include "base/message.h"

namespace perceptron::core {

bool proves_predictions(const Model& model) {
  return !model.support && !model.planes.empty() &&
         std::all_of(model.planes.begin(), model.planes.end(),
                     [](const Plane& plane) { return plane.region.has_value(); });
}

Certainty::Certainty(const Model& model)
    : model_(model), scheme_(model.scheme()), scores_(model.planes.size()) {
  if (proves_predictions(model)) return;
  throw Error(ErrorKind::usage,
              setting("certain") +
                  ": the model does not say where the exact minimisers are; train it with " +
                  setting("certify") + " and an L2 penalty");
}

bool Certainty::is_certain(const RowsView& rows, std::uint64_t row, std::uint32_t predicted) {
  std::visit(
      [&](const auto& view) {
        const auto values = view[row];
        for (std::size_t m = 0; m < scores_.size(); ++m) {
          const Plane& plane = model_.planes[m];
          scores_[m] = scores_within(*plane.region, plane.weights, values);
        }
      },
      rows);
  switch (scheme_.layout()) {
    case ModelLayout::two_classes:
      return predicted == 1 ? scores_[0].lower > model_.threshold
                            : scores_[0].upper < model_.threshold;
    case ModelLayout::per_class:
      return wins(predicted);
    case ModelLayout::per_pair:
      break;
  }
  return wins_votes(predicted);
}

bool Certainty::wins(std::uint32_t predicted) const {
  for (std::size_t k = 0; k < scores_.size(); ++k) {
    if (k != predicted && !(scores_[predicted].lower > scores_[k].upper)) return false;
  }
  return true;
}

// Its certain votes are more than all that another class may have.
bool Certainty::wins_votes(std::uint32_t predicted) const {
  std::vector<std::uint64_t> most(scheme_.classes());
  std::uint64_t least = 0;
  for (std::size_t m = 0; m < scores_.size(); ++m) {
    const auto [positive, negative] = scheme_.sides(m);
    const bool may_lose = !(scores_[m].lower > 0);
    const bool may_win = !(scores_[m].upper < 0);
    if (may_win) ++most[positive];
    if (may_lose) ++most[*negative];
    if ((positive == predicted && !may_lose) || (*negative == predicted && !may_win)) ++least;
  }
  for (std::size_t k = 0; k < most.size(); ++k) {
    if (k != predicted && most[k] >= least) return false;
  }
  return true;
}

}  // namespace perceptron::core
