// What becomes of the weights that the loop passes through: the last ones are
// the answer, or their average, or the best that were seen. A keeper stands
// beside the loop; it hears of moves only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "learn/loop.h"
#include "learn/warm_start.h"

namespace perceptron::core {

// The data a bank learns from.
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

  // The rows that moves are about from now on; those it was made with are gone.
  virtual void on_rows(const Examples& /*examples*/) {}
  // Before a move is made.
  virtual void on_move(const Move& move) = 0;
  // After a pass; `active` is 0 for models that took no part in it.
  virtual void on_pass_end(const Bank& /*bank*/, std::span<const double> /*active*/) {}
  // The answer for one model after `steps` examples of its own, those of passes
  // that a converged model did not need included.
  virtual void result(const Bank& bank, std::uint64_t model, std::uint64_t steps,
                      std::span<double> weights, double& offset) const = 0;

  // The answers for all models, the steps of each given.
  virtual void results(const Bank& bank, std::span<const std::uint64_t> steps,
                       std::span<const std::span<double>> weights,
                       std::span<double> offsets) const {
    for (std::uint64_t m = 0; m < bank.models(); ++m)
      result(bank, m, steps[m], weights[m], offsets[m]);
  }

  // What it takes to go on, beside the answer and the weights after the last
  // step; and going on from it.
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
