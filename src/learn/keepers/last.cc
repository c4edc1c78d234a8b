// The plain result: the weights after the last step.

#include "learn/keepers/keeper.h"

namespace perceptron::core {
namespace {

class Last : public Keeper {
 public:
  void on_update(const UpdateEvent& /*update*/) override {}
  void result(const Bank& bank, std::uint64_t model, std::uint64_t /*steps*/,
              std::span<double> weights, double& offset) const override {
    bank.take(model, weights, offset);
  }
  void results(const Bank& bank, std::span<const std::uint64_t> /*steps*/,
               std::span<const std::span<double>> weights,
               std::span<double> offsets) const override {
    bank.take(weights, offsets);
  }
};

}  // namespace

std::unique_ptr<Keeper> keep_last() { return std::make_unique<Last>(); }

}  // namespace perceptron::core
