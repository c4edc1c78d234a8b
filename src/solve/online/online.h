// Online learning of one model of a loss: rows one after the other, in any portions.
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

  // Learns from rows in this order. The sign of a row's weight is its class; rows of
  // weight 0 are not among them.
  virtual void visit(const RowsView& rows, std::span<const std::uint64_t> order,
                     std::span<const double> signed_weight) = 0;
  // After a pass over so many rows: whether there is to be another.
  virtual bool end_pass(std::uint64_t rows) = 0;
  virtual Solution finish() = 0;

  virtual std::uint64_t passes() const = 0;
  virtual double mean_loss() const = 0;  // of the examples as they came, for whoever watches
};

// Uses the problem's loss, penalties and number of features; its rows are ignored.
std::unique_ptr<OnlineRun> start_online(const Problem& problem, const SolverSettings& settings);

}  // namespace perceptron::core
