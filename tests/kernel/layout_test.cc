// Equal rows in every layout. The perceptron family learns the same bits from all of
// them. A loss is solved to the same bits from all dense ones and from all sparse ones,
// whatever the width of values and ids; dense and sparse rows agree within the gap that
// is proved.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "learn/learners.h"
#include "model/fit.h"

namespace perceptron::core::test {
namespace {

// The same rows in each layout that training can meet.
class Layouts {
 public:
  Layouts(Random& random, std::uint64_t rows, std::uint64_t features, bool ones)
      : rows_(rows), features_(features) {
    starts_.push_back(0);
    for (std::uint64_t i = 0; i < rows; ++i) {
      for (std::uint64_t j = 0; j < features; ++j) {
        const bool zero = random.below(2) == 0;
        const double x = zero ? 0 : ones ? 1 : static_cast<float>(random.normal());
        dense_.push_back(x);
        dense_float_.push_back(static_cast<float>(x));
        if (zero) continue;
        values_.push_back(x);
        values_float_.push_back(static_cast<float>(x));
        ids16_.push_back(static_cast<std::uint16_t>(j));
        ids32_.push_back(static_cast<std::uint32_t>(j));
        ids64_.push_back(j);
      }
      starts_.push_back(values_.size());
    }
    if (ones) {
      sparse_.emplace_back(SparseRows<One>{starts_.data(), ids32_.data(), nullptr, rows, features});
      sparse_.emplace_back(
          SparseRows<One, std::uint16_t>{starts_.data(), ids16_.data(), nullptr, rows, features});
    }
  }
  Layouts(const Layouts&) = delete;
  Layouts& operator=(const Layouts&) = delete;

  std::vector<RowsView> dense() const {
    return {DenseRows<double>{dense_.data(), rows_, features_},
            DenseRows<float>{dense_float_.data(), rows_, features_}};
  }
  std::vector<RowsView> sparse() const {
    std::vector<RowsView> all = sparse_;
    add_sparse(ids16_, all);
    add_sparse(ids32_, all);
    add_sparse(ids64_, all);
    return all;
  }
  std::uint64_t rows() const { return rows_; }

 private:
  template <class Id>
  void add_sparse(const std::vector<Id>& ids, std::vector<RowsView>& to) const {
    to.emplace_back(
        SparseRows<double, Id>{starts_.data(), ids.data(), values_.data(), rows_, features_});
    to.emplace_back(
        SparseRows<float, Id>{starts_.data(), ids.data(), values_float_.data(), rows_, features_});
  }

  std::uint64_t rows_;
  std::uint64_t features_;
  std::vector<std::uint64_t> starts_;
  std::vector<double> dense_;
  std::vector<float> dense_float_;
  std::vector<double> values_;
  std::vector<float> values_float_;
  std::vector<std::uint16_t> ids16_;
  std::vector<std::uint32_t> ids32_;
  std::vector<std::uint64_t> ids64_;
  std::vector<RowsView> sparse_;
};

struct Task {
  std::vector<std::uint32_t> labels;
  Targets targets{3, 3};
  LearnSettings settings;

  Task(Random& random, std::uint64_t rows) {
    for (std::uint64_t i = 0; i < rows; ++i)
      labels.push_back(static_cast<std::uint32_t>(random.below(3)));
    for (std::uint64_t c = 0; c < 3; ++c) {
      // Weights as those of balanced classes, which are rounded.
      for (std::uint64_t m = 0; m < 3; ++m)
        targets.sign(c, m) =
            (c == m ? 1.0 : -1.0) * static_cast<double>(rows) / (3 * (1 + static_cast<double>(c)));
    }
    settings.seed = random.bits();
  }

  std::vector<Fit> fit_to(const RowsView& rows) const {
    Listener silent;
    return fit({rows, labels}, targets, settings, 1, silent);
  }
};

std::vector<std::uint64_t> bits_of(const std::vector<Fit>& fits) {
  std::vector<std::uint64_t> bits;
  const auto add = [&](double x) { bits.push_back(std::bit_cast<std::uint64_t>(x)); };
  for (const Fit& fit : fits) {
    for (const double w : fit.weights) add(w);
    for (const double a : fit.alpha) add(a);
    add(fit.offset);
    if (fit.optimisation) add(fit.optimisation->primal);
    if (fit.optimisation) add(fit.optimisation->dual);
  }
  return bits;
}

TEST(Layout, PerceptronsLearnTheSameBitsFromEveryLayout) {
  Random random(1);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Layouts layouts(random, 1 + random.below(60), 1 + random.below(30), repeat % 4 == 0);
    Task task(random, layouts.rows());
    for (const Learner learner :
         {Learner::perceptron, Learner::averaged, Learner::pocket, Learner::passive_aggressive}) {
      task.settings.learner = learner;
      task.settings.epochs = 8;
      const auto expected = bits_of(task.fit_to(layouts.dense()[0]));
      for (const RowsView& rows : layouts.dense()) EXPECT_EQ(bits_of(task.fit_to(rows)), expected);
      for (const RowsView& rows : layouts.sparse()) EXPECT_EQ(bits_of(task.fit_to(rows)), expected);
    }
  }
}

TEST(Layout, LossesGetTheSameBitsFromAnyWidthAndAgreeWithinTheGap) {
  Random random(2);
  for (int repeat = 0; repeat < 8; ++repeat) {
    const Layouts layouts(random, 20 + random.below(80), 1 + random.below(40), repeat % 4 == 0);
    Task task(random, layouts.rows());
    for (const Learner loss : {Learner::hinge, Learner::squared_hinge, Learner::logistic}) {
      task.settings.learner = loss;
      task.settings.l2 = random.below(2) == 0 ? 1e-2 : 1e-4;
      const auto dense = task.fit_to(layouts.dense()[0]);
      const auto sparse = task.fit_to(layouts.sparse()[0]);
      for (const RowsView& rows : layouts.dense())
        EXPECT_EQ(bits_of(task.fit_to(rows)), bits_of(dense)) << name_of(loss);
      for (const RowsView& rows : layouts.sparse())
        EXPECT_EQ(bits_of(task.fit_to(rows)), bits_of(sparse)) << name_of(loss);
      for (std::size_t m = 0; m < dense.size(); ++m) {
        const Optimisation& one = dense[m].optimisation.value();
        const Optimisation& other = sparse[m].optimisation.value();
        ASSERT_TRUE(dense[m].converged && sparse[m].converged) << name_of(loss);
        const double rounding = 1e-12 * one.primal;
        EXPECT_LE(one.dual, other.primal + rounding) << name_of(loss);
        EXPECT_LE(other.dual, one.primal + rounding) << name_of(loss);
        EXPECT_LE(std::abs(one.primal - other.primal),
                  task.settings.tolerance * std::max(one.primal, other.primal) + rounding)
            << name_of(loss);
      }
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
