// Stores the updates of a training for its report.
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "certify/margin.h"
#include "learn/trace.h"

namespace perceptron::core {

struct Update {
  std::uint64_t pass = 0;
  std::uint64_t row = 0;  // from 0
  std::uint32_t model = 0;
  double score = 0;  // before it
  double step = 0;   // along the row, with its sign
  double guess = 0;  // of the margin perceptron
};

class History : public Tracer {
 public:
  static constexpr std::uint64_t kMost = 1'000'000;

  void on_update(const UpdateEvent& update, std::uint64_t pass, std::uint64_t first) override;
  void on_guess(std::uint64_t model, double guess) override;

  // The first ones, at most kMost.
  const std::vector<Update>& updates() const { return updates_; }
  std::uint64_t count() const { return count_; }
  bool complete() const { return count_ == updates_.size(); }

 private:
  std::vector<Update> updates_;
  std::uint64_t count_ = 0;
  double guess_ = 0;
};

// Combines several tracers.
class Tracers : public Tracer {
 public:
  void add(Tracer& tracer) { all_.push_back(&tracer); }
  void on_update(const UpdateEvent& update, std::uint64_t pass, std::uint64_t first) override {
    for (Tracer* each : all_) each->on_update(update, pass, first);
  }
  void on_guess(std::uint64_t model, double guess) override {
    for (Tracer* each : all_) each->on_guess(model, guess);
  }

 private:
  std::vector<Tracer*> all_;
};

// Repeats the updates of model 0 from zero.
class Replay {
 public:
  explicit Replay(const SignedRows& points)
      : points_(points), weights_(points.features()), alpha_(points.size()) {}

  void make(const Update& update);
  // After the last one; alpha is the total step along each row.
  const std::vector<double>& weights() const { return weights_; }
  double offset() const { return offset_; }
  const std::vector<double>& alpha() const { return alpha_; }

 private:
  const SignedRows& points_;
  std::vector<double> weights_;
  std::vector<double> alpha_;
  double offset_ = 0;
  double guess_ = 0;
};

// What was proved after this many updates.
struct MarginBounds {
  std::uint64_t update = 0;
  double plane = 0;  // a lower bound on the margin of the weights after it
  double lower = 0;  // of the widest margin: the best over all planes so far
  double upper = 0;  // the best upper bound so far
};

// The interval that contains the widest margin as it shrinks over the updates of model 0, started
// from zero: at most `most` points, dense at the beginning.
std::vector<MarginBounds> margin_bounds_history(const History& history, const SignedRows& points,
                                                std::uint64_t most, std::uint64_t threads,
                                                Listener& listener);

}  // namespace perceptron::core
