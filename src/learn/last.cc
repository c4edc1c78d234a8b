// The plain answer: the weights after the last step.

#include "learn/keeper.h"

namespace perceptron {
namespace {

class Last : public Keeper {
 public:
  void on_move(const Move& /*move*/) override {}
  void result(const Bank& bank, std::uint64_t model, std::uint64_t /*steps*/,
              std::span<double> weights, double& offset) const override {
    bank.take(model, weights, offset);
  }
};

}  // namespace

std::unique_ptr<Keeper> keep_last(const Examples& /*examples*/, const Targets& /*targets*/,
                                  Offset /*offset*/, const Bank& /*bank*/) {
  return std::make_unique<Last>();
}

}  // namespace perceptron
