// The loop. For each example (x, y) in order, for all models of a bank:
//
//     s = Wᵀx              scores
//     t = rule(s, y)       steps, times the example's weight
//     W += x tᵀ            add
//
// A score is summed in the order of the features, one product after the other,
// the offset last: the order of the textbook. So a model takes the same steps,
// bit for bit, alone or in a bank, from dense or sparse rows, with any width
// of SIMD. loop.cc opens with this loop written plainly; what runs is faster and takes
// the same steps.
#pragma once

#include <cstdint>
#include <span>

#include "data/rows.h"
#include "kernel/bank.h"
#include "learn/learners.h"
#include "learn/tally.h"
#include "learn/targets.h"

namespace perceptron::core {

enum class Offset { none, constant };

// An example that moves at least one model.
struct Move {
  std::uint64_t step;                     // rows visited before it
  std::uint64_t row;                      // its number in the data
  std::span<const double> scores;         // s, a model each
  std::span<const double> steps;          // t, a model each
  const Bank& bank;                       // before the add
  std::span<const std::uint64_t> models;  // those that move
  const Tally* tally = nullptr;

  // Examples that a model saw before it.
  std::uint64_t seen(std::uint64_t model) const { return tally ? tally->of(model) : step; }
};

// Whoever wants to know of moves. Called before the add, and for no other row;
// false ends the pass after it.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;
  virtual bool on_move(const Move& move) = 0;
};

struct Pass {
  const RowsView& rows;
  std::span<const std::uint32_t> labels;
  std::span<const std::uint64_t> order;  // the rows to visit
  const Targets& targets;
  Offset offset;
  std::uint64_t first_step;  // rows visited before this pass
  Bank& bank;
  Watcher& watcher;
  std::span<const double> weights = {};  // of the rows, which steps are multiplied by; empty: all 1
  // 0 for a model that is to stay as it is; empty: all move, as joint ones always do.
  std::span<const double> active = {};
  Tally* tally = nullptr;  // counts the examples, if it is there
};

void run_pass(const Rule& rule, const Pass& pass);

// The same as it is written in a textbook, one model at a time.
void run_pass_plainly(const Rule& rule, const Pass& pass);

// Scores of rows begin … end − 1, bank.models() for each row.
void score(const RowsView& rows, std::uint64_t begin, std::uint64_t end, const Bank& bank,
           std::span<double> scores);

// The same of these rows.
void score(const RowsView& rows, std::span<const std::uint64_t> which, const Bank& bank,
           std::span<double> scores);

// bank += x tᵀ for one row x; t has the stride of the bank, 0 beyond its models.
void add_row(const RowsView& rows, std::uint64_t row, Offset offset, std::span<const double> steps,
             Bank& bank);

}  // namespace perceptron::core
