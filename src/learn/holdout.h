// Early stopping: some rows are held out of training, and the weights with the best accuracy on
// them are kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/bank.h"
#include "learn/keepers/keeper.h"
#include "learn/patience.h"
#include "learn/targets.h"

namespace perceptron::core {

class Holdout {
 public:
  // A seeded sample of the fraction `share` of the rows; none if it is 0.
  Holdout(const Examples& examples, double share, std::uint64_t seed);

  bool empty() const { return rows_.empty(); }
  // The weights of the rows for training; those held out have weight 0.
  const std::vector<double>& weights() const { return weights_; }
  // The weighted accuracy on the rows held out.
  double accuracy(const Examples& examples, const Targets& targets, std::uint64_t model,
                  std::span<const double> w, double b) const;
  // The same for models of all classes together: those of `bank`, from model `first` of `targets`.
  double joint_accuracy(const Examples& examples, const Targets& targets, std::uint64_t first,
                        const Bank& bank) const;

 private:
  std::vector<std::uint64_t> rows_;
  std::vector<double> held_;  // their total weight
  std::vector<double> weights_;
};

// The best weights seen on the rows held out.
class BestSeen {
 public:
  explicit BestSeen(std::uint64_t patience) : patience_(patience) {}

  // False if it is time to stop.
  bool consider(double accuracy, std::span<const double> w, double b);

  double accuracy() const { return accuracy_; }
  const std::vector<double>& w() const { return w_; }
  double b() const { return b_; }

 private:
  Patience patience_;
  double accuracy_ = -1;
  std::vector<double> w_;
  double b_ = 0;
};

}  // namespace perceptron::core
