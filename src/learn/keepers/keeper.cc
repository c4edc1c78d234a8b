#include "learn/keepers/keeper.h"

namespace perceptron::core {

std::unique_ptr<Keeper> make_keeper(KeptWeights keep, const Examples& examples,
                                    const Targets& targets, Offset offset, const Bank& bank) {
  switch (keep) {
    case KeptWeights::last:
      return keep_last();
    case KeptWeights::average:
      return keep_average(examples, offset, bank);
    case KeptWeights::pocket:
      return keep_pocket(examples, targets, bank);
  }
  return nullptr;
}

}  // namespace perceptron::core
