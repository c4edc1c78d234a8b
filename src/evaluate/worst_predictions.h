// The misclassified rows with the largest errors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace perceptron::core {

struct WrongPrediction {
  double by = 0;  // score of the predicted class minus that of the true class
  std::uint64_t row = 0;
  std::uint32_t truth = 0;
  std::uint32_t predicted = 0;
};

// Keeps the worst of all predictions it is given, in constant memory.
class WorstPredictions {
 public:
  // `scores` has one per class.
  void add(std::uint64_t row, std::uint32_t truth, std::uint32_t predicted,
           std::span<const double> scores);
  std::vector<WrongPrediction> list() const;  // the worst first

 private:
  std::vector<WrongPrediction> kept_;  // a heap, the smallest error on top
};

}  // namespace perceptron::core
