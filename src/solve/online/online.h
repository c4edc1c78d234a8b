// Online training of one model with a loss: rows one at a time, in blocks of any size.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "solve/problem.h"
#include "solve/solver.h"

namespace perceptron::core {

class OnlineRun {
 public:
  OnlineRun() = default;
  OnlineRun(const OnlineRun&) = delete;
  OnlineRun& operator=(const OnlineRun&) = delete;
  virtual ~OnlineRun() = default;

  // Trains on rows in this order. The sign of a row's weight is its class; rows of weight 0 must
  // not be included.
  virtual void visit(const RowsView& rows, std::span<const std::uint64_t> order,
                     std::span<const double> signed_weight) = 0;
  // After a pass over this many rows: whether another one follows.
  virtual bool end_pass(std::uint64_t rows) = 0;
  virtual Solution finish() = 0;

  virtual std::uint64_t passes() const = 0;
  virtual double mean_loss() const = 0;  // of each example before its update, for progress reports
};

// Uses the problem's loss, penalties and number of features; its rows are ignored.
std::unique_ptr<OnlineRun> start_online(const Problem& problem, const SolverSettings& settings);

}  // namespace perceptron::core
