// Every update of a training as a line of JSON, for teaching and grading.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/output.h"
#include "data/dataset.h"
#include "learn/trace.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

class TraceFile : public Tracer {
 public:
  // Weights are written if there are no more than this many.
  static constexpr std::uint64_t kMostWeights = 100;

  // `data` is read during training, so it may be scaled after this.
  TraceFile(Output& output, const Dataset& data, Multiclass multiclass, bool offset);

  void on_update(const UpdateEvent& update, std::uint64_t pass, std::uint64_t first) override;
  void on_guess(std::uint64_t model, double guess) override;

 private:
  Output& output_;
  const Dataset& data_;
  Scheme scheme_;
  bool offset_;
  std::vector<std::uint64_t> updates_;  // of each model
  std::vector<double> guesses_;
};

}  // namespace perceptron::core
