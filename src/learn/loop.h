// The training loop. For each example (x, y) in order, for all models of a bank:
//
//     s = Wᵀx              scores
//     t = rule(s, y)       steps, times the example's weight
//     W += x tᵀ            add
//
// A score is summed in the order of the features, one product after the other, the offset last, as
// in textbooks. So a model takes the same steps, bit for bit, alone or in a bank, from dense or
// sparse rows, with any SIMD width. loop.cc starts with this loop written plainly; the one that
// runs is faster and takes the same steps.
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

// An example that updates at least one model.
struct UpdateEvent {
  std::uint64_t step;                     // rows visited before it
  std::uint64_t row;                      // its index in the data
  std::span<const double> scores;         // s, one per model
  std::span<const double> steps;          // t, one per model
  const Bank& bank;                       // before the add
  std::span<const std::uint64_t> models;  // those with an update
  const Tally* tally = nullptr;

  // Examples that the model saw before this one.
  std::uint64_t seen(std::uint64_t model) const { return tally ? tally->of(model) : step; }
};

// Observes updates. Called before the weights change, and only for rows with an update; returning
// false ends the pass after it.
class UpdateObserver {
 public:
  UpdateObserver() = default;
  UpdateObserver(const UpdateObserver&) = delete;
  UpdateObserver& operator=(const UpdateObserver&) = delete;
  virtual ~UpdateObserver() = default;
  virtual bool on_update(const UpdateEvent& update) = 0;
};

struct Pass {
  const RowsView& rows;
  std::span<const std::uint32_t> labels;
  std::span<const std::uint64_t> order;  // the rows to visit
  const Targets& targets;
  Offset offset;
  std::uint64_t first_step;  // rows visited before this pass
  Bank& bank;
  UpdateObserver& observer;
  std::span<const double> weights = {};  // row weights that multiply steps; empty: all 1
  // 0 for a model that must not change; empty: all may, as joint models always do.
  std::span<const double> active = {};
  Tally* tally = nullptr;  // counts the examples, unless null
};

void run_pass(const Rule& rule, const Pass& pass);

// The same as written in a textbook, one model at a time.
void run_plain_pass(const Rule& rule, const Pass& pass);

// Scores of rows begin … end − 1, bank.models() for each row.
void score(const RowsView& rows, std::uint64_t begin, std::uint64_t end, const Bank& bank,
           std::span<double> scores);

// The same for these rows.
void score(const RowsView& rows, std::span<const std::uint64_t> which, const Bank& bank,
           std::span<double> scores);

// bank += x tᵀ for one row x; t has the stride of the bank, 0 beyond its models.
void add_row(const RowsView& view, std::uint64_t row, Offset offset, std::span<const double> steps,
             Bank& bank);

}  // namespace perceptron::core
