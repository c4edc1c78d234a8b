// The fast loop against the plain one.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "learn/learners.h"
#include "problem.h"

namespace perceptron::core::test {
namespace {

// All that an observer is told, and after how many moves it ends the pass.
class Witness : public UpdateObserver {
 public:
  explicit Witness(std::uint64_t moves) : left_(moves) {}

  bool on_update(const UpdateEvent& update) override {
    told_.push_back(static_cast<double>(update.step));
    told_.push_back(static_cast<double>(update.row));
    for (const std::uint64_t m : update.models) {
      told_.push_back(static_cast<double>(m));
      told_.push_back(update.scores[m]);
      told_.push_back(update.steps[m]);
      told_.push_back(static_cast<double>(update.seen(m)));
      told_.push_back(update.bank.offsets()[m]);
    }
    return --left_ > 0;
  }
  const std::vector<double>& told() const { return told_; }

 private:
  std::uint64_t left_;
  std::vector<double> told_;
};

// What one pass works on.
struct PassCase {
  Problem problem;
  Targets targets{1, 1};
  std::vector<std::uint64_t> order;
  std::vector<double> weights;  // of the rows; empty: all 1
  std::vector<double> active;   // of the models; empty: all 1
  std::vector<double> lengths;
  std::vector<double> bar;
  std::vector<double> initial;
  Rule rule;
  Offset offset = Offset::constant;
  bool tallies = false;
  std::uint64_t moves = 0;  // after which the observer ends the pass

  explicit PassCase(Random& random) {
    const std::uint64_t classes = 1 + random.below(4);
    problem = real_problem(random, classes);
    if (random.below(2) == 0) problem.matrix = problem.matrix.as(Matrix::Layout::sparse);
    const std::uint64_t rows = problem.labels.size();
    const bool joint = classes > 1 && random.below(4) == 0;
    const std::uint64_t models = joint ? classes : 1 + random.below(40);
    targets = Targets(classes, models);
    for (std::uint64_t c = 0; c < classes; ++c) {
      for (std::uint64_t m = 0; m < models; ++m) {
        const double any = (static_cast<double>(random.below(3)) - 1) * random.uniform(0.5, 2);
        targets.sign(c, m) = joint ? (c == m ? 1 : -1) : any;
      }
    }
    for (std::uint64_t i = random.below(3 * rows); i > 0; --i) order.push_back(random.below(rows));
    const bool weighted = random.below(2) == 0;
    for (std::uint64_t i = 0; weighted && i < rows; ++i)
      weights.push_back(random.below(4) == 0 ? 0 : random.uniform(0.1, 3));
    const bool masked = !joint && random.below(2) == 0;
    for (std::uint64_t m = 0; masked && m < models; ++m)
      active.push_back(random.below(3) == 0 ? 0 : 1);
    lengths = squared_lengths(problem.matrix.view());
    for (std::uint64_t m = 0; m < models; ++m) bar.push_back(random.uniform(0, 2));
    for (std::uint64_t k = 0; k < (problem.matrix.features() + 1) * models; ++k)
      initial.push_back(random.normal());
    const std::uint64_t kind = random.below(3);
    if (joint) {
      rule = kind == 0 ? Rule(JointPerceptron()) : Rule(JointPassiveAggressive{{lengths, 1, 0}});
    } else {
      rule = kind == 0   ? Rule(Perceptron())
             : kind == 1 ? Rule(MarginPerceptron{bar})
                         : Rule(PassiveAggressive{lengths, 0.7, 0.1, weights});
    }
    if (random.below(2) == 0) offset = Offset::none;
    tallies = random.below(2) == 0;
    moves = random.below(3) == 0 ? 1 + random.below(10) : 1'000'000;
  }

  // The weights afterwards, and what the observer was told.
  template <class Run>
  std::vector<double> run(const Run& run_it) const {
    const std::uint64_t models = targets.models();
    Bank bank(problem.matrix.features(), models);
    for (std::uint64_t j = 0; j <= bank.features(); ++j)
      std::copy_n(initial.begin() + static_cast<std::ptrdiff_t>(j * models), models, bank.row(j));
    Witness witness(moves);
    Tally tally(targets, {});
    const RowsView view = problem.matrix.view();
    run_it(rule, Pass{view, problem.labels, order, targets, offset, 3, bank, witness, weights,
                      active, tallies ? &tally : nullptr});
    std::vector<double> all = witness.told();
    for (std::uint64_t j = 0; j <= bank.features(); ++j)
      all.insert(all.end(), bank.row(j), bank.row(j) + models);
    for (std::uint64_t m = 0; m < models; ++m) all.push_back(static_cast<double>(tally.of(m)));
    return all;
  }
};

RC_GTEST_PROP(Loop, IsThePlainLoopBitForBit, (std::uint64_t seed)) {
  Random random(seed);
  const PassCase one(random);
  const auto plain = one.run(run_plain_pass);
  const auto fast = one.run(run_pass);
  RC_ASSERT(plain.size() == fast.size());
  for (std::size_t k = 0; k < plain.size(); ++k)
    RC_ASSERT(std::bit_cast<std::uint64_t>(plain[k]) == std::bit_cast<std::uint64_t>(fast[k]));
}

}  // namespace
}  // namespace perceptron::core::test
