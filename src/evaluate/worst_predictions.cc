#include "evaluate/worst_predictions.h"

#include <algorithm>
#include <utility>

namespace perceptron::core {
namespace {

constexpr std::size_t kKept = 8;

// Ties go to the earlier row.
bool worse(const WrongPrediction& a, const WrongPrediction& b) {
  return std::make_pair(a.by, b.row) > std::make_pair(b.by, a.row);
}

}  // namespace

void WorstPredictions::add(std::uint64_t row, std::uint32_t truth, std::uint32_t predicted,
                           std::span<const double> scores) {
  if (predicted == truth) return;
  const WrongPrediction wrong{scores[predicted] - scores[truth], row, truth, predicted};
  if (kept_.size() == kKept && !worse(wrong, kept_.front())) return;
  kept_.push_back(wrong);
  std::push_heap(kept_.begin(), kept_.end(), worse);
  if (kept_.size() <= kKept) return;
  std::pop_heap(kept_.begin(), kept_.end(), worse);
  kept_.pop_back();
}

std::vector<WrongPrediction> WorstPredictions::list() const {
  auto list = kept_;
  std::sort(list.begin(), list.end(), worse);
  return list;
}

}  // namespace perceptron::core
