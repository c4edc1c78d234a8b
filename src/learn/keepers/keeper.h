// Which weights of the training loop are returned: the last ones, their average, or the best seen.
// A keeper observes the loop; it is called for updates only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "learn/loop.h"
#include "learn/warm_start.h"

namespace perceptron::core {

// The training data of a bank.
struct Examples {
  RowsView rows;
  std::span<const std::uint32_t> labels;
  std::span<const double> weights = {};  // of the rows; empty: all 1

  double weight(std::uint64_t i) const { return weights.empty() ? 1 : weights[i]; }
  std::uint64_t size() const { return labels.size(); }
  std::uint64_t features() const {
    return std::visit([](const auto& view) { return view.features; }, rows);
  }
};

class Keeper {
 public:
  Keeper() = default;
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  virtual ~Keeper() = default;

  // The rows that updates refer to from now on; the previous ones are gone.
  virtual void on_rows(const Examples& /*examples*/) {}
  // Before an update is made.
  virtual void on_update(const UpdateEvent& update) = 0;
  // After a pass; `active` is 0 for models that took no part in it.
  virtual void on_pass_end(const Bank& /*bank*/, std::span<const double> /*active*/) {}
  // The result for one model after `steps` examples of its own, including those of the passes that
  // a converged model was spared.
  virtual void result(const Bank& bank, std::uint64_t model, std::uint64_t steps,
                      std::span<double> weights, double& offset) const = 0;

  // The results for all models, given the steps of each.
  virtual void results(const Bank& bank, std::span<const std::uint64_t> steps,
                       std::span<const std::span<double>> weights,
                       std::span<double> offsets) const {
    for (std::uint64_t m = 0; m < bank.models(); ++m)
      result(bank, m, steps[m], weights[m], offsets[m]);
  }

  // The state needed to resume training, besides the result and the weights after the last step.
  virtual void save(std::uint64_t /*model*/, WarmStart& /*to*/) const {}
  virtual void load(std::uint64_t /*model*/, const WarmStart& /*from*/) {}
};

// The weights after the last step.
std::unique_ptr<Keeper> keep_last();
// The mean of the weights after each step.
std::unique_ptr<Keeper> keep_average(const Examples& examples, Offset offset, const Bank& bank);
// The weights with the fewest training errors seen.
std::unique_ptr<Keeper> keep_pocket(const Examples& examples, const Targets& targets,
                                    const Bank& bank);

std::unique_ptr<Keeper> make_keeper(KeptWeights keep, const Examples& examples,
                                    const Targets& targets, Offset offset, const Bank& bank);

}  // namespace perceptron::core
